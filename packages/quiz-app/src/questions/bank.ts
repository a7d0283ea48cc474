import type { Question } from '@cognito-srp/contract'
import { atom } from 'jotai'
import type { Getter } from 'jotai'

import type { Bank } from '../api/quiz-api.ts'
import { logFailure } from '../failure-log.ts'
import { usernameAtom } from '../session/auth.ts'
import { networkAtom, quizApiAtom } from '../session/quiz-api-atom.ts'
import { envAtom } from '../session/services.ts'
import type { QuizDatabase } from '../storage/database.ts'
import { storageAtom } from '../storage/storage-atoms.ts'
import { withinLimit } from '../storage/within-limit.ts'
import { tallyOfAtom } from '../sync/sync-atoms.ts'
import { questionsIn, themeChoices } from './selection.ts'
import type { Selection } from './selection.ts'
import { forgetTabSelection, noteTabSelection, readTabSelection } from './tab-selection.ts'

/** State of the question bank for the screens. */
export type BankState =
  | { status: 'loading' }
  /** `skipped` is the number of the server's questions that are unusable. */
  | { status: 'ready'; questions: readonly Question[]; skipped: number }
  | { status: 'failed' }

const NO_QUESTIONS: readonly Question[] = []

/**
 * Maximum number of questions per record. The browser copies a record in one uninterrupted step, which takes less than 10 ms for 500
 * questions on a slow phone.
 */
const CHUNK_SIZE = 500

const LOADING: BankState = { status: 'loading' }

const retriesAtom = atom(0)

/** Atom that loads the bank, created anew for each user and each retry. */
const wantedBankAtom = atom((get) => {
  get(retriesAtom)
  return get(usernameAtom) === null ? atom(LOADING) : createBankAtom()
})

/** Shows the bank of the last visit immediately, and the newest bank once it has arrived. Loading starts when the atom is first read. */
export const bankAtom = atom((get) => get(get(wantedBankAtom)))

function createBankAtom() {
  const stateAtom = atom<BankState | null>(null)
  const loadedBankAtom = atom(
    (get) => get(stateAtom) ?? LOADING,
    async (get, set) => {
      if (get(stateAtom) !== null) return
      set(stateAtom, LOADING)
      const kept = await readKeptBank(get)
      if (kept) set(stateAtom, ready(kept))
      const newest = await fetchNewestBank(get, kept)
      set(stateAtom, newest ? ready(newest) : { status: 'failed' })
    },
  )
  loadedBankAtom.onMount = (load) => void load()
  return loadedBankAtom
}

function ready({ questions, skipped }: Bank): BankState {
  return { status: 'ready', questions, skipped }
}

/** Returns the bank of the last visit, or undefined if the device stores no bank that can be read. */
async function readKeptBank(get: Getter): Promise<Bank | undefined> {
  const database = await get(storageAtom).database()
  try {
    return database ? await withinLimit(readBank(database, get(envAtom).apiUrl)) : undefined
  } catch (cause) {
    logFailure('The cached questions could not be read.', cause)
    return undefined
  }
}

/**
 * Returns the server's bank. If that bank is unchanged or cannot be loaded, returns the stored bank, or undefined if no bank is stored.
 */
async function fetchNewestBank(get: Getter, kept: Bank | undefined): Promise<Bank | undefined> {
  if (kept && get(networkAtom).connection() === 'none') return kept
  try {
    const newest = await get(quizApiAtom).getQuestions(kept?.etag === undefined ? {} : { etag: kept.etag })
    if (newest === 'unchanged') return kept
    void keepBank(await get(storageAtom).database(), get(envAtom).apiUrl, newest)
    return newest
  } catch (cause) {
    logFailure('The questions could not be loaded.', cause)
    return kept
  }
}

/** Questions of the bank; empty until the bank is loaded. */
export const questionsAtom = atom((get) => {
  const bank = get(bankAtom)
  return bank.status === 'ready' ? bank.questions : NO_QUESTIONS
})

/** Questions that were answered wrong at least once. */
export const mistakesAtom = atom((get) =>
  questionsIn(get(questionsAtom), { themes: [], mistakesOnly: true }, get(tallyOfAtom)),
)

/** Themes that the user can choose. */
export const themeChoicesAtom = atom((get) => themeChoices(get(questionsAtom)))

const wantedSelectionAtom = atom<Selection | null>(null)

/** Selection that the user made and no screen has opened yet, or null. The tab stores it. */
export const selectionAtom = atom(
  (get) => get(wantedSelectionAtom),
  (get, set, selection: Selection | null) => {
    set(wantedSelectionAtom, selection)
    const username = get(usernameAtom)
    if (selection === null) forgetTabSelection()
    else if (username !== null) noteTabSelection(username, selection)
  },
)

/** Restores the signed-in user's selection after a reload of this tab, and deletes it after a sign-out. */
export const restoreSelectionAtom = atom(null, (get, set) => {
  const username = get(usernameAtom)
  if (username === null) set(selectionAtom, null)
  else set(wantedSelectionAtom, readTabSelection(username))
})

/** Retries after a failure. */
export const retryBankAtom = atom(null, (_get, set) => set(retriesAtom, (retries) => retries + 1))

/** Returns the stored bank of an API, or undefined if no bank is stored. */
export async function readBank(database: QuizDatabase, apiUrl: string): Promise<Bank | undefined> {
  const transaction = database.transaction(['banks', 'bankChunks'])
  const head = await transaction.objectStore('banks').get(apiUrl)
  if (head === undefined) return undefined
  const store = transaction.objectStore('bankChunks')
  const places = Array.from({ length: head.chunkCount }, (_, place) => place)
  const chunks = await Promise.all(places.map((place) => store.get([apiUrl, place])))
  const questions = chunks.flatMap((chunk) => chunk ?? [])
  const { etag, skipped } = head
  return { questions, skipped, ...(etag !== undefined && { etag }) }
}

/** Replaces the stored bank of an API. If the new bank cannot be stored completely, the stored bank remains. */
export async function writeBank(database: QuizDatabase, apiUrl: string, bank: Bank): Promise<void> {
  const { questions, skipped, etag } = bank
  const transaction = database.transaction(['banks', 'bankChunks'], 'readwrite')
  const heads = transaction.objectStore('banks')
  const chunks = transaction.objectStore('bankChunks')
  const chunkCount = Math.ceil(questions.length / CHUNK_SIZE)
  const write = async () => {
    await chunks.delete(IDBKeyRange.bound([apiUrl], [apiUrl, []]))
    for (let place = 0; place < chunkCount; place += 1) {
      const start = place * CHUNK_SIZE
      // Each chunk is copied in its own task.
      await chunks.put(questions.slice(start, start + CHUNK_SIZE), [apiUrl, place])
    }
    await heads.put({ chunkCount, skipped, ...(etag !== undefined && { etag }) }, apiUrl)
  }
  const written = write().catch((cause: unknown) => {
    try {
      transaction.abort() // the browser would commit the other chunks if it cannot copy one of them
    } catch {
      // The browser has already aborted the transaction.
    }
    throw cause
  })
  await Promise.all([written, transaction.done])
}

async function keepBank(database: QuizDatabase | null, apiUrl: string, bank: Bank): Promise<void> {
  try {
    if (database) await writeBank(database, apiUrl, bank)
  } catch (cause) {
    // Without the stored bank, the next visit waits for the server.
    logFailure('The questions could not be cached.', cause)
  }
}
