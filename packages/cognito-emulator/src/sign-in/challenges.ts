import type { Clock } from '../controls.ts'
import type { MfaType } from '../options.ts'
import { invalidSession } from '../service-error.ts'
import type { ServerEphemeral } from '../srp/handshake.ts'
import type { ChallengeResult } from '../triggers.ts'
import type { SoftwareToken } from '../users/user.ts'

const KEPT_CHALLENGES = 100_000

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
  | { name: 'SMS_MFA' | 'SMS_OTP' | 'EMAIL_OTP'; code: string; purpose: CodePurpose }
  | { name: 'SELECT_MFA_TYPE'; options: MfaType[] }
  | { name: 'MFA_SETUP'; options: MfaType[]; token?: SoftwareToken }
  | { name: 'CUSTOM_CHALLENGE'; privateParameters: Record<string, string>; metadata?: string }
  | { name: 'SELECT_CHALLENGE'; options: FirstFactor[] }
  | { name: 'WEB_AUTHN'; webAuthnChallenge: string }

export type ChallengeName = ChallengeDetail['name']

/** What one sign-in carries from step to step. */
export type SignInProgress = {
  /** USER_ID_FOR_SRP: the user's real name, or the stand-in of a name nobody has. */
  username: string
  /** Tells the user from another one of the same name; absent when nobody has the name. */
  sub?: string
  flow: string
  deviceKey?: string
  /** Steps so far, for DefineAuthChallenge. */
  history: ChallengeResult[]
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

/** Open challenges of all sign-ins, in memory: a restart costs a person one more sign-in, nothing that was acknowledged. */
export type ChallengeStore = {
  put(challenge: Challenge): void
  /** @throws {ServiceError} NotAuthorizedException when there is none, it is used, or it has expired. */
  find(handle: string): Challenge
  /** From here on the handle is used up, until {@link reopen}. */
  take(challenge: Challenge): void
  reopen(challenge: Challenge): void
}

export function createChallengeStore(clock: Clock): ChallengeStore {
  const challenges = new Map<string, Challenge>()
  const used = new Set<string>()

  const forget = (handle: string): void => {
    challenges.delete(handle)
    used.delete(handle)
  }
  const forgetOldest = (): void => {
    for (const [handle, { expiresAtMs }] of challenges) {
      if (clock.nowMs() < expiresAtMs && challenges.size <= KEPT_CHALLENGES) return
      forget(handle)
    }
  }
  return {
    put(challenge) {
      forgetOldest()
      challenges.set(challenge.handle, challenge)
    },
    find(handle) {
      const challenge = challenges.get(handle)
      if (!challenge) throw invalidSession()
      if (used.has(handle)) throw invalidSession(', session can only be used once')
      if (clock.nowMs() >= challenge.expiresAtMs) throw invalidSession(', session is expired')
      return challenge
    },
    take: ({ handle }) => void used.add(handle),
    reopen: ({ handle }) => void used.delete(handle),
  }
}
