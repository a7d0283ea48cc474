import { expect, test } from 'vitest'

import type { VerifyToken } from './access-token.ts'
import { cacheVerifiedTokens } from './token-cache.ts'
import { TokenError } from './token-errors.ts'

const EXPIRES_AT_MS = 1_000

function countingVerifier() {
  const asked: string[] = []
  const verify: VerifyToken = async (token) => {
    asked.push(token)
    if (token === 'bad') throw new TokenError('token-signature', 'The signature of the token is wrong.')
    return { userId: `user of ${token}`, expiresAtMs: EXPIRES_AT_MS }
  }
  return { verify, asked }
}

test('an accepted token is verified once until it expires', async () => {
  let nowMs = 0
  const { verify, asked } = countingVerifier()
  const cached = cacheVerifiedTokens(verify, () => nowMs)
  expect(await cached('a')).toEqual(await cached('a'))
  nowMs = EXPIRES_AT_MS - 1
  await cached('a')
  expect(asked).toEqual(['a'])
  nowMs = EXPIRES_AT_MS
  await cached('a')
  expect(asked).toEqual(['a', 'a'])
})

test('a refused token is verified each time', async () => {
  const { verify, asked } = countingVerifier()
  const cached = cacheVerifiedTokens(verify, () => 0)
  await expect(cached('bad')).rejects.toThrow(TokenError)
  await expect(cached('bad')).rejects.toThrow(TokenError)
  expect(asked).toEqual(['bad', 'bad'])
})

test('the cache is bounded: the token unused for longest is forgotten', async () => {
  const { verify, asked } = countingVerifier()
  const cached = cacheVerifiedTokens(verify, () => 0, 2)
  for (const token of ['a', 'b', 'a', 'c', 'a', 'b']) await cached(token)
  expect(asked).toEqual(['a', 'b', 'c', 'b'])
})
