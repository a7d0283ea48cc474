import type { Clock } from '../controls/clock.ts'
import type { Deliver } from '../controls/outbox.ts'
import { authSessionEndMs, hidesUnknownUsers, type Caller } from '../pools/pools.ts'
import { createSessionText } from '../pools/secrets.ts'
import { invalidParameter, invalidSession, userNotFound, wrongPassword } from '../service-error.ts'
import type { TurnQueue } from '../srp/turn-queue.ts'
import type { AuthSessions } from '../tokens/auth-sessions.ts'
import type { IssuedTokens, Tokens } from '../tokens/tokens.ts'
import type { AttemptLimits, Guessed } from '../users/attempt-limits.ts'
import type { StandIns } from '../users/stand-ins.ts'
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

/** Where the end of a sign-in must look like a wrong password. */
const PASSWORD_CHALLENGES: ReadonlySet<ChallengeName> = new Set(['PASSWORD_VERIFIER', 'PASSWORD', 'PASSWORD_SRP'])

/** What the steps of a sign-in work with. */
export type SignInServices = {
  clock: Clock
  users: UserDirectory
  passwords: Passwords
  /** For computations that would hold up other requests. */
  compute: TurnQueue
  challenges: ChallengeStore
  attemptLimits: AttemptLimits
  authSessions: AuthSessions
  tokens: Tokens
  deliver: Deliver
  /** Who answers for names that nobody has. */
  standIns: StandIns
  /** What device group keys are derived from, so that they stay the same. */
  serverSecret: Buffer
}

/** One sign-in at one of its steps. */
export type SignIn = {
  services: SignInServices
  caller: Caller
  progress: SignInProgress
  /** For triggers, of the answer that is judged; what InitiateAuth brings is for those that run at once. */
  clientMetadata?: Record<string, string> | undefined
}

/** An answer to a challenge. */
export type Turn<Name extends ChallengeName> = SignIn & {
  challenge: ChallengeOf<Name>
  responses: Record<string, string>
}

export type NewDeviceMetadata = { DeviceKey: string; DeviceGroupKey: string }

/** What InitiateAuth and RespondToAuthChallenge answer: the next challenge, or tokens. */
export type AuthAnswer = {
  ChallengeName?: ChallengeName
  Session?: string
  ChallengeParameters: Record<string, string>
  AvailableChallenges?: FirstFactor[]
  AuthenticationResult?: IssuedTokens & { NewDeviceMetadata?: NewDeviceMetadata }
  /** Who signed in on the service's own pages, in the place of tokens. */
  hosted?: ProvenUser
}

/** A user whose every proof was right, as it was then. */
export type ProvenUser = { username: string; sub: string; epoch: number | undefined }

/** Challenges that say whom they ask as USERNAME only. */
const NAMED_BY_USERNAME = new Set<ChallengeDetail['name']>([
  'CUSTOM_CHALLENGE',
  'DEVICE_SRP_AUTH',
  'DEVICE_PASSWORD_VERIFIER',
])

/** Asks the next question of a sign-in and remembers what its answer will be checked against. */
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

/** A parameter or response by its wire name. @throws {ServiceError} InvalidParameterException when it is missing. */
export function requireParameter(parameters: Record<string, string>, name: string): string {
  const value = parameters[name]
  if (value === undefined || value === '') throw invalidParameter(`Missing required parameter ${name}`)
  return value
}

function secretBlockOf(detail: ChallengeDetail): string {
  return 'srp' in detail ? detail.srp.secretBlock : ''
}

/** Who a name stands for. Without `sub` nobody has it, and the caller must not learn that. */
export type NamedUser = Pick<SignInProgress, 'username' | 'typed' | 'sub' | 'epoch'>

/**
 * Finds whom a sign-in names.
 *
 * @throws {ServiceError} UserNotFoundException when nobody has the name and the client may know.
 */
export function findNamedUser(services: SignInServices, caller: Caller, name: string): NamedUser {
  const user = services.users.find(caller.pool, name)
  if (!user && !hidesUnknownUsers(caller)) throw userNotFound()
  if (user) return { username: toRecordId(caller.pool, user.username), sub: user.sub, epoch: user.signInEpoch }
  const typed = toRecordId(caller.pool, name)
  return { username: services.standIns.of(caller.pool, typed).username, typed }
}

/**
 * The user who signs in, as it is now; nobody when it was never there, or is gone, or another one took its name, or when
 * what happened since the sign-in began ends it: another password, a sign-out everywhere.
 */
export function signingInUser({ services, caller, progress }: Omit<SignIn, 'clientMetadata'>): User | undefined {
  const user = services.users.find(caller.pool, progress.username)
  return user?.sub === progress.sub && user?.signInEpoch === progress.epoch ? user : undefined
}

/** The user who signs in, or who seems to: what a client sees must be the same. Nobody is ever signed in by what it has. */
export function apparentUser(signIn: SignIn): User {
  const { services, caller, progress } = signIn
  return signingInUser(signIn) ?? services.standIns.of(caller.pool, progress.typed ?? progress.username)
}

/** @throws {ServiceError} NotAuthorizedException when the sign-in of somebody has ended since the challenge was asked. */
export function checkGoesOn(services: SignInServices, caller: Caller, { name, progress }: Challenge): void {
  if (progress.sub === undefined || signingInUser({ services, caller, progress })) return
  throw PASSWORD_CHALLENGES.has(name) ? wrongPassword() : invalidSession()
}

/**
 * Against whom a proof of this sign-in counts as a guess. The device is one of the user's own, or left out: a key that
 * nobody confirmed opens no count of its own.
 */
export function guessedIn(signIn: SignIn): Guessed {
  const { username, sub, deviceKey } = signIn.progress
  const device = signingInUser(signIn)?.devices.find(({ key, password }) => key === deviceKey && password)
  return { pool: signIn.caller.pool, username, sub, deviceKey: device?.key }
}

/** Whom triggers are told about. */
export function subjectOf(signIn: SignIn): Pick<User, 'username' | 'sub' | 'attributes'> & { status?: string } {
  return signingInUser(signIn) ?? { username: signIn.progress.username, sub: '', attributes: {} }
}

/** Whether there is nobody, as triggers are told where clients are not. */
export function notFoundIn({ caller, progress }: SignIn): { userNotFound?: boolean } {
  return hidesUnknownUsers(caller) ? { userNotFound: progress.sub === undefined } : {}
}
