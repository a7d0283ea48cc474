import { atom } from 'jotai'

import { logFailure } from '../../failure-log.ts'
import { usernameAtom } from '../../session/auth.ts'
import { databaseAtom } from '../../storage/storage-atoms.ts'
import { leaveAtom } from '../../sync/sync-atoms.ts'
import { forgetQuiz } from './quiz-store.ts'

/** The person leaves: the quiz ends, waiting answers get one short try, and the session is over. */
export const logoutAtom = atom(null, async (get, set) => {
  const userId = get(usernameAtom)
  try {
    const database = await get(databaseAtom)
    if (database && userId !== null) await forgetQuiz(database, userId)
  } catch (cause) {
    logFailure('The last quiz could not be forgotten.', cause)
  }
  await set(leaveAtom)
})
