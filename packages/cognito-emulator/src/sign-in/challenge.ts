import type { MfaType } from '../options.ts'
import type { ServerEphemeral } from '../srp/handshake.ts'
import type { ChallengeResult } from '../triggers.ts'
import type { SoftwareToken } from '../users/user.ts'

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
