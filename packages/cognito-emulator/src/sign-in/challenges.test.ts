import { expect, test } from 'vitest'

import { createClock } from '../controls/clock.ts'
import { createChallengeStore, type Challenge, type ChallengeDetail } from './challenges.ts'

const MEGABYTES_KEPT = 32
let opened = 0

function challenge(detail: ChallengeDetail, username = 'ana'): Challenge {
  opened += 1
  const progress = { username, flow: 'USER_AUTH', history: [] }
  const handle = `session-${opened}`
  return { ...detail, handle, poolId: 'p', clientId: 'c', expiresAtMs: 1000, attemptsLeft: 5, progress }
}

const store = () => createChallengeStore(createClock(() => 0))

test('new sign-ins can evict a challenge that precedes the first proof, but not a challenge that follows the first proof', () => {
  const challenges = store()
  const begun = challenge({ name: 'PASSWORD' })
  const secondFactor = challenge({ name: 'SOFTWARE_TOKEN_MFA' })
  challenges.put(begun)
  challenges.put(secondFactor)
  for (let flood = 0; flood < 50_001; flood++) challenges.put(challenge({ name: 'PASSWORD' }))
  expect(() => challenges.find(begun.handle)).toThrow('Invalid session for the user.')
  expect(challenges.find(secondFactor.handle)).toBe(secondFactor)
})

test('the store limits the total size of its challenges', () => {
  const challenges = store()
  const name = 'x'.repeat(100_000)
  const flood = Array.from({ length: 2 * MEGABYTES_KEPT * 5 }, () => challenge({ name: 'PASSWORD' }, name))
  for (const each of flood) challenges.put(each)
  const kept = flood.filter(({ handle }) => isKept(handle))
  expect(kept.length).toBeGreaterThan(100)
  expect(kept.length * name.length * 2).toBeLessThanOrEqual(MEGABYTES_KEPT * 2 ** 20)

  function isKept(handle: string): boolean {
    try {
      return challenges.find(handle).handle === handle
    } catch {
      return false
    }
  }
})
