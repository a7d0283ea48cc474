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

/**
 * Steps of the deletion, in order. The device comes first, so that it does not send more answers. The account comes last, because
 * it authorises the other steps.
 */
export const DELETION_STEPS = ['device', 'server', 'account'] as const

export type DeletionStep = (typeof DELETION_STEPS)[number]

/** State of a step. `emptied` means that the server keeps an empty record; `unconfirmed` that no reply arrived and the step may have succeeded. */
export type StepState = 'waiting' | 'running' | 'done' | 'emptied' | 'failed' | 'unconfirmed'

/** Progress of a deletion, until the account is deleted and the user is signed out. */
export type Deletion = {
  userId: string
  steps: Record<DeletionStep, StepState>
  isRunning: boolean
  /** Reason why the deletion stopped, in Portuguese; null while it runs. */
  failure: string | null
}

const stateAtom = atom<Deletion | null>(null)

/** Deletion of the signed-in user's data, running or stopped midway. The state is kept when the dialog closes. */
export const deletionAtom = atom((get) => {
  const deletion = get(stateAtom)
  return deletion !== null && deletion.userId === get(usernameAtom) ? deletion : null
})

/**
 * Deletes all data of the signed-in user. The deletion starts only if the service accepts this session, or if the
 * account no longer exists. Every step can be repeated. A second attempt starts at the first step, because the user may
 * have created new data in the meantime.
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

/** Throws if the service does not accept this session. A missing account is accepted. */
async function checkAccount(client: CognitoClient): Promise<void> {
  await unlessAccountIsGone(callAccount(client, (given) => getUser(given), new AbortController().signal))
}

/** Deletes the account. A missing account counts as success, because an earlier attempt may have deleted it without receiving the reply. */
async function removeAccount(client: CognitoClient): Promise<void> {
  await unlessAccountIsGone(deleteUser(client))
  await signOut(client) // `deleteUser` has already signed out if it deleted the account
}

async function unlessAccountIsGone(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (cause) {
    if (accountFailureKind(cause) !== 'account-gone') throw cause
  }
}
