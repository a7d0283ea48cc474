import { expect, test } from 'vitest'

import { rejection, testClient } from '../../test/clients.ts'
import { NOW_MS, tokens } from '../../test/tokens.ts'
import type { Challenge } from '../challenge.ts'
import { ChallengeError } from '../errors.ts'
import type { AuthAnswer } from '../service/wire.ts'
import { parseChallenge, readChallenge } from './read-challenge.ts'
import { respondToChallenge } from './respond.ts'

const BASE = { username: 'ana', challengeSession: 's-1', expiresAtMs: Date.now() + 60_000 }
const read = (ChallengeName: string, ChallengeParameters: Record<string, string> = {}) =>
  readChallenge({ ChallengeName, ChallengeParameters }, BASE)

test.each([{}, { FRIENDLY_DEVICE_NAME: '' }])(
  'a code challenge with the parameters %o has no destination field',
  (parameters) => {
    expect(read('SOFTWARE_TOKEN_MFA', parameters)).toStrictEqual({ name: 'SOFTWARE_TOKEN_MFA', ...BASE })
  },
)

test('MFA_SETUP starts at the step associate and lists the available factors', () => {
  const parameters = { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA","EMAIL_OTP"]' }
  const options = ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP']
  expect(read('MFA_SETUP', parameters)).toStrictEqual({ name: 'MFA_SETUP', ...BASE, options, step: 'associate' })
})

test('the options of SELECT_CHALLENGE are read from AvailableChallenges or from a challenge parameter', () => {
  const chosen = { name: 'SELECT_CHALLENGE', ...BASE, options: ['PASSWORD'] }
  expect(read('SELECT_CHALLENGE', { AVAILABLE_CHALLENGES: '["PASSWORD"]' })).toStrictEqual(chosen)
  const answer = { ChallengeName: 'SELECT_CHALLENGE', AvailableChallenges: ['PASSWORD'] }
  expect(readChallenge(answer, BASE)).toStrictEqual(chosen)
})

test.each([
  ['a missing list', {}, []],
  ['a string instead of a list', { MFAS_CAN_CHOOSE: '"SMS_MFA"' }, []],
  ['a list with other values', { MFAS_CAN_CHOOSE: '["SMS_MFA", 1, null]' }, ['SMS_MFA']],
])('%s in the parameters %o is read as %o', (_case, parameters, options) => {
  expect(read('SELECT_MFA_TYPE', parameters)).toStrictEqual({ name: 'SELECT_MFA_TYPE', ...BASE, options })
})

test('the names of required attributes lose only their prefix', () => {
  const requiredAttributes = '["userAttributes.name", "email", "custom:userAttributes.class"]'
  expect(read('NEW_PASSWORD_REQUIRED', { requiredAttributes })).toMatchObject({
    requiredAttributes: ['name', 'email', 'custom:userAttributes.class'],
  })
})

test('fields of the wrong type are omitted from a challenge', () => {
  const parameters = { CODE_DELIVERY_DESTINATION: 7, AVAILABLE_CHALLENGES: '["PASSWORD"]', hint: 'blue' }
  const wrong = (ChallengeName: string, more: object = {}) =>
    readChallenge({ ChallengeName, ChallengeParameters: parameters, ...more } as unknown as AuthAnswer, BASE)
  expect(wrong('SMS_MFA')).toStrictEqual({ name: 'SMS_MFA', ...BASE })
  expect(wrong('CUSTOM_CHALLENGE')).toMatchObject({ parameters: { hint: 'blue' } })
  expect(wrong('SELECT_CHALLENGE', { AvailableChallenges: 7 })).toMatchObject({ options: [] })
  expect(wrong('SELECT_CHALLENGE', { AvailableChallenges: ['SMS_OTP', {}] })).toMatchObject({ options: ['SMS_OTP'] })
  expect(wrong('SMS_OTP', { ChallengeParameters: 7 })).toStrictEqual({ name: 'SMS_OTP', ...BASE })
  expect(read('NEW_PASSWORD_REQUIRED', { userAttributes: '{"email":"a@b.c","age":7}' })).toMatchObject({
    userAttributes: { email: 'a@b.c' },
  })
  expect(read('WEB_AUTHN', { CREDENTIAL_REQUEST_OPTIONS: '{"publicKey":7,"challenge":"abc"}' })).toMatchObject({
    options: { challenge: 'abc' },
  })
  expect(read('WEB_AUTHN', { CREDENTIAL_REQUEST_OPTIONS: '{"publicKey":{"challenge":"abc"}}' })).toMatchObject({
    options: { challenge: 'abc' },
  })
})

test('NEW_PASSWORD_REQUIRED without parameters has no required attributes and no user attributes', () => {
  const expected = { name: 'NEW_PASSWORD_REQUIRED', ...BASE, requiredAttributes: [], userAttributes: {} }
  expect(read('NEW_PASSWORD_REQUIRED')).toStrictEqual(expected)
})

const CHALLENGES: Challenge[] = [
  { name: 'SMS_MFA', ...BASE, destination: '+*******1234' },
  { name: 'SOFTWARE_TOKEN_MFA', ...BASE },
  { name: 'EMAIL_OTP', ...BASE },
  { name: 'SMS_OTP', ...BASE },
  { name: 'SELECT_MFA_TYPE', ...BASE, options: ['SMS_MFA'] },
  { name: 'MFA_SETUP', ...BASE, options: ['SOFTWARE_TOKEN_MFA'], step: 'verify' },
  { name: 'MFA_SETUP', ...BASE, options: [], step: 'associate' },
  { name: 'MFA_SETUP', ...BASE, options: [], step: 'complete' },
  { name: 'NEW_PASSWORD_REQUIRED', ...BASE, requiredAttributes: ['name'], userAttributes: { email: 'a@b.c' } },
  { name: 'CUSTOM_CHALLENGE', ...BASE, parameters: { question: '?' } },
  { name: 'SELECT_CHALLENGE', ...BASE, options: ['PASSWORD'] },
  { name: 'PASSWORD', ...BASE },
  { name: 'PASSWORD_SRP', ...BASE },
  { name: 'WEB_AUTHN', ...BASE, options: { challenge: 'abc' } },
  { name: 'UNKNOWN', ...BASE, challengeName: 'RETINA_SCAN', parameters: {} },
]

test.each(CHALLENGES)('$name survives storage as JSON', (challenge) => {
  expect(parseChallenge(JSON.parse(JSON.stringify(challenge)))).toEqual(challenge)
})

test.each(CHALLENGES)('$name with a damaged field is rejected with an error that names the field', (challenge) => {
  for (const field of Object.keys(challenge).filter((key) => key !== 'name')) {
    const parse = () => parseChallenge({ ...challenge, [field]: null })
    expect(parse).toThrow(ChallengeError)
    expect(parse).toThrow(field)
  }
})

test.each([
  ['undefined', undefined],
  ['null', null],
  ['a string', 'SMS_MFA'],
  ['a list', [CHALLENGES[0]]],
  ['a challenge with an unknown name', { ...BASE, name: 'SMS' }],
  ['a challenge with the name of an object method', { ...BASE, name: 'toString' }],
  ['the result of a sign-in', { name: 'SIGNED_IN', session: tokens() }],
])('%s is not a stored challenge', (_case, value) => {
  expect(() => parseChallenge(value)).toThrow(ChallengeError)
  expect(() => parseChallenge(value)).toThrow('This value is not a stored challenge.')
})

test('parseChallenge rejects a challenge with an empty user name or an infinite expiry', () => {
  expect(() => parseChallenge({ ...CHALLENGES[0], username: '' })).toThrow('username')
  expect(() => parseChallenge({ ...CHALLENGES[0], expiresAtMs: Number.POSITIVE_INFINITY })).toThrow('expiresAtMs')
})

test('parseChallenge rejects a list with values other than strings, and the error names all damaged fields', () => {
  const kept = { name: 'MFA_SETUP', ...BASE, options: ['SMS_MFA', 1], step: 'done' }
  expect(() => parseChallenge(kept)).toThrow('The stored challenge has damaged fields: options, step.')
})

test('an expired challenge is rejected', () => {
  expect(() => parseChallenge({ ...CHALLENGES[0], expiresAtMs: Date.now() })).toThrow('This challenge has expired.')
})

test('the expiry of a challenge is compared with the given time', () => {
  const kept = { ...CHALLENGES[0], expiresAtMs: NOW_MS }
  expect(parseChallenge(kept, { nowMs: NOW_MS - 1 })).toEqual(kept)
  expect(() => parseChallenge(kept, { nowMs: NOW_MS })).toThrow('This challenge has expired.')
  const withIndex = parseChallenge as (value: unknown, index: number) => Challenge // like a program without types
  expect(() => [{ ...kept, expiresAtMs: 1 }].map(withIndex)).toThrow('This challenge has expired.')
})

test('a challenge that is read after a reload is answered like the original', async () => {
  const { client, pool } = testClient({ now: Date.now })
  pool.on('RespondToAuthChallenge', { json: { AuthenticationResult: tokens({ iat: Math.floor(Date.now() / 1000) }) } })
  const challenge = parseChallenge(JSON.parse(JSON.stringify(CHALLENGES[0])))
  if (challenge.name !== 'SMS_MFA') throw new Error(`${challenge.name} came back for SMS_MFA.`)
  expect(await respondToChallenge(client, challenge, { code: '123456' })).toMatchObject({ name: 'SIGNED_IN' })
  expect(await rejection(respondToChallenge(client, challenge, { code: '' }))).toBeInstanceOf(ChallengeError)
})
