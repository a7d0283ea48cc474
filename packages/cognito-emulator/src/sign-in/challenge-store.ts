import type { Clock } from '../clock.ts'
import { notAuthorized } from '../service-error.ts'
import type { Challenge } from './challenge.ts'

const KEPT_CHALLENGES = 100_000

/** Open challenges of all sign-ins, in memory: a restart costs a person one more sign-in, nothing that was acknowledged. */
export type ChallengeStore = {
  put(challenge: Challenge): void
  /** @throws {ServiceError} NotAuthorizedException when there is none, it is used, or it has expired. */
  find(handle: string): Challenge
  /** From here on the handle is used up, until {@link reopen}. */
  take(challenge: Challenge): void
  reopen(challenge: Challenge): void
}

export function createChallengeStore(clock: Clock): ChallengeStore {
  const challenges = new Map<string, Challenge>()
  const used = new Set<string>()

  const forget = (handle: string): void => {
    challenges.delete(handle)
    used.delete(handle)
  }
  const forgetOldest = (): void => {
    for (const [handle, { expiresAtMs }] of challenges) {
      if (clock.nowMs() < expiresAtMs && challenges.size <= KEPT_CHALLENGES) return
      forget(handle)
    }
  }
  return {
    put(challenge) {
      forgetOldest()
      challenges.set(challenge.handle, challenge)
    },
    find(handle) {
      const challenge = challenges.get(handle)
      if (!challenge) throw notAuthorized('Invalid session for the user.')
      if (used.has(handle)) throw notAuthorized('Invalid session for the user, session can only be used once.')
      if (clock.nowMs() >= challenge.expiresAtMs)
        throw notAuthorized('Invalid session for the user, session is expired.')
      return challenge
    },
    take: ({ handle }) => void used.add(handle),
    reopen: ({ handle }) => void used.delete(handle),
  }
}
