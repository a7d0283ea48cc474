import type { Clock } from '../controls/clock.ts'
import type { Deliver } from '../controls/outbox.ts'
import { authSessionEndMs, hidesUnknownUsers, type Caller } from '../pools/pools.ts'
import { createSessionText } from '../pools/secrets.ts'
import { invalidParameter, invalidSession, userNotFound, wrongPassword } from '../service-error.ts'
import type { ComputationQueue } from '../srp/computation-queue.ts'
import type { AuthSessions } from '../tokens/auth-sessions.ts'
import type { AuthMethod } from '../tokens/authentication-methods.ts'
import type { IssuedTokens, Tokens } from '../tokens/tokens.ts'
import type { AttemptLimits, Guessed } from '../users/attempt-limits.ts'
import type { DecoyUsers } from '../users/decoy-users.ts'
import { toRecordId, type UserDirectory } from '../users/user-directory.ts'
import type { Passwords } from '../users/user-passwords.ts'
import type { User } from '../users/user.ts'
import type {
  Challenge,
  ChallengeDetail,
  ChallengeName,
  ChallengeOf,
  ChallengeStore,
  FirstFactor,
  SignInProgress,
} from './challenges.ts'

const CODE_ATTEMPTS = 5

/** Challenges whose answer fails with the error for a wrong password if the sign-in has ended. */
const PASSWORD_CHALLENGES: ReadonlySet<ChallengeName> = new Set(['PASSWORD_VERIFIER', 'PASSWORD', 'PASSWORD_SRP'])

/** Services that the steps of a sign-in use. */
export type SignInServices = {
  clock: Clock
  users: UserDirectory
  passwords: Passwords
  /** Queue for computations that would block other requests. */
  compute: ComputationQueue
  challenges: ChallengeStore
  attemptLimits: AttemptLimits
  authSessions: AuthSessions
  tokens: Tokens
  deliver: Deliver
  /** Returns decoy users for unknown user names. */
  decoyUsers: DecoyUsers
  /** Secret that device group keys are derived from, so that the keys stay the same after a restart. */
  serverSecret: Buffer
}

/** A sign-in at one of its steps. */
export type SignIn = {
  services: SignInServices
  caller: Caller
  progress: SignInProgress
  /**
   * Metadata of the current answer, for triggers. The metadata of InitiateAuth reaches only the triggers that InitiateAuth
   * runs.
   */
  clientMetadata?: Record<string, string> | undefined
}

/** A sign-in with the challenge that is being answered, and the answer. */
export type ChallengeContext<Name extends ChallengeName> = SignIn & {
  challenge: ChallengeOf<Name>
  responses: Record<string, string>
}

export type NewDeviceMetadata = { DeviceKey: string; DeviceGroupKey: string }

/** Response of InitiateAuth and RespondToAuthChallenge: the next challenge or tokens. */
export type AuthAnswer = {
  ChallengeName?: ChallengeName
  Session?: string
  ChallengeParameters: Record<string, string>
  AvailableChallenges?: FirstFactor[]
  AuthenticationResult?: IssuedTokens & { NewDeviceMetadata?: NewDeviceMetadata }
  /** The user who signed in on the service's own pages. A sign-in on the service's pages returns no tokens. */
  hosted?: ProvenUser
}

/** A user who completed all proofs of a sign-in, with the completed factors. */
export type ProvenUser = {
  username: string
  sub: string
  epoch: number | undefined
  methods?: readonly AuthMethod[] | undefined
}

/** Challenges that send the user name only as USERNAME. */
const NAMED_BY_USERNAME = new Set<ChallengeDetail['name']>([
  'CUSTOM_CHALLENGE',
  'DEVICE_SRP_AUTH',
  'DEVICE_PASSWORD_VERIFIER',
])

/** Opens the next challenge of a sign-in, and stores the data that the answer will be checked against. */
export function ask(signIn: SignIn, detail: ChallengeDetail, parameters: Record<string, string> = {}): AuthAnswer {
  const isSessionless = detail.name === 'PASSWORD_VERIFIER' && signIn.progress.flow === 'USER_SRP_AUTH'
  const session = isSessionless ? undefined : createSessionText()
  const { services, caller, progress } = signIn
  const challenge: Challenge = {
    ...detail,
    handle: session ?? secretBlockOf(detail),
    ...(session !== undefined && { session }),
    poolId: caller.pool.id,
    clientId: caller.client.id,
    expiresAtMs: authSessionEndMs(caller.client, services.clock.nowMs()),
    attemptsLeft: CODE_ATTEMPTS,
    progress,
  }
  services.challenges.put(challenge)
  return {
    ChallengeName: detail.name,
    ...(session !== undefined && { Session: session }),
    ChallengeParameters: {
      [NAMED_BY_USERNAME.has(detail.name) ? 'USERNAME' : 'USER_ID_FOR_SRP']: progress.username,
      ...parameters,
    },
  }
}

/**
 * Returns a parameter or response by its wire name.
 *
 * @throws {ServiceError} InvalidParameterException if the parameter is missing.
 */
export function requireParameter(parameters: Record<string, string>, name: string): string {
  const value = parameters[name]
  if (value === undefined || value === '') throw invalidParameter(`Missing required parameter ${name}`)
  return value
}

function secretBlockOf(detail: ChallengeDetail): string {
  return 'srp' in detail ? detail.srp.secretBlock : ''
}

/**
 * The user that a name resolves to. An unknown user name has no `sub`, and the client must not learn that the name is
 * unknown.
 */
export type NamedUser = Pick<SignInProgress, 'username' | 'typed' | 'sub' | 'epoch'>

/**
 * Finds the user of a sign-in.
 *
 * @throws {ServiceError} UserNotFoundException for an unknown user name, if the client does not hide unknown users.
 */
export function findNamedUser(services: SignInServices, caller: Caller, name: string): NamedUser {
  const user = services.users.find(caller.pool, name)
  if (!user && !hidesUnknownUsers(caller)) throw userNotFound()
  if (user) return { username: toRecordId(caller.pool, user.username), sub: user.sub, epoch: user.signInEpoch }
  const typed = toRecordId(caller.pool, name)
  return { username: services.decoyUsers.of(caller.pool, typed).username, typed }
}

/**
 * Returns the current state of the user who signs in. Returns undefined if the user is unknown, deleted or replaced, or if an
 * event such as a password change or a global sign-out has ended the sign-in.
 */
export function signingInUser({ services, caller, progress }: Omit<SignIn, 'clientMetadata'>): User | undefined {
  const user = services.users.find(caller.pool, progress.username)
  return user?.sub === progress.sub && user?.signInEpoch === progress.epoch ? user : undefined
}

/**
 * Returns the user who signs in, or a decoy user for an unknown user name, so that clients see no difference. A decoy user
 * can never sign in.
 */
export function apparentUser(signIn: SignIn): User {
  const { services, caller, progress } = signIn
  return signingInUser(signIn) ?? services.decoyUsers.of(caller.pool, progress.typed ?? progress.username)
}

/** @throws {ServiceError} NotAuthorizedException if the sign-in of a known user has ended since the challenge was sent. */
export function checkNotEnded(services: SignInServices, caller: Caller, { name, progress }: Challenge): void {
  if (progress.sub === undefined || signingInUser({ services, caller, progress })) return
  throw PASSWORD_CHALLENGES.has(name) ? wrongPassword() : invalidSession()
}

/**
 * Returns the account that a guess counts against. The account includes the device only if the device is a confirmed
 * device of the user. Guesses with any other device key count against the user.
 */
export function guessedIn(signIn: SignIn): Guessed {
  const { username, sub, deviceKey } = signIn.progress
  const device = signingInUser(signIn)?.devices.find(({ key, password }) => key === deviceKey && password)
  return { pool: signIn.caller.pool, username, sub, deviceKey: device?.key }
}

/** Adds a completed factor to a sign-in. */
export function withMethod<Kind extends SignIn>(signIn: Kind, method: AuthMethod): Kind {
  const methods = new Set([...(signIn.progress.methods ?? []), method])
  return { ...signIn, progress: { ...signIn.progress, methods: [...methods] } }
}

/** Returns the user for trigger events. */
export function subjectOf(signIn: SignIn): Pick<User, 'username' | 'sub' | 'attributes'> & { status?: string } {
  return signingInUser(signIn) ?? { username: signIn.progress.username, sub: '', attributes: {} }
}

/** Returns `userNotFound` for trigger events, if the client hides unknown users. */
export function notFoundIn({ caller, progress }: SignIn): { userNotFound?: boolean } {
  return hidesUnknownUsers(caller) ? { userNotFound: progress.sub === undefined } : {}
}
