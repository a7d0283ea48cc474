import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { request, type RequestOptions } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { json } from 'node:stream/consumers'
import type { IncomingMessage } from 'node:http'
import { afterAll, expect, test } from 'vitest'

import { startEmulator, type RunningEmulator } from '../index.ts'
import { openDatabase } from '../storage/database.ts'
import { openCertificate } from './certificate.ts'

const DAY_MS = 86_400_000
const HOSTS = ['localhost', '127.0.0.1']
const userPools = [{ id: 'us-east-1_Pool1', clients: [{ id: 'web' }] }]
const folder = mkdtempSync(join(tmpdir(), 'emulator-tls-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function ask({ url, certificate }: RunningEmulator, options: RequestOptions): Promise<unknown> {
  const sent = request(new URL('/health', url), { ca: certificate, agent: false, ...options }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return json(response)
}

test('the server processes pipelined HTTPS requests in order, one at a time', async () => {
  const emulator = await startEmulator({ userPools, https: true })
  const socket = connect({ port: Number(new URL(emulator.url).port), host: '127.0.0.1', ca: emulator.certificate })
  let concurrent = 0
  let most = 0
  emulator.server.prependListener('request', (_request, response) => {
    most = Math.max(most, (concurrent += 1))
    response.on('close', () => (concurrent -= 1))
  })
  const paths = Array.from({ length: 20 }, (_, index) => `/nothing-${index}`)
  socket.write([...paths, '/health'].map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(''))
  let received = ''
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()))
  await expect.poll(() => received).toContain('{"status":"ok"')
  expect(received.match(/HTTP\/1\.1 \d{3}/g)).toEqual([...paths.map(() => 'HTTP/1.1 404'), 'HTTP/1.1 200'])
  expect(most).toBe(1)
  socket.destroy()
  await emulator.close()
})

test("the certificate covers the emulator's names and the service's names in the pools' regions, but not in other regions", async () => {
  const emulator = await startEmulator({ userPools, https: true })
  expect(emulator.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/$/)
  const well = { status: 'ok', userPools: 1 }
  expect(await ask(emulator, {})).toEqual(well)
  const servernames = ['localhost', 'cognito-idp.us-east-1.amazonaws.com', 'app.auth.us-east-1.amazoncognito.com']
  for (const servername of servernames) expect(await ask(emulator, { servername })).toEqual(well)
  await expect(ask(emulator, { servername: 'cognito-idp.eu-west-1.amazonaws.com' })).rejects.toMatchObject({
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  })
  await expect(ask({ ...emulator, certificate: '' }, {})).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  await emulator.close()
})

test('the certificate survives a restart, and only the owner can read the data file', async () => {
  const data = join(folder, 'pool.sqlite')
  const first = await startEmulator({ userPools, https: true, data })
  await first.close()
  const second = await startEmulator({ userPools, https: true, data })
  expect(second.certificate).toBe(first.certificate)
  expect(statSync(data).mode & 0o777).toBe(0o600)
  await second.close()
})

test('a new certificate is created before the old certificate expires, and when a host is added', async () => {
  const database = openDatabase()
  const now = Date.UTC(2026, 10, 22)
  const { cert } = await openCertificate(database, HOSTS, now)
  const { validFrom, validTo, ca } = new X509Certificate(cert)
  expect((Date.parse(validTo) - Date.parse(validFrom)) / DAY_MS).toBe(825)
  expect(ca).toBe(false)
  expect((await openCertificate(database, HOSTS, now + 700 * DAY_MS)).cert).toBe(cert)
  expect((await openCertificate(database, HOSTS, now + 800 * DAY_MS)).cert).not.toBe(cert)
  const more = [...HOSTS, '*.auth.us-east-1.amazoncognito.com']
  const third = await openCertificate(database, more, now)
  expect(new X509Certificate(third.cert).subjectAltName).toContain('DNS:*.auth.us-east-1.amazoncognito.com')
  expect((await openCertificate(database, more, now)).cert).toBe(third.cert)
})

test('startEmulator uses the key and certificate of its https option', async () => {
  const own = await openCertificate(openDatabase(), ['localhost'], Date.now())
  const emulator = await startEmulator({ userPools, https: own })
  expect(emulator.certificate).toBe(own.cert)
  expect(await ask(emulator, { servername: 'localhost' })).toMatchObject({ status: 'ok' })
  await emulator.close()
})
