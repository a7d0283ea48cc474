import { atom } from 'jotai'

import { isOutOfReach } from '../api/out-of-reach.ts'
import { logFailure } from '../failure-log.ts'
import { signOutAtom } from '../session/auth.ts'
import { quizApiAtom } from '../session/quiz-api-atom.ts'
import { envAtom } from '../session/services.ts'
import { sendAnswers } from './exchange.ts'
import { exchangeAtom, isExchangingAtom } from './exchange-atoms.ts'
import { answerLogAtom, localStatsAtom } from './local-atoms.ts'
import { mergeStats } from './merge.ts'
import { isOtherTabExchangingAtom } from './tabs-atoms.ts'

/** A page may leave behind requests of 64 kB in all; below this there is room for headers. */
const KEEPALIVE_MAX_BYTES = 60_000
const LOGOUT_SEND_MAX_MS = 3000

/**
 * One best-effort write when the page is hidden and may not come back. It changes nothing here: the next regular
 * exchange finds out whether it arrived.
 */
export const sendOnHideAtom = atom(null, async (get) => {
  const { base, pending } = get(localStatsAtom)
  const isBusy = get(isExchangingAtom) || get(isOtherTabExchangingAtom)
  if (base === null || pending.length === 0 || isBusy || isOutOfReach(get(envAtom).apiUrl)) return
  const { deviceId } = await get(answerLogAtom)
  const document = mergeStats({ base, pending }, base.document, deviceId)
  if (new Blob([JSON.stringify(document)]).size > KEEPALIVE_MAX_BYTES) return
  const etag = base.etag === undefined ? {} : { etag: base.etag }
  await get(quizApiAtom)
    .putStats(document, { ...etag, keepalive: true })
    .catch((cause: unknown) => logFailure('The last write before hiding did not arrive.', cause))
})

/** Logout: one short try to send what waits, then out; the log keeps what did not arrive. */
export const leaveAtom = atom(null, async (get, set) => {
  if (get(localStatsAtom).pending.length > 0 && !isOutOfReach(get(envAtom).apiUrl)) {
    const signal = AbortSignal.timeout(LOGOUT_SEND_MAX_MS)
    const tooLong = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    const sent = set(exchangeAtom, sendAnswers, signal).catch((cause: unknown) =>
      logFailure('The answers could not be sent before signing out.', cause),
    )
    await Promise.race([sent, tooLong])
  }
  await set(signOutAtom)
})
