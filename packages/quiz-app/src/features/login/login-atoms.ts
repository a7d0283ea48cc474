import type { CognitoClient, MfaSetup, SignInRequest, SignInStep } from '@cognito-srp/client'
import { prepareSignIn, signIn } from '@cognito-srp/client'
import { atom } from 'jotai'

import { logFailure } from '../../failure-log.ts'
import { authStateAtom, signOutAtom, usernameAtom } from '../../session/auth.ts'
import type { FailureKind } from '../../session/identity-failure.ts'
import { cognitoClientAtom, isUnreachable } from '../../session/services.ts'
import { loginText } from '../../text/login.ts'
import { forgetStage, keepStage, readKeptStage } from './kept-stage.ts'
import type { KeptChallenge, KeptStage, Recovery } from './kept-stage.ts'

/** What went well before the form came back. */
export type LoginNotice = 'password-changed' | 'account-confirmed'

/** What the login screen asks for; `email` is there when the form comes back, empty where it is not known. */
export type LoginStage =
  | { name: 'form'; email?: string; notice?: LoginNotice }
  | ({ name: 'challenge' } & KeptChallenge)
  | { name: 'recovery'; recovery: Recovery }
  | { name: 'device-consent'; username: string }

/** Where a step leads: on in the sign-in, to the secret that an authenticator app is set up with, or to another stage. */
export type Reached = SignInStep | { challenge: MfaSetup; secretCode: string } | { stage: LoginStage }

/** Takes the sign-in further; it ends early, in whatever way, when the signal aborts. */
export type LoginStep = (client: CognitoClient, signal: AbortSignal) => Promise<Reached>

/** How the last step failed, and how that reads. */
export type LoginFailure = { kind: FailureKind | null; text: string }

export type LoginState = { stage: LoginStage; isBusy: boolean; failure: LoginFailure | null }

const loadLoginFailure = () => import('./login-failure.ts')

const INITIAL_LOGIN: LoginState = { stage: { name: 'form' }, isBusy: false, failure: null }

const loginStateAtom = atom<LoginState>(INITIAL_LOGIN)

/** A step on its way. One that the person abandoned stays until it has ended: only then is nothing left of it. */
const stepUnderWayAtom = atom<{ abandoning: AbortController; ended: Promise<void> } | null>(null)

/**
 * Where the sign-in stands. What waits for a code or an answer is kept by the tab and survives a reload; the question
 * about the device is asked only while its user is signed in.
 */
export const loginAtom = atom(
  (get) => {
    const state = get(loginStateAtom)
    const { stage } = state
    return stage.name === 'device-consent' && stage.username !== get(usernameAtom) ? INITIAL_LOGIN : state
  },
  (get, set, next: LoginState) => {
    const { clientId } = get(cognitoClientAtom)
    const kept = keptOf(next.stage)
    if (kept) keepStage(clientId, kept)
    else forgetStage(clientId)
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

/** Signs in with an e-mail address as typed. @see signInAgain for what a refusal leads to */
export async function signInByEmail(client: CognitoClient, request: SignInRequest): Promise<Reached> {
  try {
    return await signIn(client, request)
  } catch (cause) {
    const failure = await loadLoginFailure().catch(() => null) // judging the cause asks again, and says what it misses
    if (failure === null) throw cause
    return failure.signInAgain(client, request, cause)
  }
}

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
    if ('session' in reached) set(authStateAtom, { status: 'signedIn', username: reached.session.username })
    set(loginAtom, { stage: stageAfter(reached), isBusy: false, failure: null })
  } catch (cause) {
    if (signal.aborted) return
    logFailure('Signing in failed.', cause)
    const next = await judgeFailure(stage, cause)
    if (!signal.aborted) set(loginAtom, { ...next, isBusy: false })
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
  const { stage } = get(loginStateAtom)
  get(stepUnderWayAtom)?.abandoning.abort()
  const email = stage.name === 'recovery' ? stage.recovery.username : ''
  set(loginAtom, { ...INITIAL_LOGIN, stage: { name: 'form', email } })
})

/** A new password by a code: asks for the account first. @param email as typed into the form so far */
export const forgotPasswordAtom = atom(null, (get, set, email: string) => {
  get(stepUnderWayAtom)?.abandoning.abort()
  const recovery: Recovery = { step: 'request', username: email, sent: null, isRequired: false }
  set(loginAtom, { ...INITIAL_LOGIN, stage: { name: 'recovery', recovery } })
})

/** After a reload of the tab: goes on with what it kept. */
export const resumeLoginAtom = atom(null, (get, set) => {
  const { stage, isBusy } = get(loginStateAtom)
  if (stage.name !== 'form' || isBusy) return
  const kept = readKeptStage(get(cognitoClientAtom).clientId)
  if (kept === null) return
  set(loginStateAtom, { ...INITIAL_LOGIN, stage: stageOf(kept) })
})

function keptOf({ name: _name, ...kept }: LoginStage): KeptStage | null {
  return 'challenge' in kept || 'recovery' in kept || 'username' in kept ? kept : null
}

function stageOf(kept: KeptStage): LoginStage {
  if ('recovery' in kept) return { name: 'recovery', ...kept }
  return 'challenge' in kept ? { name: 'challenge', ...kept } : { name: 'device-consent', ...kept }
}

function stageAfter(reached: Reached): LoginStage {
  if ('stage' in reached) return reached.stage
  if ('secretCode' in reached) return { name: 'challenge', ...reached }
  if (reached.name !== 'SIGNED_IN') return { name: 'challenge', challenge: reached }
  if (reached.device !== 'needs-consent') return { name: 'form' }
  return { name: 'device-consent', username: reached.session.username }
}

/** Where the texts cannot be loaded, the service's own words are shown: they say more than that the network is gone. */
async function judgeFailure(stage: LoginStage, cause: unknown): Promise<Pick<LoginState, 'stage' | 'failure'>> {
  try {
    const { afterFailure } = await loadLoginFailure()
    return afterFailure(stage, cause)
  } catch (loading) {
    logFailure('The texts of failures could not be loaded.', loading)
    const isAnswered = cause instanceof Error && !isUnreachable(cause)
    const text = isAnswered ? cause.message : loginText.unreachable
    return { stage, failure: { kind: isAnswered ? null : 'unreachable', text } }
  }
}
