import { hidesUnknownUsers, type Caller } from '../pools/pools.ts'
import { invalidParameter, invalidSession, notAuthorized, wrongPassword } from '../service-error.ts'
import type { PasswordRecord } from '../srp/handshake.ts'
import { endSignInsOnNewPassword } from '../tokens/end-sign-ins.ts'
import { applyAttributes, checkChangedAttributes, checkMayWrite, isVerifiedFlag } from '../users/attributes.ts'
import { recordAuthEvent } from '../users/auth-event-log.ts'
import { checkPassword, setPassword, srpIdentity } from '../users/user-passwords.ts'
import type { User } from '../users/user.ts'
import type { ChallengeDetail } from './challenges.ts'
import { checkStatus, namedDevice } from './complete.ts'
import { advanceCustomAuth } from './custom.ts'
import { afterPassword, askSecondFactor } from './next-step.ts'
import {
  apparentUser,
  ask,
  guessedIn,
  requireParameter,
  signingInUser,
  withMethod,
  type AuthAnswer,
  type SignIn,
  type ChallengeContext,
} from './sign-in.ts'
import { srpParameters, startSrp, verifySrp } from './srp.ts'

const ATTRIBUTE_PREFIX = 'userAttributes.'

/** Answers SRP_A with B. This is the first half of an SRP sign-in, which never sends the password. */
export async function askPasswordVerifier(signIn: SignIn, srpA: string): Promise<AuthAnswer> {
  const { services, progress } = signIn
  services.attemptLimits.check(guessedIn(signIn), 'password')
  rejectBeforeProof(signIn)
  const record = passwordRecordOf(signIn)
  const srp = await startSrp(services, record, srpA)
  const detail: ChallengeDetail = { name: 'PASSWORD_VERIFIER', srp }
  return ask(signIn, detail, { USERNAME: progress.username, ...srpParameters(record, srp) })
}

/** Checks the signature over the handshake. This is the second half of an SRP sign-in. */
export async function answerPasswordVerifier(context: ChallengeContext<'PASSWORD_VERIFIER'>): Promise<AuthAnswer> {
  const { services, caller, progress, challenge, responses } = context
  const identity = srpIdentity(caller.pool, progress.username)
  const user = await checkPasswordGuess(context, async (known) => {
    await verifySrp(services, challenge.srp, identity, responses)
    if (known?.password?.verifier !== challenge.srp.verifier) throw wrongPassword() // the password was changed during the handshake
  })
  const proven = withMethod(context, 'pwd')
  if (progress.flow !== 'CUSTOM_AUTH') return afterPassword(proven, user)
  return advanceCustomAuth(proven, { challengeName: 'PASSWORD_VERIFIER', challengeResult: true })
}

/** Checks a plain-text password. */
export async function checkPlainPassword(signIn: SignIn, password: string): Promise<AuthAnswer> {
  const { services, caller, progress } = signIn
  const user = await checkPasswordGuess(signIn, async () => {
    const record = passwordRecordOf(signIn)
    const isRight = await services.passwords.matches(record, caller.pool, progress.username, password)
    if (!isRight) throw wrongPassword()
  })
  return afterPassword(withMethod(signIn, 'pwd'), user)
}

/** Answers PASSWORD. */
export async function answerPassword(context: ChallengeContext<'PASSWORD'>): Promise<AuthAnswer> {
  return checkPlainPassword(context, requireParameter(context.responses, 'PASSWORD'))
}

/** Answers PASSWORD_SRP. */
export async function answerPasswordSrp(context: ChallengeContext<'PASSWORD_SRP'>): Promise<AuthAnswer> {
  return askPasswordVerifier(context, requireParameter(context.responses, 'SRP_A'))
}

/**
 * Before the proof, rejects a user who cannot sign in with any password, as the service does. If the client hides
 * unknown users, this check runs only after the proof.
 */
function rejectBeforeProof(signIn: SignIn): void {
  const user = signingInUser(signIn)
  if (user && !hidesUnknownUsers(signIn.caller)) checkStatus(user)
}

/**
 * Counts the check of a password as one guess, and returns the user after a successful proof. A proof for an unknown user name
 * always fails.
 */
async function checkPasswordGuess(signIn: SignIn, prove: (user: User | undefined) => Promise<void>): Promise<User> {
  const { attemptLimits } = signIn.services
  const guessed = guessedIn(signIn)
  attemptLimits.check(guessed, 'password')
  rejectBeforeProof(signIn)
  const user = signingInUser(signIn)
  try {
    return await attemptLimits.guess(guessed, 'password', async () => {
      await prove(user)
      if (!user) throw wrongPassword()
      return user
    })
  } catch (error) {
    recordAuthEvent(signIn.services, guessed.pool, apparentUser(signIn), { type: 'SignIn', response: 'Fail' })
    throw error
  }
}

/**
 * Returns the salt and verifier of the user's password. For an unknown user name or a user without a password, returns stable
 * values that match no password.
 */
function passwordRecordOf(signIn: SignIn): PasswordRecord {
  const { services, caller, progress } = signIn
  return signingInUser(signIn)?.password ?? services.decoyUsers.passwordRecord(caller.pool, progress.username)
}

/** Answers NEW_PASSWORD_REQUIRED with the new password and the missing attributes. */
export async function answerNewPassword(context: ChallengeContext<'NEW_PASSWORD_REQUIRED'>): Promise<AuthAnswer> {
  const { services, caller, progress, responses } = context
  const { pool } = caller
  const newPassword = requireParameter(responses, 'NEW_PASSWORD')
  const user = services.users.get(pool, progress.username)
  namedDevice(context, user)
  checkPassword(pool, newPassword)
  const newAttributes = attributesOf(responses)
  checkNewAttributes(caller, user, newAttributes)
  const password = await services.passwords.enrolNext(pool, user, newPassword)
  const changed = services.users.change(pool, user.username, (draft) => {
    if (draft.signInEpoch !== progress.epoch) throw invalidSession() // the sign-in was ended while the password was hashed
    setPassword(draft, password, pool)
    applyAttributes(draft, newAttributes)
    endSignInsOnNewPassword(services, pool, draft)
  })
  return askSecondFactor(
    {
      ...context,
      progress: { ...progress, epoch: changed.signInEpoch, tokenTrigger: 'TokenGeneration_NewPasswordChallenge' },
    },
    changed,
  )
}

/**
 * Checks the attributes that come with a new password. The new attributes must include all missing required
 * attributes, and cannot change required attributes that the user already has.
 *
 * @throws {ServiceError} InvalidParameterException, NotAuthorizedException
 */
function checkNewAttributes(caller: Caller, { attributes }: User, newAttributes: Record<string, string>): void {
  const { pool } = caller
  const names = Object.keys(newAttributes)
  const flag = names.find(isVerifiedFlag)
  if (flag) throw invalidParameter(`Cannot modify the non-mutable attribute ${flag}`)
  checkMayWrite(caller, names)
  const { requiredAttributes: required = [] } = pool.settings
  const present = required.find((name) => attributes[name] && newAttributes[name] !== undefined)
  if (present) throw notAuthorized(`Cannot modify an already provided ${present}`)
  checkChangedAttributes(pool, newAttributes)
  const missing = required.find((name) => !attributes[name] && !newAttributes[name])
  if (missing) throw invalidParameter(`Invalid attributes given, ${missing} is missing`)
}

function attributesOf(responses: Record<string, string>): Record<string, string> {
  const entries = Object.entries(responses).filter(([name]) => name.startsWith(ATTRIBUTE_PREFIX))
  return Object.fromEntries(entries.map(([name, value]) => [name.slice(ATTRIBUTE_PREFIX.length), value]))
}
