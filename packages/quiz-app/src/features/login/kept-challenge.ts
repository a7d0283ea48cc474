import { parseChallenge } from '@cognito-srp/client'
import type { Challenge } from '@cognito-srp/client'

import { logFailure } from '../../failure-log.ts'

/** What a tab keeps of an unfinished sign-in; `secretCode` is what an authenticator app is being set up with. */
export type KeptChallenge = { challenge: Challenge; secretCode?: string }

type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The tab's own storage: it ends with the tab and no other tab reads it. Merely naming it throws where it is refused. */
const openSessionStorage = (): TabStorage => sessionStorage

/** Keeps a challenge so that a reload of this tab can go on with it; where that is refused, a reload starts again. */
export function keepChallenge(clientId: string, kept: KeptChallenge, openStorage = openSessionStorage): void {
  const { challenge, secretCode } = kept
  try {
    openStorage().setItem(keyOf(clientId), JSON.stringify({ challenge, secretCode }))
  } catch (cause) {
    logFailure('The challenge cannot be kept for a reload.', cause)
  }
}

/** The challenge of an app client that this tab kept; null when there is none, it is damaged or it has expired. */
export function readKeptChallenge(clientId: string, openStorage = openSessionStorage): KeptChallenge | null {
  try {
    const text = openStorage().getItem(keyOf(clientId))
    return text === null ? null : parseKept(text)
  } catch (cause) {
    logFailure('The kept challenge cannot be answered any more.', cause)
    forgetChallenge(clientId, openStorage)
    return null
  }
}

export function forgetChallenge(clientId: string, openStorage = openSessionStorage): void {
  try {
    openStorage().removeItem(keyOf(clientId))
  } catch (cause) {
    logFailure('The kept challenge cannot be removed.', cause)
  }
}

function keyOf(clientId: string): string {
  return `revisa.challenge.${clientId}`
}

function parseKept(text: string): KeptChallenge {
  const kept = parseJson(text)
  if (typeof kept !== 'object' || kept === null || !('challenge' in kept)) throw new Error('It holds no challenge.')
  const challenge = parseChallenge(kept.challenge)
  const secretCode = 'secretCode' in kept && typeof kept.secretCode === 'string' ? kept.secretCode : undefined
  return secretCode === undefined ? { challenge } : { challenge, secretCode }
}

/** The platform's error quotes the text, which may hold a secret: this one does not. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('It is not JSON.')
  }
}
