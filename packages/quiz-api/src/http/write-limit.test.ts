import { createSigningPool } from '@cognito-srp/testing/signing-pool'
import { expect, test } from 'vitest'

import { createTestApi, send } from '../../test/api-client.ts'

const pool = await createSigningPool()

async function startApi(writesPerMinute: number) {
  let nowMs = Date.now()
  const api = createTestApi(pool, { writesPerMinute, now: () => nowMs })
  const put = async (user: string) =>
    send(api, {
      method: 'PUT',
      path: '/stats',
      token: await pool.accessToken(user),
      body: { id: user, questionsStats: {} },
    })
  return { api, put, advance: (ms: number) => (nowMs += ms) }
}

test('a write beyond the limit gets 429 with Retry-After and succeeds after the delay in Retry-After', async () => {
  const { put, advance } = await startApi(3)
  for (let write = 0; write < 3; write += 1) expect((await put('ana')).ok).toBe(true)
  const refused = await put('ana')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('Retry-After')).toBe('20')
  expect(await refused.json()).toMatchObject({ code: 'too-many-writes', where: 'user' })
  advance(19_999)
  expect((await put('ana')).status).toBe(429)
  advance(1)
  expect((await put('ana')).status).toBe(200)
  expect((await put('ana')).status).toBe(429)
})

test('unused writes accumulate for at most one minute', async () => {
  const { put, advance } = await startApi(2)
  await put('ana')
  advance(600_000)
  const statuses = [await put('ana'), await put('ana'), await put('ana')].map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 429])
})

test('the limit applies to each user separately, and only to writes', async () => {
  const { api, put } = await startApi(1)
  await put('ana')
  expect((await put('ana')).status).toBe(429)
  expect((await put('bruno')).status).toBe(201)
  const token = await pool.accessToken('ana')
  for (let read = 0; read < 5; read += 1) expect((await send(api, { path: '/stats', token })).status).toBe(200)
})
