import type { Question } from '@cognito-srp/contract'
import { createSigningPool } from '@cognito-srp/testing/signing-pool'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

import { createTestApi, send } from '../../test/api-client.ts'
import { importBank } from '../questions/import-bank.ts'
import { openSqliteStore } from '../store/sqlite-store.ts'

const pool = await createSigningPool()
const token = await pool.accessToken('ana')

const QUESTIONS: Question[] = [
  {
    id: 'bio-1',
    question: 'Qual organela produz ATP?',
    alternatives: ['Mitocôndria', 'Núcleo'],
    correct: 0,
    theme: '',
    explanation: 'Nela acontece a respiração celular.\n\nO núcleo guarda o DNA.',
  },
  { id: 'mat-1', question: 'Quanto é 2 + 2?', alternatives: ['3', '', '4'], correct: 2, theme: 'Matemática' },
]

async function startBank() {
  const store = openSqliteStore(':memory:')
  await importBank(store, QUESTIONS)
  const api = createTestApi(pool, { store })
  return { store, get: (headers = {}) => send(api, { path: '/questions', token, headers }) }
}

test('GET /questions returns the bank in the order of the import', async () => {
  const { get } = await startBank()
  const answer = await get()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('application/json')
  expect(await answer.json()).toEqual(QUESTIONS)
})

test('GET /questions returns an empty list before the first import', async () => {
  const answer = await send(createTestApi(pool), { path: '/questions', token })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual([])
})

test.each([
  ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
  ['br', '*', brotliDecompressSync],
  ['gzip', 'gzip;q=1.0, br;q=0', gunzipSync],
  ['gzip', 'br;q=0, *;q=0.1', gunzipSync],
  [null, 'deflate', (body: Buffer) => body],
  [null, 'br;q=0, gzip;q=0', (body: Buffer) => body],
  [null, '', (body: Buffer) => body],
])('GET /questions responds with Content-Encoding %s to Accept-Encoding "%s"', async (coding, accepted, decode) => {
  const { get } = await startBank()
  const answer = await get({ 'Accept-Encoding': accepted })
  expect(answer.headers.get('Content-Encoding')).toBe(coding)
  expect(answer.headers.get('Vary')).toContain('Accept-Encoding')
  const text = decode(Buffer.from(await answer.arrayBuffer())).toString()
  expect(JSON.parse(text)).toEqual(QUESTIONS)
})

test('each content coding has its own strong ETag, and a GET with that ETag in If-None-Match returns 304', async () => {
  const { get } = await startBank()
  const etags = new Set<string>()
  for (const coding of ['br', 'gzip', 'identity']) {
    const etag = (await get({ 'Accept-Encoding': coding })).headers.get('ETag') ?? ''
    expect(etag).toMatch(/^"[^"]+"$/)
    const again = await get({ 'Accept-Encoding': coding, 'If-None-Match': `"other", ${etag}` })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    expect(again.headers.get('ETag')).toBe(etag)
    etags.add(etag)
  }
  expect(etags.size).toBe(3)
})

test('an import takes effect immediately and changes the ETag, and importing the same questions again keeps the ETag', async () => {
  const { store, get } = await startBank()
  const etag = (await get()).headers.get('ETag') ?? ''
  await importBank(store, QUESTIONS)
  expect((await get({ 'If-None-Match': etag })).status).toBe(304)

  await importBank(store, [{ id: 'new-1', question: 'E agora?', alternatives: ['a', 'b'], correct: 1, theme: 'T' }])
  const answer = await get({ 'If-None-Match': etag })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toHaveLength(3)
  expect(answer.headers.get('ETag')).not.toBe(etag)
})

test('GET /questions recovers after the store has failed once', async () => {
  const store = openSqliteStore(':memory:')
  await importBank(store, QUESTIONS)
  let failures = 1
  const readBank = () => (failures-- > 0 ? Promise.reject(new Error('disk on fire')) : store.readBank())
  const api = createTestApi(pool, { store: { ...store, readBank } })
  expect((await send(api, { path: '/questions', token })).status).toBe(500)
  expect((await send(api, { path: '/questions', token })).status).toBe(200)
})
