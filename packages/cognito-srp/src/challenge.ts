import type { AuthenticationResponseJSON, CredentialRequestOptionsJSON } from './webauthn.ts'

/** A second factor by Cognito's name; kept as received, since the service names e-mail codes in two ways. */
export type MfaType = 'SMS_MFA' | 'SOFTWARE_TOKEN_MFA' | 'EMAIL_OTP' | 'SMS_OTP' | (string & Record<never, never>)

/** How a `USER_AUTH` sign-in can begin, by Cognito's name; the service may offer one that is newer than this library. */
export type FirstFactor =
  | 'PASSWORD'
  | 'PASSWORD_SRP'
  | 'EMAIL_OTP'
  | 'SMS_OTP'
  | 'WEB_AUTHN'
  | (string & Record<never, never>)

/** `destination`: where the code went, masked by the service (`a***@e***`), or the authenticator's name. */
type CodeFields = { destination?: string }

/** How far the set-up is: no secret yet, secret given out and to be verified, verified and to be reported. */
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

/** Each answer stands in a tuple, so that names with the same answer fall together and others stay apart. */
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

/** The answer to a challenge whose type is not narrowed. */
export type AnyAnswer = ChallengeAnswers[ChallengeName][0]

/** The names a {@link Challenge} is told apart by. */
export type ChallengeName = keyof ChallengeFields

/** What every challenge holds. */
export type ChallengeBase = {
  /** The user name that the service expects from here on. */
  username: string
  /** Cognito's `Session` string: proof of the steps so far. */
  challengeSession: string
  /** When the service stops accepting an answer, in milliseconds since 1970. */
  expiresAtMs: number
  /** There in a sign-in of this flow: only then may the service go on with a choice of first factors or a password. */
  flow?: 'USER_AUTH'
}

/** The challenge of one name. */
export type ChallengeOf<Name extends ChallengeName> = {
  [N in Name]: { name: N } & ChallengeBase & ChallengeFields[N]
}[Name]

/**
 * A step of the sign-in that a person answers: plain data, told apart by `name`. It can be kept as JSON and read again
 * with `parseChallenge`.
 *
 * @example
 * function keep(challenge: Challenge): void {
 *   sessionStorage.setItem('challenge', JSON.stringify(challenge))
 * }
 */
export type Challenge = ChallengeOf<ChallengeName>

/** The challenge of setting up a second factor. */
export type MfaSetup = ChallengeOf<'MFA_SETUP'>

type IsUnion<T, Whole = T> = T extends Whole ? ([Whole] extends [T] ? false : true) : never
declare const unanswerable: unique symbol
/** Type without values. The compiler shows this text instead of the type of the answer. */
type NarrowFirst = 'Narrow the challenge by its name first.' & { [unanswerable]: true }
type OnlyAnswer<Boxed extends [unknown]> = true extends IsUnion<Boxed> ? NarrowFirst : Boxed[0]

/**
 * The answer to a challenge of type `C`. If `C` is a union of challenges with different answers, an answer does not
 * compile: narrow by `name` first.
 *
 * @example
 * const answer: AnswerTo<ChallengeOf<'NEW_PASSWORD_REQUIRED'>> = { newPassword: await ask('New password') }
 */
export type AnswerTo<C extends Challenge> = OnlyAnswer<ChallengeAnswers[C['name']]>
