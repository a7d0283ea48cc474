import { ChallengeError } from '../errors.ts'
import type { Challenge } from './challenge.ts'

/** An answer as programs without types may give it. */
type GivenAnswer = Record<string, unknown>

/**
 * `ChallengeResponses` for an answer, without the user name and the fields of devices, secrets and SRP.
 *
 * @throws {@link ChallengeError} when the answer lacks something.
 */
export function readResponses(
  challenge: Exclude<Challenge, { name: 'MFA_SETUP' }>,
  answer: GivenAnswer,
): Record<string, string | undefined> {
  switch (challenge.name) {
    case 'SMS_MFA':
    case 'SOFTWARE_TOKEN_MFA':
    case 'EMAIL_OTP':
    case 'SMS_OTP':
      return { [`${challenge.name}_CODE`]: requireText(answer, 'code') }
    case 'SELECT_MFA_TYPE':
      return { ANSWER: requireText(answer, 'mfaType') }
    case 'NEW_PASSWORD_REQUIRED':
      return readNewPassword(answer)
    case 'CUSTOM_CHALLENGE':
      return { ANSWER: requireText(answer, 'answer') }
    case 'SELECT_CHALLENGE':
      return readChoice(answer)
    case 'PASSWORD':
      return { PASSWORD: requirePassword(answer) }
    case 'PASSWORD_SRP':
      return {}
    case 'WEB_AUTHN':
      return { CREDENTIAL: requireCredential(answer) }
    case 'UNKNOWN':
    default:
      return { ...(answer['responses'] as Record<string, string>) }
  }
}

/**
 * The password that an answer proves by SRP instead of sending it; undefined when it proves none.
 *
 * @throws {@link ChallengeError} when it should and the password is missing.
 */
export function readProvenPassword({ name }: Challenge, answer: GivenAnswer): string | undefined {
  const isChosen = name === 'SELECT_CHALLENGE' && answer['challengeName'] === 'PASSWORD_SRP'
  return name === 'PASSWORD_SRP' || isChosen ? requirePassword(answer) : undefined
}

/** @throws {@link ChallengeError} naming the missing field. */
export function requireText(answer: GivenAnswer, field: string): string {
  const value = answer[field]
  if (typeof value === 'string' && value !== '') return value
  throw new ChallengeError(`The answer to this challenge lacks "${field}".`)
}

function requirePassword({ password }: GivenAnswer): string {
  if (typeof password === 'string' && password !== '') return password
  throw new ChallengeError('PASSWORD parameter is required')
}

function requireCredential({ credential }: GivenAnswer): string {
  if (typeof credential === 'object' && credential !== null) return JSON.stringify(credential)
  throw new ChallengeError('The answer to this challenge needs a credential: `credential.toJSON()` of the passkey.')
}

function readNewPassword({ newPassword, attributes = {} }: GivenAnswer): Record<string, string> {
  if (typeof newPassword !== 'string' || newPassword === '') throw new ChallengeError('New password is required.')
  const named = Object.entries(attributes as Record<string, string>)
  return {
    NEW_PASSWORD: newPassword,
    ...Object.fromEntries(named.map(([name, value]) => [`userAttributes.${name}`, value])),
  }
}

function readChoice(answer: GivenAnswer): Record<string, string | undefined> {
  const choice = requireText(answer, 'challengeName')
  return {
    ANSWER: choice,
    PASSWORD: choice === 'PASSWORD' ? requirePassword(answer) : undefined,
    CREDENTIAL: answer['credential'] ? requireCredential(answer) : undefined,
  }
}
