import { createSigningPool } from '@cognito-srp/testing/signing-pool'
import { expect, test, vi } from 'vitest'

import { createTestApi, send } from '../../test/api-client.ts'
import { askCognito, type AskPool } from './revocation.ts'

const pool = await createSigningPool()
const token = await pool.accessToken('ana')
const SECOND = 1_000
const MINUTE = 60 * SECOND

function startApi(ask: AskPool) {
  let nowMs = Date.now()
  const askPool = vi.fn(ask)
  const api = createTestApi(pool, { askPool, now: () => nowMs })
  const get = async (by = token) => {
    const answer = await send(api, { path: '/questions', token: by })
    return answer.status === 200 ? 200 : `${answer.status} ${((await answer.json()) as { code: string }).code}`
  }
  return { askPool, get, advance: (ms: number) => (nowMs += ms) }
}

test('the API checks a token with the pool at most once a minute, however many requests carry it', async () => {
  const { askPool, get, advance } = startApi(async () => 'good')
  expect(await Promise.all([get(), get(), get()])).toEqual([200, 200, 200])
  advance(MINUTE - 1)
  expect(await get()).toBe(200)
  expect(askPool.mock.calls).toEqual([[token]])
  advance(1)
  expect(await Promise.all([get(), get()])).toEqual([200, 200])
  expect(askPool).toHaveBeenCalledTimes(2)
  await get(await pool.accessToken('bruno'))
  expect(askPool).toHaveBeenCalledTimes(3)
})

test('a revoked token is rejected within a minute, and requests with that token in the next minute cause no calls to the pool', async () => {
  let verdict: 'good' | 'ended' = 'good'
  const { askPool, get, advance } = startApi(async () => verdict)
  expect(await get()).toBe(200)
  verdict = 'ended'
  advance(MINUTE)
  expect(await get()).toBe('401 token-revoked')
  advance(MINUTE - 1)
  expect(await get()).toBe('401 token-revoked')
  expect(askPool).toHaveBeenCalledTimes(2)
})

test('while the pool is unreachable, only tokens that the pool confirmed in the last ten minutes are accepted', async () => {
  let isOut = false
  const { askPool, get, advance } = startApi(async () => {
    if (isOut) throw new Error('TooManyRequestsException')
    return 'good'
  })
  await get()
  isOut = true
  advance(10 * MINUTE - 1)
  expect(await get()).toBe(200)
  expect(await get(await pool.accessToken('bruno'))).toBe('503 revocation-unknown')
  advance(1)
  expect(await get()).toBe('503 revocation-unknown')
  expect(askPool).toHaveBeenCalledTimes(3) // the pause after a failure: not for each request

  isOut = false
  advance(5 * SECOND)
  expect(await get()).toBe(200)
})

test('a revoked token stays rejected while the pool is unreachable', async () => {
  const verdicts = ['ended', new Error('out')] as const
  let asked = 0
  const { get, advance } = startApi(async () => {
    const verdict = verdicts[asked++]
    if (verdict === 'ended') return verdict
    throw verdict ?? new Error('not asked for')
  })
  expect(await get()).toBe('401 token-revoked')
  advance(11 * MINUTE)
  expect(await get()).toBe('401 token-revoked')
})

test('a token without the scope for GetUser is rejected without calling the pool', async () => {
  const { askPool, get } = startApi(async () => 'good')
  expect(await get(await pool.accessToken('ana', { scope: 'openid email' }))).toBe('401 token-scope')
  expect(await get(await pool.accessToken('ana', { scope: undefined }))).toBe('401 token-scope')
  expect(askPool).not.toHaveBeenCalled()
})

test('without a revocation check, a token is valid until it expires', async () => {
  const answer = await send(createTestApi(pool), { path: '/questions', token })
  expect(answer.status).toBe(200)
})

const answering = (status: number, body: unknown) => () => Promise.resolve(Response.json(body, { status }))

test.each([
  ['NotAuthorizedException'],
  ['UserNotFoundException'],
  ['UserNotConfirmedException'],
  ['PasswordResetRequiredException'],
  ['com.amazonaws.cognito.identity.idp.model#NotAuthorizedException'],
])('a token is rejected if GetUser returns %s', async (type) => {
  const ask = askCognito('https://pool.example/', answering(400, { __type: type, message: 'no' }))
  expect(await ask(token)).toBe('ended')
})

test.each([
  ['400 TooManyRequestsException', answering(400, { __type: 'TooManyRequestsException' })],
  ['500 InternalErrorException', answering(500, { __type: 'InternalErrorException' })],
  ['403 from a firewall', answering(403, { message: 'Forbidden' })],
  ['400 without an error type', answering(400, null)],
  ['no response', () => Promise.reject(new TypeError('fetch failed'))],
])('askCognito rejects if GetUser returns %s', async (_case, fetchNow) => {
  await expect(askCognito('https://pool.example/', fetchNow)(token)).rejects.toThrow()
})
