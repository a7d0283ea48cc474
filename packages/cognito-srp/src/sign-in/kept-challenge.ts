import type { CognitoClient } from '../client.ts'
import { isRecord } from '../service/wire.ts'
import { parseChallenge } from './read-challenge.ts'
import type { AuthenticatorSecret, ChallengeState, SignInState } from './sign-in-states.ts'

/** The part of `sessionStorage` that keeps a challenge over a reload. */
export type ChallengeStorage = {
  /** Returns the kept text; null when there is none. */
  getItem(key: string): string | null
  /** Keeps a text. */
  setItem(key: string, value: string): void
  /** Removes the kept text. */
  removeItem(key: string): void
}

/** A storage, or a function that returns it: naming `sessionStorage` throws where there is none or it is refused. */
export type Keep = ChallengeStorage | (() => ChallengeStorage)

/** The challenge that was kept before a reload; undefined when there is none, or it is damaged or expired. */
export function readKeptChallenge(client: CognitoClient, keep: Keep): ChallengeState | undefined {
  try {
    const kept: unknown = JSON.parse(open(keep).getItem(keyOf(client)) ?? 'null')
    if (!isRecord(kept)) return undefined
    const challenge = parseChallenge(kept['challenge'], { nowMs: client.now() })
    const authenticator = readSecret(kept['authenticator'])
    return { phase: 'challenge', challenge, ...(authenticator && { authenticator }) }
  } catch {
    return undefined // the person starts again at the form
  }
}

/** Keeps an open challenge, or removes the kept one in any other phase. While a request is under way nothing changes. */
export function keepChallenge(client: CognitoClient, keep: Keep, state: SignInState): void {
  if (state.phase === 'busy') return
  try {
    if (state.phase !== 'challenge') return open(keep).removeItem(keyOf(client))
    const { challenge, authenticator } = state
    open(keep).setItem(keyOf(client), JSON.stringify({ challenge, authenticator }))
  } catch {
    // A storage that is full or refused keeps no challenge: after a reload the person starts again.
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
