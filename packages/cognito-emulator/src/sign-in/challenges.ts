import type { Clock } from '../controls/clock.ts'
import type { MfaType } from '../options/user-options.ts'
import { invalidSession } from '../service-error.ts'
import type { ServerEphemeral } from '../srp/handshake.ts'
import { createBoundedMap, type Bounds } from '../storage/bounded-map.ts'
import type { ChallengeResult, TokenTriggerSource } from '../triggers/events.ts'
import type { SentTo, SoftwareToken } from '../users/user.ts'

/** Open challenges that are kept: before the first proof and after it, of each kind so many. */
const KEPT_CHALLENGES = 50_000
const KEPT_BYTES = 32 * 2 ** 20
/** What a challenge takes in memory at least: its Session, its names, and the records around them. */
const CHALLENGE_BYTES = 1_500
/** A, B, b, the verifier and the secret block. */
const SRP_STATE_BYTES = 3_500

/** Challenges that begin a sign-in: who answers one has proven nothing before. */
const FIRST_PROOFS: ReadonlySet<string> = new Set([
  'PASSWORD_VERIFIER',
  'PASSWORD',
  'PASSWORD_SRP',
  'SELECT_CHALLENGE',
  'WEB_AUTHN',
  'CUSTOM_CHALLENGE',
])

/** The server's half of a handshake, from SRP_A until the signature is checked. `verifier` is a hex integer. */
export type SrpState = ServerEphemeral & { A: bigint; verifier: string; secretBlock: string }

/** First factors a USER_AUTH sign-in may choose. */
export type FirstFactor = 'PASSWORD' | 'PASSWORD_SRP' | 'EMAIL_OTP' | 'SMS_OTP' | 'WEB_AUTHN'

/** What a code stands for once it is right: the first proof, the second, or a new second factor. */
export type CodePurpose = 'first-factor' | 'mfa' | 'mfa-setup'

/** What the server remembers of each challenge besides what all have. */
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

/** What one sign-in carries from step to step. */
export type SignInProgress = {
  /** USER_ID_FOR_SRP: the name under which the user, or the stand-in of a name nobody has, is kept. */
  username: string
  /** What was typed where nobody has that name. */
  typed?: string
  /** Tells the user from another one of the same name; absent when nobody has the name. */
  sub?: string
  /** The user's `signInEpoch` when the sign-in began. */
  epoch?: number | undefined
  flow: string
  deviceKey?: string
  /** Why there will be tokens, where not just because somebody signed in. */
  tokenTrigger?: TokenTriggerSource
  /** Steps so far, for DefineAuthChallenge. */
  history: ChallengeResult[]
  /** The service's own pages ask: what is proven becomes a session of the browser, and its Sessions never leave the server. */
  isHosted?: true
}

/** An open question to one user, asked through one client. */
export type Challenge = ChallengeDetail & {
  /** Under which the answer finds it: its Session, or the SECRET_BLOCK where the service sends no Session. */
  handle: string
  /** Required in the answer when it was sent. */
  session?: string
  poolId: string
  clientId: string
  expiresAtMs: number
  attemptsLeft: number
  progress: SignInProgress
}

export type ChallengeOf<Name extends ChallengeName> = Challenge & Extract<ChallengeDetail, { name: Name }>

/** Whether the answer is the first proof of its sign-in. */
export function isFirstProof(challenge: ChallengeDetail): boolean {
  return FIRST_PROOFS.has(challenge.name) || ('purpose' in challenge && challenge.purpose === 'first-factor')
}

/** Open challenges of all sign-ins, in memory: a restart costs a person one more sign-in, nothing that was acknowledged. */
export type ChallengeStore = {
  put(challenge: Challenge): void
  /** @throws {ServiceError} NotAuthorizedException when there is none, it is used, or it has expired. */
  find(handle: string): Challenge
  /** From here on the handle is used up, until {@link reopen}. */
  take(challenge: Challenge): void
  reopen(challenge: Challenge): void
}

/** Strangers open as many sign-ins as they like: what they push out are each other's, not those that have gone further. */
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

/** An estimate from above. What triggers put in is as large as they make it. */
function bytesOf(_handle: string, { challenge }: Kept): number {
  const own = 'privateParameters' in challenge ? JSON.stringify(challenge.privateParameters).length : 0
  const texts = JSON.stringify(challenge.progress).length + own
  return CHALLENGE_BYTES + ('srp' in challenge ? SRP_STATE_BYTES : 0) + 2 * texts
}
