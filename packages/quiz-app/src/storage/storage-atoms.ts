import { atom } from 'jotai'
import { unwrap } from 'jotai/utils'

import { logFailure } from '../failure-log.ts'
import { openQuizDatabase } from './database.ts'

/** Name of the database on this device. */
export const databaseNameAtom = atom('revisa')

/** The database, opened when first asked for; null where the browser refuses storage. */
export const databaseAtom = atom(async (get) => {
  try {
    return await openQuizDatabase(get(databaseNameAtom))
  } catch (cause) {
    logFailure('The browser refuses storage: answers live as long as this page.', cause)
    return null
  }
})

const openedAtom = unwrap(databaseAtom)

/** Whether the browser refuses storage; false until that is known. */
export const isStorageRefusedAtom = atom((get) => get(openedAtom) === null)
