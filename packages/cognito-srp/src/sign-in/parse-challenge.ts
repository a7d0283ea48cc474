import type { CognitoClient } from '../client.ts'
import { ChallengeError } from '../errors.ts'
import type { Challenge, ChallengeName, ChallengeOf } from './challenge.ts'

type Check = (value: unknown) => boolean
type FieldsOf<Name extends ChallengeName> = Exclude<keyof ChallengeOf<Name>, 'name' | keyof typeof COMMON_FIELDS>

const MS_PER_MINUTE = 60_000

const isText: Check = (value) => typeof value === 'string'
const isOptionalText: Check = (value) => value === undefined || isText(value)
const isTextList: Check = (value) => Array.isArray(value) && value.every(isText)
const isObject: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const isTextRecord: Check = (value) => isObject(value) && Object.values(value as object).every(isText)
const isStep: Check = (value) => value === 'associate' || value === 'verify' || value === 'complete'

const COMMON_FIELDS = {
  username: (value: unknown): boolean => isText(value) && value !== '',
  challengeSession: isText,
  expiresAtMs: (value: unknown): boolean => Number.isFinite(value),
}

const FIELDS: { [Name in ChallengeName]: Record<FieldsOf<Name>, Check> } = {
  SMS_MFA: { destination: isOptionalText },
  SOFTWARE_TOKEN_MFA: { destination: isOptionalText },
  EMAIL_OTP: { destination: isOptionalText },
  SMS_OTP: { destination: isOptionalText },
  SELECT_MFA_TYPE: { options: isTextList },
  MFA_SETUP: { options: isTextList, step: isStep },
  NEW_PASSWORD_REQUIRED: { requiredAttributes: isTextList, userAttributes: isTextRecord },
  CUSTOM_CHALLENGE: { parameters: isTextRecord },
  SELECT_CHALLENGE: { options: isTextList },
  PASSWORD: {},
  PASSWORD_SRP: {},
  WEB_AUTHN: { options: isObject },
  UNKNOWN: { challengeName: isText, parameters: isTextRecord },
}

/**
 * Reads a challenge that was kept as JSON, for example over a reload: `parseChallenge(JSON.parse(text))`.
 *
 * @throws {@link ChallengeError} when it is no challenge, is damaged, or has expired.
 */
export function parseChallenge(value: unknown): Challenge {
  const kept = (isObject(value) ? value : {}) as Record<string, unknown>
  const name = kept['name']
  if (!isText(name) || !Object.hasOwn(FIELDS, name as string)) throw new ChallengeError('This is not a kept challenge.')
  const checks: Record<string, Check> = { ...COMMON_FIELDS, ...FIELDS[name as ChallengeName] }
  const damaged = Object.keys(checks).filter((field) => !checks[field]?.(kept[field]))
  if (damaged.length > 0) throw new ChallengeError(`The kept challenge is damaged in: ${damaged.join(', ')}.`)
  const challenge = kept as Challenge
  assertUnexpired(challenge, Date.now())
  return challenge
}

/** @throws {@link ChallengeError} when the service no longer accepts an answer. */
export function assertUnexpired({ expiresAtMs }: Challenge, nowMs: number): void {
  if (nowMs >= expiresAtMs) throw new ChallengeError('This challenge has expired. Start a new sign-in.')
}

/** When a challenge that arrives now expires, in milliseconds since 1970. */
export function challengeExpiryMs({ now, authSessionValidityMinutes }: CognitoClient): number {
  return now() + authSessionValidityMinutes * MS_PER_MINUTE
}
