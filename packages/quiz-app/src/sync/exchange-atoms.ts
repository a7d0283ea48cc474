import { atom } from 'jotai'

import { ApiError } from '../api/api-error.ts'
import { isOutOfReach } from '../api/out-of-reach.ts'
import { logFailure } from '../failure-log.ts'
import { checkSessionAtom, forceSignOutAtom, usernameAtom } from '../session/auth.ts'
import type { SignOutReason } from '../session/auth.ts'
import { quizApiAtom } from '../session/quiz-api-atom.ts'
import { envAtom } from '../session/services.ts'
import type { NewAnswer } from './answer-log.ts'
import { loadStats, sendAnswers } from './exchange.ts'
import type { Exchange } from './exchange.ts'
import { answerLogAtom, localStatsAtom, readLogAtom, readPendingAtom, syncedAtMsAtom } from './local-atoms.ts'
import { openedOfflineAtom } from './network-atoms.ts'
import { createStatsLock } from './stats-lock.ts'
import { announceAtom } from './tabs-atoms.ts'

/** Time between the first unsent answer and the send (specification §9). */
export const STATS_SYNC_DELAY_MS = 10_000

const statsLockAtom = atom(() => createStatsLock(globalThis.navigator.locks))

/** The running one-shot timer, owned by the signed-in app: a screen that goes away does not stop it. */
const syncTimerAtom = atom<ReturnType<typeof setTimeout> | null>(null)

/** Whether this tab is exchanging statistics with the server. */
export const isExchangingAtom = atom(false)

/** Starts the one-shot send timer unless it runs; the flag falls when the send is triggered, not when it ends. */
export const scheduleSyncAtom = atom(null, (get, set) => {
  if (get(syncTimerAtom) !== null) return
  const timer = setTimeout(() => {
    set(syncTimerAtom, null)
    void set(sendStatsAtom)
  }, STATS_SYNC_DELAY_MS)
  set(syncTimerAtom, timer)
})

export const stopSyncTimerAtom = atom(null, (get, set) => {
  const timer = get(syncTimerAtom)
  if (timer !== null) clearTimeout(timer)
  set(syncTimerAtom, null)
})

/**
 * Makes an answer safe, then shows it and starts the send timer.
 *
 * Rejects when this device cannot keep the answer; then it does not count.
 */
export const recordAnswerAtom = atom(null, async (get, set, answer: NewAnswer) => {
  const userId = get(usernameAtom)
  if (userId === null) throw new Error('An answer needs a signed-in user.')
  const log = await get(answerLogAtom)
  await log.append(userId, answer)
  await set(readPendingAtom)
  set(announceAtom, 'answered')
  set(scheduleSyncAtom)
})

/** Home load (specification §4): the server's statistics, created empty where there are none. */
export const loadStatsAtom = atom(null, async (_get, set) => {
  const onCreationFailed = (cause: unknown) => {
    logFailure('The statistics could not be created.', cause)
    void set(checkSessionAtom) // creation redirects to /login when nobody is signed in
  }
  await set(exchangeOrSignOutAtom, 'stats-failed', (exchange) => loadStats(exchange, onCreationFailed))
})

/** Sends what waits; a failure is logged and signs out, and the log keeps the answers (specification §8). */
export const sendStatsAtom = atom(null, async (_get, set) => {
  await set(exchangeOrSignOutAtom, 'sync-failed', sendAnswers)
})

/** The exchange of one user with the server, alone over all tabs; what it changed is shown here and there. */
export const exchangeAtom = atom(null, async (get, set, exchange: StatsExchange, signal?: AbortSignal) => {
  const userId = get(usernameAtom)
  if (userId === null) return
  const log = await get(answerLogAtom)
  const lock = get(statsLockAtom)
  const call = { api: get(quizApiAtom), log, userId, ...(signal && { signal }) }
  let outcome: 'exchanged' | 'failed' = 'failed'
  set(isExchangingAtom, true)
  try {
    await lock(userId, async () => {
      set(announceAtom, 'exchanging')
      await exchange(call)
    })
    outcome = 'exchanged'
    set(syncedAtMsAtom, Date.now())
  } finally {
    set(isExchangingAtom, false)
    set(announceAtom, outcome)
    await set(readLogAtom)
  }
})

type StatsExchange = (exchange: Exchange) => Promise<unknown>

const exchangeOrSignOutAtom = atom(null, async (get, set, reason: SignOutReason, exchange: StatsExchange) => {
  if (isOutOfReach(get(envAtom).apiUrl)) return // the `online` event sends what waits
  const userId = get(usernameAtom)
  try {
    await set(exchangeAtom, exchange)
    set(openedOfflineAtom, false)
  } catch (cause) {
    if (!isNoAttempt(cause, get(openedOfflineAtom))) {
      set(openedOfflineAtom, false)
      logFailure(reason === 'sync-failed' ? 'Sending statistics failed.' : 'Reading statistics failed.', cause)
      if (userId !== null && get(usernameAtom) === userId) await set(forceSignOutAtom, reason)
      return
    }
  }
  if (get(localStatsAtom).pending.length > 0) set(scheduleSyncAtom)
})

/** Being offline, or without a token because the identity service is away, says nothing about the server. */
function isNoAttempt(cause: unknown, openedOffline: boolean): boolean {
  if (!(cause instanceof ApiError)) return false
  return cause.code === 'NoToken' || (cause.code === 'Unreachable' && (openedOffline || !navigator.onLine))
}
