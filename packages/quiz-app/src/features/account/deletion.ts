import { deleteUser, getUser, signOut } from '@cognito-srp/client'
import type { CognitoClient } from '@cognito-srp/client'
import { atom } from 'jotai'

import { logFailure } from '../../failure-log.ts'
import { leaveByServiceAtom, usernameAtom } from '../../session/auth.ts'
import { quizApiAtom } from '../../session/quiz-api-atom.ts'
import { forgetStudyChoiceAtom } from '../../questions/study-choice.ts'
import { forgetRunsAtom } from '../../run/open-runs.ts'
import { cognitoClientAtom } from '../../session/services.ts'
import { eraseStudyDataAtom } from '../../sync/sync-atoms.ts'
import { callAccount } from './account-calls.ts'
import { accountFailureKind, describeAccountFailure, isUnconfirmed } from './account-failures.ts'

/** What is deleted, in this order: nothing may be sent again, and the account proves who asks until the end. */
export const DELETION_STEPS = ['device', 'server', 'account'] as const

export type DeletionStep = (typeof DELETION_STEPS)[number]

/** `emptied`: the server keeps an empty record; `unconfirmed`: no reply came, it may have been deleted. */
export type StepState = 'waiting' | 'running' | 'done' | 'emptied' | 'failed' | 'unconfirmed'

/** How far a deletion has come. It is over as soon as the account is gone: then nobody is signed in. */
export type Deletion = {
  userId: string
  steps: Record<DeletionStep, StepState>
  isRunning: boolean
  /** Why it stopped, in Portuguese. */
  failure: string | null
}

const stateAtom = atom<Deletion | null>(null)

/** The deletion of the signed-in user's data, under way or stopped in the middle; it outlives the dialog. */
export const deletionAtom = atom((get) => {
  const deletion = get(stateAtom)
  return deletion !== null && deletion.userId === get(usernameAtom) ? deletion : null
})

/**
 * Deletes everything of the signed-in user. It begins only where the service still takes this session for the account's
 * own. Every step may be taken again, so a second try begins at the first one: who studied on in between has data again.
 */
export const deleteEverythingAtom = atom(null, async (get, set) => {
  const userId = get(usernameAtom)
  if (userId === null || get(deletionAtom)?.isRunning) return
  const client = get(cognitoClientAtom)
  const steps: Deletion['steps'] = { device: 'waiting', server: 'waiting', account: 'waiting' }
  const show = (failure: string | null = null) =>
    set(stateAtom, { userId, steps: { ...steps }, isRunning: failure === null, failure })
  const take = async (step: DeletionStep, work: () => Promise<StepState>): Promise<void> => {
    try {
      steps[step] = 'running'
      show()
      steps[step] = await work()
    } catch (cause) {
      steps[step] = isUnconfirmed(cause) ? 'unconfirmed' : 'failed'
      throw cause
    }
  }

  try {
    show()
    await checkAccount(client)
    await take('device', async () => {
      await set(eraseStudyDataAtom)
      set(forgetStudyChoiceAtom)
      await set(forgetRunsAtom)
      return 'done'
    })
    await take('server', async () => ((await get(quizApiAtom).deleteStats()) === 'deleted' ? 'done' : 'emptied'))
    await take('account', async () => {
      const farewell = steps.server === 'emptied' ? 'account-emptied' : 'account-deleted'
      await set(leaveByServiceAtom, farewell, () => removeAccount(client))
      return 'done'
    })
    set(stateAtom, null)
  } catch (cause) {
    logFailure('Deleting the account stopped.', cause)
    show(describeAccountFailure(cause))
  }
})

/** Fails where the service would refuse the last step, before anything is deleted. */
async function checkAccount(client: CognitoClient): Promise<void> {
  await unlessAccountIsGone(callAccount(client, (given) => getUser(given), new AbortController().signal))
}

/** An account that is gone is what was wanted: an earlier try may have deleted it and not heard so. */
async function removeAccount(client: CognitoClient): Promise<void> {
  await unlessAccountIsGone(deleteUser(client))
  await signOut(client) // which `deleteUser` did already, where it had to delete something
}

async function unlessAccountIsGone(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (cause) {
    if (accountFailureKind(cause) !== 'account-gone') throw cause
  }
}
