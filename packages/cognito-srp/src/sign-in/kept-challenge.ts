import type { CognitoClient } from '../client.ts'
import { isRecord } from '../service/wire.ts'
import { parseChallenge } from './read-challenge.ts'
import type { AuthenticatorSecret, ChallengeState, SignInState } from './sign-in-states.ts'

/** Methods of `sessionStorage` that a store uses to keep a challenge across a reload. */
export type ChallengeStorage = {
  /** Returns the stored string, or null if the key is missing. */
  getItem(key: string): string | null
  /** Stores a string. */
  setItem(key: string, value: string): void
  /** Removes the stored string. */
  removeItem(key: string): void
}

/**
 * Storage, or a function that returns the storage. If the platform lacks or blocks `sessionStorage`, reading that variable
 * throws, so pass `() => sessionStorage`.
 */
export type Keep = ChallengeStorage | (() => ChallengeStorage)

/** Reads the challenge that was stored before a reload. Returns undefined if the challenge is missing, damaged or expired. */
export function readKeptChallenge(client: CognitoClient, keep: Keep): ChallengeState | undefined {
  try {
    const kept: unknown = JSON.parse(open(keep).getItem(keyOf(client)) ?? 'null')
    if (!isRecord(kept)) return undefined
    const challenge = parseChallenge(kept['challenge'], { nowMs: client.now() })
    const authenticator = readSecret(kept['authenticator'])
    return { phase: 'challenge', challenge, ...(authenticator && { authenticator }) }
  } catch {
    return undefined // the user starts again at the form
  }
}

/**
 * Stores the challenge if the phase is `challenge`, and does nothing if the phase is `busy`. Removes the challenge in all other
 * phases.
 */
export function keepChallenge(client: CognitoClient, keep: Keep, state: SignInState): void {
  if (state.phase === 'busy') return
  try {
    if (state.phase !== 'challenge') return open(keep).removeItem(keyOf(client))
    const { challenge, authenticator } = state
    open(keep).setItem(keyOf(client), JSON.stringify({ challenge, authenticator }))
  } catch {
    // If the storage is full or blocked, the user starts again after a reload.
  }
}

function open(keep: Keep): ChallengeStorage {
  return typeof keep === 'function' ? keep() : keep
}

function keyOf({ clientId }: CognitoClient): string {
  return `CognitoSignIn.${clientId}`
}

function readSecret(kept: unknown): AuthenticatorSecret | undefined {
  const { secretCode, uri } = isRecord(kept) ? kept : {}
  return typeof secretCode === 'string' && typeof uri === 'string' ? { secretCode, uri } : undefined
}
