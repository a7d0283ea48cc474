import { atom } from 'jotai'
import type { Getter, Setter } from 'jotai'

import { checkSessionAtom, forceSignOutAtom, usernameAtom } from '../session/auth.ts'
import { networkAtom, quizApiAtom } from '../session/quiz-api-atom.ts'
import { storageAtom } from '../storage/storage-atoms.ts'
import { createAnswerLog } from './answer-log.ts'
import type { KeptStudy, NewAnswer } from './log-store.ts'
import { NOTHING_KNOWN, stateOf } from './state.ts'
import type { SyncState } from './state.ts'
import { createSync } from './sync.ts'
import type { Sync } from './sync.ts'
import { indexTallies, tallyLookup } from './tally.ts'

/** What is shown while nobody is signed in. */
const NOBODY = stateOf(NOTHING_KNOWN, 'expected')

/** What is shown of a user whose data were erased: no screen waits for statistics that nobody reads. */
const ERASED = stateOf({ ...NOTHING_KNOWN, isNothingThere: true }, 'expected')

/** Everything the app knows of one user's studying, as plain JSON. */
export type StudyData = { userId: string } & KeptStudy

const stateAtom = atom<SyncState>(NOBODY)

/** Where the statistics of the signed-in user stand. */
export const syncStateAtom = atom((get) => get(stateAtom))

/** Whether the server's statistics were ever read on this device, or there are none to wait for. */
export const isStatsLoadedAtom = atom((get) => get(stateAtom).isLoaded)

const statsAtom = atom((get) => get(stateAtom).stats)
const baseAtom = atom((get) => get(statsAtom).base)
const storedTalliesAtom = atom((get) => indexTallies(get(baseAtom)?.document.questionsStats ?? {}))

/** The tally of any question, unsent answers included. */
export const tallyOfAtom = atom((get) => tallyLookup(get(storedTalliesAtom), get(statsAtom).pending))

/** The log of this device; in memory where the browser gives no database (any more). */
export const answerLogAtom = atom((get) => createAnswerLog(get(storageAtom)))

/** Keeps the statistics of the signed-in user in step while the app is open. @returns a function that stops */
export const startSyncAtom = atom(null, (get, set) => {
  const opened = get(openedAtom)
  set(isFollowingAtom, true)
  const sync = openSync(get, set)
  if (sync !== null && sync === opened?.sync) sync.start() // a new one starts itself
  return () => {
    set(isFollowingAtom, false)
    closeSync(get, set)
  }
})

/** Stores an answer. A question of a run that has an answer in the log, perhaps from another tab, keeps that answer. */
export const recordAnswerAtom = atom(null, async (get, set, answer: NewAnswer) => {
  const sync = openSync(get, set)
  if (sync === null) throw new Error('Answers can be stored only for a signed-in user.')
  return sync.answer(answer)
})

/** Home load (specification §4). */
export const loadStatsAtom = atom(null, async (get, set) => {
  await openSync(get, set)?.load()
})

/** The person is about to leave: waiting answers get one short try. */
export const sendLastAtom = atom(null, async (get, set) => {
  await openSync(get, set)?.sendLast()
})

/**
 * Erases what this device keeps of a user's answers, if every answer arrived.
 *
 * @returns the number of answers that did not arrive: then nothing is erased
 */
export const eraseIfArrivedAtom = atom(null, (get, _set, userId: string): Promise<number> => {
  const opened = get(openedAtom)
  return opened?.userId === userId ? opened.sync.eraseIfArrived() : get(answerLogAtom).eraseIfArrived(userId)
})

/** Reads what this device and the server's last answer hold of the signed-in user, as it is stored. */
export const readStudyDataAtom = atom((get) => {
  const [userId, log] = [get(usernameAtom), get(answerLogAtom)]
  return async (): Promise<StudyData> => {
    if (userId === null) throw new Error('Study data can be read only for a signed-in user.')
    return { userId, ...(await log.readAll(userId)) }
  }
})

/**
 * Stops the sync of the signed-in user in all tabs, then erases what this device keeps of their studying: nothing is
 * sent afterwards.
 */
export const eraseStudyDataAtom = atom(null, async (get, set) => {
  const erased = openSync(get, set)?.erase()
  closeSync(get, set, ERASED)
  await erased
})

/** Whether the engine is to follow tabs, network and page, also one that comes after erasing. */
const isFollowingAtom = atom(false)

/** The engine of one user, with the end of its subscription. */
const openedAtom = atom<{ userId: string; sync: Sync; close: () => void } | null>(null)

/** The engine of the signed-in user, created when it is first needed; null when nobody is signed in. */
function openSync(get: Getter, set: Setter): Sync | null {
  const userId = get(usernameAtom)
  const opened = get(openedAtom)
  if (userId === null) return null
  if (opened?.userId === userId) return opened.sync

  closeSync(get, set)
  const sync = createSync({
    userId,
    api: get(quizApiAtom),
    log: get(answerLogAtom),
    network: get(networkAtom),
    session: {
      check: () => set(checkSessionAtom),
      forceSignOut: async (reason) => {
        if (get(usernameAtom) === userId) await set(forceSignOutAtom, reason)
      },
    },
    onErased: () => closeSync(get, set, ERASED),
  })
  const unsubscribe = sync.subscribe((state) => set(stateAtom, state))
  set(stateAtom, sync.state())
  set(openedAtom, { userId, sync, close: unsubscribe })
  if (get(isFollowingAtom)) sync.start()
  return sync
}

function closeSync(get: Getter, set: Setter, left: SyncState = NOBODY): void {
  const opened = get(openedAtom)
  opened?.sync.stop()
  opened?.close()
  set(openedAtom, null)
  set(stateAtom, left)
}
