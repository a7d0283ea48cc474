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

/** State without a signed-in user. */
const NOBODY = stateOf(NOTHING_KNOWN, 'expected')

/** State after the user's data were erased; no screen waits for statistics. */
const ERASED = stateOf({ ...NOTHING_KNOWN, isNothingThere: true }, 'expected')

/** A user's study data on this device, as plain JSON. */
export type StudyData = { userId: string } & KeptStudy

const stateAtom = atom<SyncState>(NOBODY)

/** State of the signed-in user's statistics. */
export const syncStateAtom = atom((get) => get(stateAtom))

/** Whether screens need not wait for the server's statistics. */
export const isStatsLoadedAtom = atom((get) => get(stateAtom).isLoaded)

const statsAtom = atom((get) => get(stateAtom).stats)
const baseAtom = atom((get) => get(statsAtom).base)
const storedTalliesAtom = atom((get) => indexTallies(get(baseAtom)?.document.questionsStats ?? {}))

/** Tallies by question, including unsent answers. */
export const tallyOfAtom = atom((get) => tallyLookup(get(storedTalliesAtom), get(statsAtom).pending))

/** Log of this device, in memory if the browser provides no database. */
export const answerLogAtom = atom((get) => createAnswerLog(get(storageAtom)))

/** Starts to sync the signed-in user's statistics. @returns a function that stops the sync */
export const startSyncAtom = atom(null, (get, set) => {
  const opened = get(openedAtom)
  set(isFollowingAtom, true)
  const sync = openSync(get, set)
  if (sync !== null && sync === opened?.sync) sync.start() // a new engine has already started
  return () => {
    set(isFollowingAtom, false)
    closeSync(get, set)
  }
})

/** Stores an answer. A question that already has an answer in the same run, perhaps from another tab, keeps that answer. */
export const recordAnswerAtom = atom(null, async (get, set, answer: NewAnswer) => {
  const sync = openSync(get, set)
  if (sync === null) throw new Error('Answers can be stored only for a signed-in user.')
  return sync.answer(answer)
})

/** Reads the statistics when home opens (specification §4). */
export const loadStatsAtom = atom(null, async (get, set) => {
  await openSync(get, set)?.load()
})

/** Makes one short attempt to send the pending answers before the user leaves. */
export const sendLastAtom = atom(null, async (get, set) => {
  await openSync(get, set)?.sendLast()
})

/**
 * Erases a user's answers on this device if every answer has been sent.
 *
 * @returns the number of unsent answers; if it is not 0, nothing is erased
 */
export const eraseIfArrivedAtom = atom(null, (get, _set, userId: string): Promise<number> => {
  const opened = get(openedAtom)
  return opened?.userId === userId ? opened.sync.eraseIfArrived() : get(answerLogAtom).eraseIfArrived(userId)
})

/** Returns a function that reads the signed-in user's study data on this device, including the statistics last read from the server. */
export const readStudyDataAtom = atom((get) => {
  const [userId, log] = [get(usernameAtom), get(answerLogAtom)]
  return async (): Promise<StudyData> => {
    if (userId === null) throw new Error('Study data can be read only for a signed-in user.')
    return { userId, ...(await log.readAll(userId)) }
  }
})

/**
 * Stops the signed-in user's sync in all tabs and then erases the user's study data on this device. Nothing is sent afterwards.
 */
export const eraseStudyDataAtom = atom(null, async (get, set) => {
  const erased = openSync(get, set)?.erase()
  closeSync(get, set, ERASED)
  await erased
})

/**
 * Whether the sync has started. An engine that is created later, for example after the user's data were erased, starts
 * immediately.
 */
const isFollowingAtom = atom(false)

/** Engine of a user, with the function that ends its subscription. */
const openedAtom = atom<{ userId: string; sync: Sync; close: () => void } | null>(null)

/** Returns the signed-in user's engine, created on first use, or null if no user is signed in. */
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
