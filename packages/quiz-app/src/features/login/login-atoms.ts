import type { CognitoClient, MfaSetup, SignInStep } from '@cognito-srp/client'
import { ChallengeError, prepareSignIn } from '@cognito-srp/client'
import { atom } from 'jotai'

import { logFailure } from '../../failure-log.ts'
import { authStateAtom, signOutAtom } from '../../session/auth.ts'
import { failureKind, failureOf } from '../../session/identity-failure.ts'
import type { IdentityFailure } from '../../session/identity-failure.ts'
import { cognitoClientAtom } from '../../session/services.ts'
import { forgetChallenge, keepChallenge, readKeptChallenge } from './kept-challenge.ts'
import type { KeptChallenge } from './kept-challenge.ts'

/** What the login screen asks for. */
export type LoginStage =
  | { name: 'form' }
  | ({ name: 'challenge' } & KeptChallenge)
  | { name: 'device-consent'; username: string }

/** Where a step leads: on in the sign-in, or to the secret that an authenticator app is set up with. */
type Reached = SignInStep | { challenge: MfaSetup; secretCode: string }

/** Takes the sign-in further; it ends early, in whatever way, when the signal aborts. */
export type LoginStep = (client: CognitoClient, signal: AbortSignal) => Promise<Reached>

/** `failure`: how the last step failed. */
export type LoginState = { stage: LoginStage; isBusy: boolean; failure: IdentityFailure | null }

const INITIAL_LOGIN: LoginState = { stage: { name: 'form' }, isBusy: false, failure: null }

const loginStateAtom = atom<LoginState>(INITIAL_LOGIN)

/** A step on its way. One that the person abandoned stays until it has ended: only then is nothing left of it. */
const stepUnderWayAtom = atom<{ abandoning: AbortController; ended: Promise<void> } | null>(null)

/** Where the sign-in stands. A challenge is kept by the tab and survives a reload, until the sign-in leaves it. */
export const loginAtom = atom(
  (get) => get(loginStateAtom),
  (get, set, next: LoginState) => {
    const { clientId } = get(cognitoClientAtom)
    if (next.stage.name === 'challenge') keepChallenge(clientId, next.stage)
    else forgetChallenge(clientId)
    set(loginStateAtom, next)
  },
)

/** Whether the person is still in the middle of signing in, although a session may exist already. */
export const isLoginUnfinishedAtom = atom((get) => {
  const { stage, isBusy } = get(loginAtom)
  return isBusy || stage.name === 'device-consent' || get(stepUnderWayAtom) !== null
})

/** Computes what signing in needs while the person types. */
export const prepareLoginAtom = atom(null, (get) => prepareSignIn(get(cognitoClientAtom)))

/** Takes a step of the sign-in; one at a time, so that an abandoned one cannot undo what comes after it. */
export const takeLoginStepAtom = atom(null, async (get, set, step: LoginStep): Promise<void> => {
  const { stage, isBusy } = get(loginAtom)
  if (isBusy) return
  set(loginAtom, { stage, isBusy: true, failure: null })
  const abandoned = get(stepUnderWayAtom)?.ended
  const abandoning = new AbortController()
  const ended = (async () => {
    await abandoned
    await set(runLoginStepAtom, step, abandoning.signal)
  })()
  set(stepUnderWayAtom, { abandoning, ended })
  await ended
  set(stepUnderWayAtom, (last) => (last?.ended === ended ? null : last))
})

/**
 * What an abandoned step still leads to is not shown. Where it completed the sign-in all the same, that is undone: who
 * went back to the form did not want this session, and would not know of it.
 */
const runLoginStepAtom = atom(null, async (get, set, step: LoginStep, signal: AbortSignal): Promise<void> => {
  const { stage } = get(loginAtom)
  try {
    const reached = await step(get(cognitoClientAtom), signal)
    if (signal.aborted) {
      if ('session' in reached) void set(signOutAtom)
      return
    }
    set(loginAtom, { stage: stageAfter(reached), isBusy: false, failure: null })
    if ('session' in reached) set(authStateAtom, { status: 'signedIn', username: reached.session.username })
  } catch (cause) {
    if (signal.aborted) return
    logFailure('Signing in failed.', cause)
    set(loginAtom, { ...afterFailure(stage, cause), isBusy: false })
  }
})

/** Ends a sign-in whose last question changes nothing about being signed in: a failure is only logged. */
export const finishLoginAtom = atom(
  null,
  async (get, set, username: string, decision: (client: CognitoClient) => Promise<unknown>): Promise<void> => {
    await decision(get(cognitoClientAtom)).catch((cause: unknown) => {
      logFailure('The decision about this device could not be sent.', cause)
    })
    set(loginAtom, INITIAL_LOGIN)
    set(authStateAtom, { status: 'signedIn', username })
  },
)

/** Back to e-mail and password, whatever the last answer leads to. */
export const restartLoginAtom = atom(null, (get, set) => {
  get(stepUnderWayAtom)?.abandoning.abort()
  set(loginAtom, INITIAL_LOGIN)
})

/** After a reload of the tab: goes on with the challenge that it kept. */
export const resumeLoginAtom = atom(null, (get, set) => {
  const { stage, isBusy } = get(loginStateAtom)
  if (stage.name !== 'form' || isBusy) return
  const kept = readKeptChallenge(get(cognitoClientAtom).clientId)
  if (kept) set(loginStateAtom, { ...INITIAL_LOGIN, stage: { name: 'challenge', ...kept } })
})

function stageAfter(reached: Reached): LoginStage {
  if ('secretCode' in reached) return { name: 'challenge', ...reached }
  if (reached.name !== 'SIGNED_IN') return { name: 'challenge', challenge: reached }
  if (reached.device !== 'needs-consent') return { name: 'form' }
  return { name: 'device-consent', username: reached.session.username }
}

/** A failed step is taken again; where the challenge went on nevertheless from there, and once it is over, from the form. */
function afterFailure(stage: LoginStage, cause: unknown): Pick<LoginState, 'stage' | 'failure'> {
  if (cause instanceof ChallengeError && cause.challenge) {
    return { stage: { name: 'challenge', challenge: cause.challenge }, failure: failureOf(cause.cause) }
  }
  const failure = failureOf(cause)
  const isOver = failureKind(failure) === 'challenge-expired'
  return { stage: isOver ? INITIAL_LOGIN.stage : stage, failure }
}
