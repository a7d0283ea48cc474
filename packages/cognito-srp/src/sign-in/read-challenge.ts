import type { Challenge, ChallengeBase, ChallengeName, ChallengeOf } from '../challenge.ts'
import type { CognitoClient } from '../client.ts'
import { ChallengeError } from '../errors.ts'
import { firstText, isRecord, parseObject, readTextMembers, readTexts, type AuthAnswer } from '../service/wire.ts'
import type { CredentialRequestOptionsJSON } from '../webauthn.ts'

/**
 * Reads the challenge in a response. A challenge with an unknown name gets the name `UNKNOWN`, and the program can answer such a
 * challenge with raw responses.
 */
export function readChallenge(answer: AuthAnswer, base: ChallengeBase): Challenge {
  const name = (answer.ChallengeName ?? '') as KnownName // a new name in the types requires a case here
  const parameters = readTextMembers(answer.ChallengeParameters)
  switch (name) {
    case 'SMS_MFA':
    case 'SOFTWARE_TOKEN_MFA':
    case 'EMAIL_OTP':
    case 'SMS_OTP':
      return { name, ...base, ...readDestination(parameters) }
    case 'SELECT_MFA_TYPE':
      return { name, ...base, options: parseList(parameters['MFAS_CAN_CHOOSE']) }
    case 'MFA_SETUP':
      return { name, ...base, options: parseList(parameters['MFAS_CAN_SETUP']), step: 'associate' }
    case 'NEW_PASSWORD_REQUIRED':
      return { name, ...base, ...readUserAttributes(parameters) }
    case 'CUSTOM_CHALLENGE':
      return { name, ...base, parameters }
    case 'SELECT_CHALLENGE':
      return { name, ...base, options: readOffered(answer, parameters) }
    case 'PASSWORD':
    case 'PASSWORD_SRP':
      return { name, ...base }
    case 'WEB_AUTHN':
      return { name, ...base, options: readCredentialOptions(parameters['CREDENTIAL_REQUEST_OPTIONS']) }
    default:
      return { name: 'UNKNOWN', ...base, challengeName: name satisfies never, parameters }
  }
}

type KnownName = Exclude<ChallengeName, 'UNKNOWN'>

function readDestination(parameters: Record<string, string>): { destination?: string } {
  const destination = firstText(parameters['CODE_DELIVERY_DESTINATION'], parameters['FRIENDLY_DEVICE_NAME'])
  return destination ? { destination } : {}
}

function readUserAttributes(parameters: Record<string, string>) {
  const required = parseList(parameters['requiredAttributes'])
  return {
    requiredAttributes: required.map((name) => name.replace(/^userAttributes\./, '')),
    userAttributes: readTextMembers(parseObject(parameters['userAttributes'])),
  }
}

function readOffered({ AvailableChallenges }: AuthAnswer, parameters: Record<string, string>): string[] {
  return AvailableChallenges ? readTexts(AvailableChallenges) : parseList(parameters['AVAILABLE_CHALLENGES'])
}

function readCredentialOptions(json: string | undefined): CredentialRequestOptionsJSON {
  const options = parseObject(json) ?? {}
  const { publicKey } = options
  return (isRecord(publicKey) ? publicKey : options) as CredentialRequestOptionsJSON
}

/** Returns the strings in a JSON list, or an empty list if the text is not a JSON list. */
function parseList(json = ''): string[] {
  try {
    return readTexts(JSON.parse(json))
  } catch {
    return []
  }
}

const MS_PER_MINUTE = 60_000
const DEFAULT_VALIDITY_MINUTES = 3

/** Returns the expiry of a challenge that arrives now, in milliseconds since 1970. */
export function challengeExpiryMs({ now, authSessionValidityMinutes }: CognitoClient): number {
  return now() + (authSessionValidityMinutes ?? DEFAULT_VALIDITY_MINUTES) * MS_PER_MINUTE
}

/** @throws ChallengeError when there is no challenge, or when the challenge has expired. */
export function assertUnexpired(challenge: Challenge | undefined, nowMs: number): void {
  if (!challenge) throw new ChallengeError('There is no challenge to answer.')
  if (nowMs >= challenge.expiresAtMs) throw new ChallengeError('This challenge has expired. Start a new sign-in.')
}

/** Returns a required string from an answer. @throws ChallengeError, by default with the name of the missing field. */
export function requireText(
  answer: Record<string, unknown>,
  field: string,
  message = `The answer to this challenge lacks "${field}".`,
): string {
  const value = firstText(answer[field])
  if (value === undefined) throw new ChallengeError(message)
  return value
}

/**
 * Reads a challenge that was stored as JSON, for example across a reload.
 *
 * @param options `nowMs`: the current time in milliseconds since 1970, to check the expiry. Pass `client.now()` if the client has
 *   its own clock. Default `Date.now()`
 * @throws ChallengeError when the value is not a challenge, is damaged, or has expired.
 * @example
 * const kept = sessionStorage.getItem('challenge')
 * const challenge = kept === null ? undefined : parseChallenge(JSON.parse(kept))
 */
export function parseChallenge(value: unknown, { nowMs = Date.now() }: { nowMs?: number } = {}): Challenge {
  const kept = isRecord(value) ? value : {}
  const name = kept['name']
  if (!Object.keys(FIELDS).includes(name as string)) throw new ChallengeError('This value is not a stored challenge.')
  const checks: Record<string, Check> = { ...COMMON_FIELDS, ...FIELDS[name as ChallengeName] }
  const damaged = Object.keys(checks).filter((field) => !checks[field]?.(kept[field]))
  if (damaged.length > 0) throw new ChallengeError(`The stored challenge has damaged fields: ${damaged.join(', ')}.`)
  const challenge = kept as Challenge
  assertUnexpired(challenge, nowMs)
  return challenge
}

type Check = (value: unknown) => boolean
type FieldsOf<Name extends ChallengeName> = Exclude<keyof ChallengeOf<Name>, 'name' | keyof ChallengeBase>

const isText: Check = (value) => typeof value === 'string'
const isOptionalText: Check = (value) => value === undefined || isText(value)
const isTextList: Check = (value) => Array.isArray(value) && value.every(isText)
const isTextRecord: Check = (value) => isRecord(value) && Object.values(value).every(isText)
const isStep: Check = (value) => value === 'associate' || value === 'verify' || value === 'complete'

const COMMON_FIELDS: Record<keyof ChallengeBase, Check> = {
  username: (value) => isText(value) && value !== '',
  challengeSession: isText,
  expiresAtMs: (value) => Number.isFinite(value),
  flow: (value) => value === undefined || value === 'USER_AUTH',
  sub: isOptionalText,
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
  WEB_AUTHN: { options: isRecord },
  UNKNOWN: { challengeName: isText, parameters: isTextRecord },
}
