import type { AuthenticationResponseJSON, CredentialRequestOptionsJSON } from './webauthn.ts'

/**
 * Cognito's name for a second factor. The client passes the name on unchanged, because the service has two names for e-mail
 * codes (`EMAIL_OTP` and `EMAIL_MFA`).
 */
export type MfaType = 'SMS_MFA' | 'SOFTWARE_TOKEN_MFA' | 'EMAIL_OTP' | 'SMS_OTP' | (string & Record<never, never>)

/** Cognito's name for a first factor of `USER_AUTH`. The service may offer first factors that are newer than this library. */
export type FirstFactor =
  | 'PASSWORD'
  | 'PASSWORD_SRP'
  | 'EMAIL_OTP'
  | 'SMS_OTP'
  | 'WEB_AUTHN'
  | (string & Record<never, never>)

/** `destination` is the address that the code was sent to, masked by the service (`a***@e***`), or the authenticator's name. */
type CodeFields = { destination?: string }

/**
 * Next step of the MFA set-up: get a secret (`associate`), verify a code (`verify`), or report the verified code (`complete`).
 */
export type MfaSetupStep = 'associate' | 'verify' | 'complete'

type ChallengeFields = {
  SMS_MFA: CodeFields
  SOFTWARE_TOKEN_MFA: CodeFields
  EMAIL_OTP: CodeFields
  SMS_OTP: CodeFields
  SELECT_MFA_TYPE: { options: MfaType[] }
  MFA_SETUP: { options: MfaType[]; step: MfaSetupStep }
  NEW_PASSWORD_REQUIRED: { requiredAttributes: string[]; userAttributes: Record<string, string> }
  CUSTOM_CHALLENGE: { parameters: Record<string, string> }
  SELECT_CHALLENGE: { options: FirstFactor[] }
  PASSWORD: unknown
  PASSWORD_SRP: unknown
  WEB_AUTHN: { options: CredentialRequestOptionsJSON }
  UNKNOWN: { challengeName: string; parameters: Record<string, string> }
}

type CodeAnswer = { code: string }
type PasswordAnswer = { password: string }

/**
 * Answer to each challenge. The tuples let `OnlyAnswer` distinguish a union of challenges from one challenge whose answer is a
 * union (`MFA_SETUP`).
 */
type ChallengeAnswers = {
  SMS_MFA: [CodeAnswer]
  SOFTWARE_TOKEN_MFA: [CodeAnswer]
  EMAIL_OTP: [CodeAnswer]
  SMS_OTP: [CodeAnswer]
  SELECT_MFA_TYPE: [{ mfaType: MfaType }]
  MFA_SETUP: [{ userCode: string; deviceName?: string } | { email: string }]
  NEW_PASSWORD_REQUIRED: [{ newPassword: string; attributes?: Record<string, string> }]
  CUSTOM_CHALLENGE: [{ answer: string }]
  SELECT_CHALLENGE: [{ challengeName: FirstFactor; password?: string; credential?: AuthenticationResponseJSON }]
  PASSWORD: [PasswordAnswer]
  PASSWORD_SRP: [PasswordAnswer]
  WEB_AUTHN: [{ credential: AuthenticationResponseJSON }]
  UNKNOWN: [{ responses: Record<string, string> }]
}

/** Answer to a challenge whose type has not been narrowed. */
export type AnyAnswer = ChallengeAnswers[ChallengeName][0]

/** Names that discriminate {@link Challenge}. */
export type ChallengeName = keyof ChallengeFields

/** Fields of every challenge. */
export type ChallengeBase = {
  /** User name that the service expects in the following requests. */
  username: string
  /** Cognito's `Session` string, which proves the completed steps. */
  challengeSession: string
  /** Time when the service stops accepting an answer, in milliseconds since 1970. */
  expiresAtMs: number
  /** Set in the flow `USER_AUTH`, the only flow in which the service may next offer first factors or request a password. */
  flow?: 'USER_AUTH'
  /** User id (`sub`) of the session that `stepUp` replaces. Tokens for another user are rejected. */
  sub?: string
}

/** Challenge with the given name. */
export type ChallengeOf<Name extends ChallengeName> = {
  [N in Name]: { name: N } & ChallengeBase & ChallengeFields[N]
}[Name]

/**
 * Step of a sign-in that the user has to answer. A challenge is plain data, discriminated by `name`, so programs can store it as
 * JSON and read it with `parseChallenge`.
 *
 * @example
 * function keep(challenge: Challenge): void {
 *   sessionStorage.setItem('challenge', JSON.stringify(challenge))
 * }
 */
export type Challenge = ChallengeOf<ChallengeName>

/** Challenge to set up a second factor. */
export type MfaSetup = ChallengeOf<'MFA_SETUP'>

type IsUnion<T, Whole = T> = T extends Whole ? ([Whole] extends [T] ? false : true) : never
declare const unanswerable: unique symbol
/**
 * Type without values. If the challenge has not been narrowed, the compiler's error shows this text instead of the answer's type.
 */
type NarrowFirst = 'Narrow the challenge by its name first.' & { [unanswerable]: true }
type OnlyAnswer<Boxed extends [unknown]> = true extends IsUnion<Boxed> ? NarrowFirst : Boxed[0]

/**
 * Answer to a challenge of type `C`. If `C` is a union of challenges with different answers, no answer compiles until the
 * challenge is narrowed by `name`.
 *
 * @example
 * const answer: AnswerTo<ChallengeOf<'NEW_PASSWORD_REQUIRED'>> = { newPassword: await ask('New password') }
 */
export type AnswerTo<C extends Challenge> = OnlyAnswer<ChallengeAnswers[C['name']]>
