import type { Clock } from '../controls/clock.ts'
import type { MfaType } from '../options/user-options.ts'
import type { AcrLevel } from '../pools/acr-levels.ts'
import { invalidSession } from '../service-error.ts'
import type { ServerEphemeral } from '../srp/handshake.ts'
import { createBoundedMap, type Bounds } from '../storage/bounded-map.ts'
import type { AuthMethod } from '../tokens/authentication-methods.ts'
import type { ChallengeResult, TokenTriggerSource } from '../triggers/events.ts'
import type { SentTo, SoftwareToken } from '../users/user.ts'

/**
 * Maximum number of open challenges that wait for the first proof of their sign-in. The same maximum applies separately to
 * challenges after the first proof.
 */
const KEPT_CHALLENGES = 50_000
const KEPT_BYTES = 32 * 2 ** 20
/** Minimum memory of a challenge in bytes, for its Session, its names, and the surrounding objects. */
const CHALLENGE_BYTES = 1_500
/** Memory of A, B, b, the verifier and the secret block in bytes. */
const SRP_STATE_BYTES = 3_500

/** Challenges that can start a sign-in. A client that receives such a challenge may not have proven anything yet. */
const FIRST_PROOFS: ReadonlySet<string> = new Set([
  'PASSWORD_VERIFIER',
  'PASSWORD',
  'PASSWORD_SRP',
  'SELECT_CHALLENGE',
  'WEB_AUTHN',
  'CUSTOM_CHALLENGE',
])

/** Server state of an SRP handshake, from SRP_A until the signature is checked. `verifier` is a hex integer. */
export type SrpState = ServerEphemeral & { A: bigint; verifier: string; secretBlock: string }

/** First factors that a USER_AUTH sign-in can offer. */
export type FirstFactor = 'PASSWORD' | 'PASSWORD_SRP' | 'EMAIL_OTP' | 'SMS_OTP' | 'WEB_AUTHN'

/** The factor that a correct code completes: the first factor, the second factor, or a new second factor. */
export type CodePurpose = 'first-factor' | 'mfa' | 'mfa-setup'

/** Data that depends on the kind of challenge. */
export type ChallengeDetail =
  | { name: 'PASSWORD_VERIFIER'; srp: SrpState }
  | { name: 'PASSWORD' | 'PASSWORD_SRP' | 'SOFTWARE_TOKEN_MFA' | 'NEW_PASSWORD_REQUIRED' }
  | { name: 'DEVICE_SRP_AUTH'; deviceKey: string }
  | { name: 'DEVICE_PASSWORD_VERIFIER'; deviceKey: string; srp: SrpState }
  | { name: 'SMS_MFA' | 'SMS_OTP' | 'EMAIL_OTP'; code: string; purpose: CodePurpose; sentTo: SentTo }
  | { name: 'SELECT_MFA_TYPE'; options: MfaType[] }
  | { name: 'MFA_SETUP'; options: MfaType[]; token?: SoftwareToken }
  | { name: 'CUSTOM_CHALLENGE'; privateParameters: Record<string, string>; metadata?: string }
  | { name: 'SELECT_CHALLENGE'; options: FirstFactor[] }
  | { name: 'WEB_AUTHN'; webAuthnChallenge: string }

export type ChallengeName = ChallengeDetail['name']

/** State of a sign-in that all its steps share. */
export type SignInProgress = {
  /** USER_ID_FOR_SRP: the stored name of the user or decoy user. */
  username: string
  /** The user name as entered, if no user has this name. */
  typed?: string
  /** Distinguishes the user from a later user with the same name. Absent for an unknown user name. */
  sub?: string
  /** The user's `signInEpoch` when the sign-in began. */
  epoch?: number | undefined
  flow: string
  /** Factors that the user completed, in the order of completion. A step-up starts with the factors in the access token. */
  methods?: readonly AuthMethod[]
  /** Authentication levels that the client requests, in order of priority. Default: any level. */
  levels?: readonly AcrLevel[]
  deviceKey?: string
  /** Trigger source of the tokens. Default: a normal sign-in. */
  tokenTrigger?: TokenTriggerSource
  /** Completed steps, for DefineAuthChallenge. */
  history: ChallengeResult[]
  /**
   * True if the sign-in runs on the service's own pages. A sign-in on these pages starts a browser session instead of
   * returning tokens, and its Sessions never leave the server.
   */
  isHosted?: true
}

/** An open challenge for one user of one client. */
export type Challenge = ChallengeDetail & {
  /** Key of the challenge: the Session, or the SECRET_BLOCK if the service does not send a Session. */
  handle: string
  /** The Session that the answer must contain, if the challenge was sent with a Session. */
  session?: string
  poolId: string
  clientId: string
  expiresAtMs: number
  attemptsLeft: number
  progress: SignInProgress
}

export type ChallengeOf<Name extends ChallengeName> = Challenge & Extract<ChallengeDetail, { name: Name }>

/** Whether the answer to a challenge can be the first proof of its sign-in. */
export function isFirstProof(challenge: ChallengeDetail): boolean {
  return FIRST_PROOFS.has(challenge.name) || ('purpose' in challenge && challenge.purpose === 'first-factor')
}

/**
 * Open challenges of all sign-ins, which are stored in memory. After a restart, users have to start their sign-ins again.
 */
export type ChallengeStore = {
  put(challenge: Challenge): void
  /** @throws {ServiceError} NotAuthorizedException if the challenge is unknown, used or expired. */
  find(handle: string): Challenge
  /** Marks the handle as used, until {@link reopen} is called. */
  take(challenge: Challenge): void
  reopen(challenge: Challenge): void
}

/**
 * Anyone can start any number of sign-ins. Challenges that can start a sign-in can therefore displace only each other,
 * and never a challenge that always follows a proof.
 */
export function createChallengeStore(clock: Clock): ChallengeStore {
  const isOver = ({ challenge }: Kept): boolean => clock.nowMs() >= challenge.expiresAtMs
  const bounds: Bounds<Kept> = { entries: KEPT_CHALLENGES, bytes: KEPT_BYTES, sizeOf: bytesOf, isOver }
  const [started, proven] = [createBoundedMap(bounds), createBoundedMap(bounds)]
  const get = (handle: string): Kept | undefined => proven.get(handle) ?? started.get(handle)

  return {
    put(challenge) {
      const challenges = isFirstProof(challenge) ? started : proven
      challenges.set(challenge.handle, { challenge, isUsed: false })
    },
    find(handle) {
      const kept = get(handle)
      if (!kept) throw invalidSession()
      if (kept.isUsed) throw invalidSession(', session can only be used once')
      if (isOver(kept)) throw invalidSession(', session is expired')
      return kept.challenge
    },
    take: ({ handle }) => setUsed(get(handle), true),
    reopen: ({ handle }) => setUsed(get(handle), false),
  }
}

type Kept = { challenge: Challenge; isUsed: boolean }

function setUsed(kept: Kept | undefined, isUsed: boolean): void {
  if (kept) kept.isUsed = isUsed
}

/** Returns an upper estimate of the memory of a challenge. Data from triggers is counted at its actual size. */
function bytesOf(_handle: string, { challenge }: Kept): number {
  const own = 'privateParameters' in challenge ? JSON.stringify(challenge.privateParameters).length : 0
  const texts = JSON.stringify(challenge.progress).length + own
  return CHALLENGE_BYTES + ('srp' in challenge ? SRP_STATE_BYTES : 0) + 2 * texts
}
