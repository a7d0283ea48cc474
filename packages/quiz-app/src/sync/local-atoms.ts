import { atom } from 'jotai'

import { usernameAtom } from '../session/auth.ts'
import { databaseAtom } from '../storage/storage-atoms.ts'
import { createAnswerLog } from './answer-log.ts'
import { createMemoryLog } from './memory-log.ts'
import type { LocalStats } from './merge.ts'
import { openedOfflineAtom } from './network-atoms.ts'
import { indexTallies, tallyLookup } from './tally.ts'

/** Where the statistics stand: everything on the server, or so many answers waiting. */
export type SyncState = { status: 'synced'; atMs: number | null } | { status: 'unsynced'; pending: number }

const NOTHING_YET: LocalStats = { base: null, pending: [] }

/** The log of this device; in memory where the browser refuses storage. */
export const answerLogAtom = atom(async (get) => {
  const database = await get(databaseAtom)
  return database ? createAnswerLog(database) : createMemoryLog(crypto.randomUUID())
})

/** What the person sees: the server's known state and the answers it does not hold. */
export const localStatsAtom = atom<LocalStats>(NOTHING_YET)

const baseAtom = atom((get) => get(localStatsAtom).base)
const storedTalliesAtom = atom((get) => indexTallies(get(baseAtom)?.document.questionsStats ?? {}))

/** The tally of any question, unsent answers included. */
export const tallyOfAtom = atom((get) => tallyLookup(get(storedTalliesAtom), get(localStatsAtom).pending))

/** When this tab last knew everything to be on the server, in milliseconds since 1970; null before. */
export const syncedAtMsAtom = atom<number | null>(null)

export const syncStateAtom = atom((get): SyncState => {
  const pending = get(localStatsAtom).pending.length
  return pending === 0 ? { status: 'synced', atMs: get(syncedAtMsAtom) } : { status: 'unsynced', pending }
})

/** Shows what the log holds: the base and what it lacks. Done when the server's state may have changed. */
export const readLogAtom = atom(null, async (get, set) => {
  const userId = get(usernameAtom)
  if (userId === null) return
  const log = await get(answerLogAtom)
  const local = await log.read(userId)
  if (get(usernameAtom) === userId) set(localStatsAtom, local)
})

/** Shows the newest answers on the same base, which can be large and is not read again. */
export const readPendingAtom = atom(null, async (get, set): Promise<void> => {
  const userId = get(usernameAtom)
  if (userId === null) return
  const log = await get(answerLogAtom)
  const { base } = get(localStatsAtom)
  const pending = await log.readAfter(userId, base?.lastKey ?? 0)
  if (get(usernameAtom) !== userId) return
  if (get(localStatsAtom).base === base) set(localStatsAtom, { base, pending })
  else await set(readPendingAtom) // the base changed meanwhile, perhaps read before the newest answer
})

export const forgetLocalStatsAtom = atom(null, (_get, set) => {
  set(localStatsAtom, NOTHING_YET)
  set(syncedAtMsAtom, null)
})

/** Whether the server's statistics were ever read on this device; offline there is nothing to wait for. */
export const isStatsLoadedAtom = atom((get) => {
  const isOffline = get(openedOfflineAtom) || !navigator.onLine
  return get(localStatsAtom).base !== null || isOffline
})
