import { createStepStore, prepareSignIn, signIn } from '@cognito-srp/client'
import type {
  AuthenticatorSecret,
  Challenge,
  CognitoClient,
  SignInRequest,
  SignInState,
  SignInStep,
} from '@cognito-srp/client'
import { atom } from 'jotai'

import { logFailure } from '../../failure-log.ts'
import { enterAtom, usernameAtom } from '../../session/auth.ts'
import type { FailureKind } from '../../session/identity-failure.ts'
import { cognitoClientAtom, isUnreachable } from '../../session/services.ts'
import { loginText } from '../../text/login.ts'
import { keepStage, readKeptStage } from './kept-stage.ts'
import type { KeptStage, Recovery } from './kept-stage.ts'

/** Success message above the form. */
export type LoginNotice = 'password-changed' | 'account-confirmed'

/** Stage that the login screen shows. `email` is set when the user returns to the form, and empty if the address is unknown. */
export type LoginStage =
  | { name: 'form'; email?: string; notice?: LoginNotice }
  | { name: 'challenge'; challenge: Challenge; authenticator: AuthenticatorSecret | undefined }
  | KeptStage

/** Kind and text of a failure. */
export type LoginFailure = { kind: FailureKind | null; text: string }

export type LoginState = { stage: LoginStage; isBusy: boolean; failure: LoginFailure | null }

/** Request of the login screen. Returns the next step or state of the sign-in, or a stage that only the login screen has. */
export type LoginStep = (
  client: CognitoClient,
  signal: AbortSignal | undefined,
) => Promise<SignInStep | SignInState | { stage: LoginStage }>

const INITIAL_LOGIN: LoginState = { stage: { name: 'form' }, isBusy: false, failure: null }

const loginStateAtom = atom<LoginState>(INITIAL_LOGIN)

/** Store that runs one step at a time and keeps an open challenge in session storage. */
const stepStoreAtom = atom((get) => createStepStore(get(cognitoClientAtom), { keep: () => sessionStorage }))

/** Number of steps that have not finished, including cancelled steps. */
const runningAtom = atom(0)

/**
 * State of the login screen. A recovery and the question about the device survive a reload of the tab. The question about the device is
 * shown only while its user is signed in.
 */
export const loginViewAtom = atom(
  (get) => {
    const state = get(loginStateAtom)
    const { stage } = state
    return stage.name === 'device-consent' && stage.username !== get(usernameAtom) ? INITIAL_LOGIN : state
  },
  (get, set, next: LoginState) => {
    const { stage } = next
    const isKept = stage.name === 'recovery' || stage.name === 'device-consent'
    keepStage(get(cognitoClientAtom).clientId, isKept ? stage : null)
    set(loginStateAtom, next)
  },
)

/** Whether a step is running. Cancelled steps count, because they may still create a session, which the store then revokes. */
export const isSigningInAtom = atom((get) => get(loginViewAtom).isBusy || get(runningAtom) > 0)

/** Whether the user has not finished the login, although a session may already exist. */
export const isLoginUnfinishedAtom = atom(
  (get) => get(isSigningInAtom) || get(loginViewAtom).stage.name === 'device-consent',
)

/** Restores the stored stage, and shows each state of the sign-in store. @returns a function that ends the subscription */
export const followStepsAtom = atom(null, (get, set) => {
  const store = get(stepStoreAtom)
  const kept = readKeptStage(get(cognitoClientAtom).clientId)
  const follow = () => void set(showAtom, store.getSnapshot())
  if (kept) set(loginStateAtom, { ...INITIAL_LOGIN, stage: kept })
  else follow()
  return store.subscribe(follow)
})

/** Shows a state of the sign-in store after loading the text of its failure. */
const showAtom = atom(null, async (get, set, state: SignInState): Promise<void> => {
  const { stage } = get(loginStateAtom)
  if (state.phase === 'busy') return set(loginViewAtom, { stage, isBusy: true, failure: null })
  const error = 'error' in state && state.error
  const failure = error ? await describe(error, stage) : null
  if (get(stepStoreAtom).getSnapshot() !== state) return
  if (error) logFailure('Signing in failed.', error)
  set(loginViewAtom, { stage: nextStage(stage, state), isBusy: false, failure })
  if ('session' in state) set(enterAtom, state.session.username)
})

/** Prepares a sign-in while the user types. */
export const prepareLoginAtom = atom(null, (get) => prepareSignIn(get(cognitoClientAtom)))

/**
 * Signs in with the address as typed. If the service rejects an address with capitals, retries once with the address in lower
 * case.
 */
export const logInAtom = atom(null, async (get, set, request: SignInRequest): Promise<void> => {
  const attempt = (username: string) =>
    set(takeLoginStepAtom, (client, signal) => signIn(client, { ...request, username, signal }), username)
  await attempt(request.username)
  const lowered = request.username.toLowerCase()
  if (lowered !== request.username && areCredentialsRejected(get(stepStoreAtom).getSnapshot())) await attempt(lowered)
})

/** Runs a step of the login, unless another step is running. @param username user of a new sign-in */
export const takeLoginStepAtom = atom(null, async (get, set, step: LoginStep, username?: string): Promise<void> => {
  set(runningAtom, (count) => count + 1)
  await get(stepStoreAtom).run(async (signal) => {
    const result = await step(get(cognitoClientAtom), signal)
    if (!('stage' in result)) return result
    if (!signal?.aborted) set(loginViewAtom, { stage: result.stage, isBusy: true, failure: null })
    return { phase: 'form' }
  }, username)
  set(runningAtom, (count) => count - 1)
})

/** Sends the decision about the device and finishes the login. The user is already signed in, so a failure is only logged. */
export const finishLoginAtom = atom(
  null,
  async (get, set, username: string, decision: (client: CognitoClient) => Promise<unknown>): Promise<void> => {
    await decision(get(cognitoClientAtom)).catch((cause: unknown) => {
      logFailure('The decision about this device could not be sent.', cause)
    })
    set(loginViewAtom, INITIAL_LOGIN)
    set(enterAtom, username)
  },
)

/** Returns to the form. */
export const restartLoginAtom = atom(null, (get, set) => {
  const { stage } = get(loginStateAtom)
  set(cancelAndShowAtom, { name: 'form', email: stage.name === 'recovery' ? stage.recovery.username : '' })
})

/** Starts the recovery of a forgotten password. @param email content of the e-mail field */
export const forgotPasswordAtom = atom(null, (_get, set, email: string) => {
  const recovery: Recovery = { step: 'request', username: email, sent: null, isRequired: false }
  set(cancelAndShowAtom, { name: 'recovery', recovery })
})

const cancelAndShowAtom = atom(null, (get, set, stage: LoginStage) => {
  set(loginViewAtom, { ...INITIAL_LOGIN, stage })
  get(stepStoreAtom).cancel()
})

/** Returns the stage for a state of the sign-in store. A recovery stays open until the user is signed in or gets a challenge. */
function nextStage(stage: LoginStage, state: SignInState): LoginStage {
  if (state.phase === 'challenge') {
    return { name: 'challenge', challenge: state.challenge, authenticator: state.authenticator }
  }
  if (state.phase === 'deviceConsent') return { name: 'device-consent', username: state.session.username }
  if (state.phase === 'signedIn' || stage.name === 'device-consent') return { name: 'form' }
  if (stage.name === 'recovery') return stage
  if ('username' in state) {
    const isRequired = state.phase === 'passwordReset'
    const step = isRequired ? 'reset' : 'confirm'
    return { name: 'recovery', recovery: { step, username: state.username, sent: null, isRequired } }
  }
  return stage.name === 'challenge' ? { name: 'form', email: '' } : stage
}

/** Whether the service rejected the credentials. */
function areCredentialsRejected(state: SignInState): boolean {
  if (state.phase !== 'form' || state.error?.name !== 'ServiceError') return false
  const { code, reason } = state.error
  return code === 'UserNotFoundException' || reason === 'wrong-password' || reason === 'clock-skew'
}

/** Describes a failure. If the texts cannot be loaded, uses the error's message, or says that there is no connection. */
async function describe(error: Error, stage: LoginStage): Promise<LoginFailure> {
  // These two client errors wrap the error that stopped the step.
  const cause = /^(Configuration|Challenge)Error$/.test(error.name) ? (error.cause ?? error) : error
  try {
    const { describeLoginFailure } = await import('./login-failure.ts')
    return describeLoginFailure(cause, stage)
  } catch (loading) {
    logFailure('The failure texts could not be loaded.', loading)
    const hasResponse = cause instanceof Error && !isUnreachable(cause)
    const text = hasResponse ? cause.message : loginText.unreachable
    return { kind: hasResponse ? null : 'unreachable', text }
  }
}
