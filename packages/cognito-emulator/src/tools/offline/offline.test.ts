import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { ANA, POOL_ID } from '../../../test/caller.ts'
import { startEmulator, type RunningEmulator } from '../../index.ts'
import { redirectFetch } from './redirect-fetch.ts'
import { emulatorUrl, redirect } from './redirect.ts'

const AWS = 'https://cognito-idp.local.amazonaws.com'
const REGISTER = fileURLToPath(new URL('./register.ts', import.meta.url))
let emulator: RunningEmulator

beforeAll(async () => {
  emulator = await startEmulator({ userPools: [{ id: POOL_ID, clients: [{ id: 'web' }], users: [ANA] }] })
})
afterAll(() => emulator.close())

/** Runs a program as a user would. Returns the JSON that the program printed. */
async function run(program: string, url: string, type: 'module' | 'commonjs' = 'module'): Promise<unknown> {
  const parameters = ['--import', REGISTER, `--input-type=${type}`, '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, parameters, {
    env: { ...process.env, COGNITO_EMULATOR_URL: url },
  })
  return JSON.parse(stdout)
}

const SIGN_IN = JSON.stringify({
  ClientId: 'web',
  AuthFlow: 'USER_PASSWORD_AUTH',
  AuthParameters: { USERNAME: 'ana', PASSWORD: ANA.password },
})

test('fetch, https.request and https.get send requests for the service to the emulator', async () => {
  const program = `
    import { get, request, Agent } from 'node:https'
    import https from 'https'
    import { json } from 'node:stream/consumers'
    const target = 'AWSCognitoIdentityProviderService.InitiateAuth'
    const body = ${JSON.stringify(SIGN_IN)}
    const answers = {}
    const read = async (response) => (await response.json()).AuthenticationResult?.TokenType
    answers.fetch = await read(await fetch('${AWS}/', { method: 'POST', headers: { 'x-amz-target': target }, body }))
    answers.request = await read(await fetch(new Request('${AWS}/', { method: 'POST', headers: { 'x-amz-target': target }, body })))
    const sendNode = (...parameters) => new Promise((resolve, reject) => {
      const sent = request(...parameters, (response) => resolve(json(response)))
      sent.on('error', reject)
      sent.end(body)
    })
    const headers = { Host: 'cognito-idp.local.amazonaws.com', 'X-Amz-Target': target }
    const options = { host: 'cognito-idp.local.amazonaws.com', port: 443, path: '/', method: 'POST', headers, agent: new Agent() }
    answers.sdk = (await sendNode(options)).AuthenticationResult.TokenType
    answers.url = (await sendNode(new URL('${AWS}/'), { ...options, headers: Object.entries(headers).flat() })).AuthenticationResult.TokenType
    const keys = (getter, url) => new Promise((resolve, reject) =>
      getter(url, (response) => resolve(json(response))).on('error', reject))
    answers.get = (await keys(get, '${AWS}/${POOL_ID}/.well-known/jwks.json')).keys.length
    answers.default = (await keys(https.get, '${AWS}/${POOL_ID}/.well-known/jwks.json')).keys.length
    console.log(JSON.stringify(answers))`
  expect(await run(program, emulator.url)).toEqual({
    fetch: 'Bearer',
    request: 'Bearer',
    sdk: 'Bearer',
    url: 'Bearer',
    get: 2,
    default: 2,
  })
})

test('in a CommonJS program, failed requests report that the emulator cannot be reached', async () => {
  const program = `
    const { get } = require('https')
    const url = '${AWS}/${POOL_ID}/.well-known/jwks.json'
    const failures = []
    const done = (message) => failures.push(message) === 2 && console.log(JSON.stringify(failures))
    get(url).on('error', (error) => {
      done(error.message)
      fetch(url).catch((failure) => done(failure.message))
    })`
  const why =
    /^The Cognito emulator cannot be reached at http:\/\/127\.0\.0\.1:65535\/ \(.+\)\. Start it with the command cognito-emulator/
  expect(await run(program, 'http://127.0.0.1:65535/', 'commonjs')).toEqual([
    expect.stringMatching(why),
    expect.stringMatching(why),
  ])
})

test('a failed request without an error listener still terminates the program', async () => {
  const program = `import https from 'node:https'; https.get('${AWS}/'); setTimeout(() => console.log('"survived"'), 2000)`
  await expect(run(program, 'http://127.0.0.1:65535/')).rejects.toThrow(/The Cognito emulator cannot be reached/)
})

test('requests to other hosts are not redirected', async () => {
  const server = createServer((request, response) => response.end(`asked by ${request.headers.host}`)).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  const other = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const program = `
    import { get } from 'node:http'
    import { text } from 'node:stream/consumers'
    const bySocket = await new Promise((resolve) => get('${other}', (response) => resolve(text(response))))
    console.log(JSON.stringify([await (await fetch('${other}')).text(), bySocket]))`
  const asked = `asked by ${new URL(other).host}`
  expect(await run(program, emulator.url)).toEqual([asked, asked])
  server.close()
  for (const url of ['https://example.com/', 'https://s3.us-east-1.amazonaws.com/', 'http://localhost/']) {
    expect(redirect(new URL(url), new URL(emulator.url))).toBeUndefined()
  }
})

test("a redirected URL has the original path and query after the emulator's path", () => {
  const under = new URL('http://localhost:8080/cognito-idp/')
  const to = (url: string) => redirect(new URL(url), under)?.href
  expect(to('https://app.auth.us-east-1.amazoncognito.com/oauth2/token?a=1')).toBe(
    'http://localhost:8080/cognito-idp/oauth2/token?a=1',
  )
  expect(to('https://cognito-idp.us-east-1.amazonaws.com//evil.example/')).toBe(
    'http://localhost:8080/cognito-idp//evil.example/',
  )
})

test('an aborted request rejects with an AbortError', async () => {
  const reach = redirectFetch(fetch, new URL(emulator.url))
  await expect(reach(`${AWS}/`, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
})

test('emulatorUrl rejects an invalid COGNITO_EMULATOR_URL', () => {
  expect(() => emulatorUrl({ COGNITO_EMULATOR_URL: '127.0.0.1:9339' })).toThrow(
    'COGNITO_EMULATOR_URL must be an http or https URL',
  )
  expect(emulatorUrl({}).href).toBe('http://127.0.0.1:9339/')
})
