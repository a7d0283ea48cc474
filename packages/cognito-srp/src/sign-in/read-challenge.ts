import type { AuthAnswer } from '../service/wire.ts'
import { parseBody } from '../service/failure.ts'
import type { Challenge, ChallengeBase } from './challenge.ts'
import type { CredentialRequestOptionsJSON } from './webauthn.ts'

const ATTRIBUTE_PREFIX = /^userAttributes\./

/**
 * The challenge that an answer of the service asks a person to meet. A name that this library does not know becomes
 * `UNKNOWN`, which can be answered by hand.
 */
export function readChallenge(answer: AuthAnswer, base: ChallengeBase): Challenge {
  const { ChallengeName: name = '', ChallengeParameters } = answer
  const parameters = ChallengeParameters ?? {}
  switch (name) {
    case 'SMS_MFA':
    case 'SOFTWARE_TOKEN_MFA':
    case 'EMAIL_OTP':
    case 'SMS_OTP':
      return { name, ...base, ...readDestination(parameters) }
    case 'SELECT_MFA_TYPE':
      return { name, ...base, options: readList(parameters['MFAS_CAN_CHOOSE']) }
    case 'MFA_SETUP':
      return { name, ...base, options: readList(parameters['MFAS_CAN_SETUP']), step: 'associate' }
    case 'NEW_PASSWORD_REQUIRED':
      return { name, ...base, ...readAttributes(parameters) }
    case 'CUSTOM_CHALLENGE':
      return { name, ...base, parameters }
    case 'SELECT_CHALLENGE':
      return { name, ...base, options: answer.AvailableChallenges ?? readList(parameters['AVAILABLE_CHALLENGES']) }
    case 'PASSWORD':
    case 'PASSWORD_SRP':
      return { name, ...base }
    case 'WEB_AUTHN':
      return { name, ...base, options: readOptions(parameters['CREDENTIAL_REQUEST_OPTIONS']) }
    default:
      return { name: 'UNKNOWN', ...base, challengeName: name, parameters }
  }
}

function readDestination(parameters: Record<string, string>): { destination?: string } {
  const destination = parameters['CODE_DELIVERY_DESTINATION'] ?? parameters['FRIENDLY_DEVICE_NAME']
  return destination === undefined ? {} : { destination }
}

function readAttributes(parameters: Record<string, string>) {
  const required = readList(parameters['requiredAttributes'])
  return {
    requiredAttributes: required.map((name) => name.replace(ATTRIBUTE_PREFIX, '')),
    userAttributes: (parseBody(parameters['userAttributes'] ?? '') ?? {}) as Record<string, string>,
  }
}

function readOptions(json = ''): CredentialRequestOptionsJSON {
  const options = parseBody(json) ?? {}
  return (options['publicKey'] ?? options) as CredentialRequestOptionsJSON
}

/** A JSON list in a text; empty when it is none. */
function readList(json = ''): string[] {
  const list = parseBody(`{"list":${json}}`)?.['list']
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : []
}
