import { atom } from 'jotai'

import type { Bank } from '../api/quiz-api.ts'
import type { Question } from '../api/schemas.ts'
import { logFailure } from '../failure-log.ts'
import { quizApiAtom } from '../session/quiz-api-atom.ts'
import { envAtom, networkAtom } from '../session/services.ts'
import type { QuizDatabase } from '../storage/database.ts'
import { databaseAtom } from '../storage/storage-atoms.ts'
import { readBank, writeBank } from './bank-store.ts'
import { themeChoices } from './themes.ts'

export type BankState =
  | { status: 'loading' }
  | { status: 'ready'; questions: readonly Question[] }
  | { status: 'failed' }

const NO_QUESTIONS: readonly Question[] = []

export const bankAtom = atom<BankState>({ status: 'loading' })

/** The questions, empty until they are there. */
export const questionsAtom = atom((get) => {
  const bank = get(bankAtom)
  return bank.status === 'ready' ? bank.questions : NO_QUESTIONS
})

/** The themes to choose from. */
export const themeChoicesAtom = atom((get) => themeChoices(get(questionsAtom)))

/** Shows the bank of the last visit at once, then asks the server whether there is a newer one. */
export const loadBankAtom = atom(null, async (get, set) => {
  const { apiUrl } = get(envAtom)
  const database = await get(databaseAtom)
  if (get(bankAtom).status === 'failed') set(bankAtom, { status: 'loading' })

  const cached = await readCached(database, apiUrl)
  if (cached && get(bankAtom).status !== 'ready') set(bankAtom, { status: 'ready', questions: cached.questions })
  if (cached && get(networkAtom).connection() === 'none') return
  try {
    const bank = await get(quizApiAtom).getQuestions(cached?.etag === undefined ? {} : { etag: cached.etag })
    if (bank === 'unchanged') return
    set(bankAtom, { status: 'ready', questions: bank.questions })
    await keepCached(database, apiUrl, bank)
  } catch (cause) {
    logFailure('The questions could not be loaded.', cause)
    if (get(bankAtom).status !== 'ready') set(bankAtom, { status: 'failed' })
  }
})

async function readCached(database: QuizDatabase | null, apiUrl: string): Promise<Bank | undefined> {
  try {
    return database ? await readBank(database, apiUrl) : undefined
  } catch (cause) {
    logFailure('The cached questions could not be read.', cause)
    return undefined
  }
}

async function keepCached(database: QuizDatabase | null, apiUrl: string, bank: Bank): Promise<void> {
  try {
    if (database) await writeBank(database, apiUrl, bank)
  } catch (cause) {
    logFailure('The questions could not be cached.', cause) // the next visit waits for the server
  }
}
