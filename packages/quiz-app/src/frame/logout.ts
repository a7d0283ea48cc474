import { atom } from 'jotai'

import { logFailure } from '../failure-log.ts'
import { forgetRunsAtom } from '../run/open-runs.ts'
import { signOutAtom, usernameAtom } from '../session/auth.ts'
import { storageAtom } from '../storage/storage-atoms.ts'
import { eraseIfArrivedAtom, sendLastAtom } from '../sync/sync-atoms.ts'

const leavingAtom = atom(false)

/** Whether the user has pressed Logout and the session has not ended yet. */
export const isLeavingAtom = atom((get) => get(leavingAtom))

/**
 * Signs out. The app first makes one short attempt to send the unsent answers. The login screen says how many answers remain unsent.
 */
export const logoutAtom = atom(null, async (get, set) => {
  const userId = get(usernameAtom)
  if (userId === null || get(leavingAtom)) return
  set(leavingAtom, true)
  try {
    await set(sendLastAtom)
    const count = await set(forgetStudentAtom, userId)
    const place = get(storageAtom).problem() === null ? 'device' : 'page'
    const isKnown = count !== null && (count > 0 || place === 'device') // a lost database may still contain answers
    await set(signOutAtom, isKnown ? { count, place } : undefined)
  } finally {
    set(leavingAtom, false)
  }
})

/**
 * Deletes a student's answers and runs from this device if every answer has been sent.
 *
 * @returns the number of unsent answers, or null if erasing failed; if answers are unsent, the device keeps all answers and runs
 */
export const forgetStudentAtom = atom(null, async (_get, set, userId: string): Promise<number | null> => {
  try {
    const count = await set(eraseIfArrivedAtom, userId)
    if (count === 0) await set(forgetRunsAtom, userId)
    return count
  } catch (cause) {
    logFailure('The answers could not be erased from this device.', cause)
    return null
  }
})
