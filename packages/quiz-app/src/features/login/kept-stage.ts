import { parseChallenge } from '@cognito-srp/client'
import type { Challenge } from '@cognito-srp/client'

import { logFailure } from '../../failure-log.ts'

/** A challenge that waits for its answer; `secretCode` is what an authenticator app is being set up with. */
export type KeptChallenge = { challenge: Challenge; secretCode?: string }

const RECOVERY_STEPS = ['request', 'reset', 'confirm'] as const

/** An account that a code opens again. */
export type Recovery = {
  /** Whose code it is: what the account signs in with. */
  username: string
  /** Asks for the account; for a code and a new password; for the code that confirms a new account. */
  step: (typeof RECOVERY_STEPS)[number]
  /** The code that was sent last from here, and where it went, masked by the service. */
  sent: { destination: string; atMs: number } | null
  /** The service lets nobody in before the password is another. */
  isRequired: boolean
}

/** What a tab keeps of an unfinished sign-in; `username` alone while that user is asked about the device. */
export type KeptStage = KeptChallenge | { recovery: Recovery } | { username: string }

type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The tab's own storage: it ends with the tab and no other tab reads it. Merely naming it throws where it is refused. */
const openSessionStorage = (): TabStorage => sessionStorage

/** Keeps a stage so that a reload of this tab can go on with it; where that is refused, a reload starts again. */
export function keepStage(clientId: string, kept: KeptStage, openStorage = openSessionStorage): void {
  try {
    openStorage().setItem(keyOf(clientId), JSON.stringify(kept))
  } catch (cause) {
    logFailure('The sign-in cannot be kept for a reload.', cause)
  }
}

/** The stage of an app client that this tab kept; null when there is none, it is damaged or it has expired. */
export function readKeptStage(clientId: string, openStorage = openSessionStorage): KeptStage | null {
  try {
    const text = openStorage().getItem(keyOf(clientId))
    return text === null ? null : parseKept(text)
  } catch (cause) {
    logFailure('The kept sign-in cannot go on.', cause)
    forgetStage(clientId, openStorage)
    return null
  }
}

export function forgetStage(clientId: string, openStorage = openSessionStorage): void {
  try {
    openStorage().removeItem(keyOf(clientId))
  } catch (cause) {
    logFailure('The kept sign-in cannot be removed.', cause)
  }
}

function keyOf(clientId: string): string {
  return `revisa.challenge.${clientId}`
}

function parseKept(text: string): KeptStage {
  const kept = Object(parseJson(text)) as { [Field in 'recovery' | 'username' | 'challenge' | 'secretCode']?: unknown }
  if (kept.recovery) return { recovery: parseRecovery(kept.recovery) }
  if (typeof kept.username === 'string') return { username: kept.username }
  const challenge = parseChallenge(kept.challenge)
  const { secretCode } = kept
  return typeof secretCode === 'string' ? { challenge, secretCode } : { challenge }
}

/** By hand, like a challenge: a schema would be the only one on the login route that needs numbers. */
function parseRecovery(kept: unknown): Recovery {
  const { username, step, sent, isRequired } = Object(kept) as { [Field in keyof Recovery]?: unknown }
  const knownStep = RECOVERY_STEPS.find((name) => name === step)
  if (typeof username !== 'string' || knownStep === undefined) throw new Error('It holds no recovery.')
  return { username, step: knownStep, sent: readSent(sent), isRequired: isRequired === true }
}

function readSent(sent: unknown): Recovery['sent'] {
  const { destination, atMs } = Object(sent) as { destination?: unknown; atMs?: unknown }
  return typeof destination === 'string' && typeof atMs === 'number' ? { destination, atMs } : null
}

/** The platform's error quotes the text, which may hold a secret: this one does not. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('It is not JSON.')
  }
}
