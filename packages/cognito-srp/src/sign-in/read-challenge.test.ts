import { expect, test } from 'vitest'

import { readChallenge } from './read-challenge.ts'

const BASE = { username: 'ana', challengeSession: 's-1', expiresAtMs: 1 }
const read = (ChallengeName: string, ChallengeParameters: Record<string, string> = {}) =>
  readChallenge({ ChallengeName, ChallengeParameters }, BASE)

test('a code without a destination has no such field', () => {
  expect(read('SOFTWARE_TOKEN_MFA')).toStrictEqual({ name: 'SOFTWARE_TOKEN_MFA', ...BASE })
})

test('a set-up starts before the association, with what can be set up', () => {
  const parameters = { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA","EMAIL_OTP"]' }
  const options = ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP']
  expect(read('MFA_SETUP', parameters)).toStrictEqual({ name: 'MFA_SETUP', ...BASE, options, step: 'associate' })
})

test('challenges to choose from come as a field of the answer or as a parameter', () => {
  const chosen = { name: 'SELECT_CHALLENGE', ...BASE, options: ['PASSWORD'] }
  expect(read('SELECT_CHALLENGE', { AVAILABLE_CHALLENGES: '["PASSWORD"]' })).toStrictEqual(chosen)
  const answer = { ChallengeName: 'SELECT_CHALLENGE', AvailableChallenges: ['PASSWORD'] }
  expect(readChallenge(answer, BASE)).toStrictEqual(chosen)
})

test.each([
  ['is missing', {}, []],
  ['is no list', { MFAS_CAN_CHOOSE: '"SMS_MFA"' }, []],
  ['holds more than texts', { MFAS_CAN_CHOOSE: '["SMS_MFA", 1, null]' }, ['SMS_MFA']],
])('of a list that %s, the texts are taken', (_case, parameters, options) => {
  expect(read('SELECT_MFA_TYPE', parameters)).toStrictEqual({ name: 'SELECT_MFA_TYPE', ...BASE, options })
})

test('attributes that cannot be read are none', () => {
  const expected = { name: 'NEW_PASSWORD_REQUIRED', ...BASE, requiredAttributes: [], userAttributes: {} }
  expect(read('NEW_PASSWORD_REQUIRED')).toStrictEqual(expected)
})
