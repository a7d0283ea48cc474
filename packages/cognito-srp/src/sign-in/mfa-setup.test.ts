import { expect, test } from 'vitest'

import { rejection, testClient } from '../../test/clients.ts'
import { failure } from '../../test/scripted-pool.ts'
import { NOW_MS, storedItems, tokens } from '../../test/tokens.ts'
import type { MfaSetup } from '../challenge.ts'
import { ChallengeError, ConfigurationError } from '../errors.ts'
import { associateSoftwareToken } from './mfa-setup.ts'
import { respondToChallenge } from './respond.ts'

const granted = { json: { AuthenticationResult: tokens() } }
const SETUP: MfaSetup = {
  name: 'MFA_SETUP',
  username: 'ana',
  challengeSession: 's-1',
  expiresAtMs: NOW_MS + 180_000,
  options: ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP'],
  step: 'associate',
}

test('each step of setting up an authenticator app sends the Session of the previous response', async () => {
  const { client, pool, clock } = testClient()
  pool.on('AssociateSoftwareToken', { json: { SecretCode: 'BASE32', Session: 's-2' } })
  pool.on('VerifySoftwareToken', { json: { Status: 'SUCCESS', Session: 's-3' } })
  pool.on('RespondToAuthChallenge', granted)
  clock.nowMs += 1000
  const { secretCode, challenge } = await associateSoftwareToken(client, SETUP)
  expect(secretCode).toBe('BASE32')
  expect(challenge).toEqual({ ...SETUP, step: 'verify', challengeSession: 's-2', expiresAtMs: NOW_MS + 181_000 })
  const step = await respondToChallenge(client, challenge, { userCode: '123456', deviceName: 'Celular' })
  expect(step.name).toBe('SIGNED_IN')
  expect(pool.payload('AssociateSoftwareToken')).toEqual({ Session: 's-1' })
  expect(pool.payload('VerifySoftwareToken')).toEqual({
    Session: 's-2',
    UserCode: '123456',
    FriendlyDeviceName: 'Celular',
  })
  expect(pool.payload('RespondToAuthChallenge')).toEqual({
    ChallengeName: 'MFA_SETUP',
    ClientId: 'web',
    Session: 's-3',
    ChallengeResponses: { USERNAME: 'ana' },
  })
})

test('a challenge keeps its Session if the service does not return a new Session', async () => {
  const { client, pool } = testClient()
  pool.on('AssociateSoftwareToken', { json: { SecretCode: 'BASE32' } })
  expect((await associateSoftwareToken(client, SETUP)).challenge.challengeSession).toBe('s-1')
})

test('setting up e-mail codes requires only the address', async () => {
  const { client, pool } = testClient()
  pool.on('RespondToAuthChallenge', { json: { ChallengeName: 'EMAIL_OTP', Session: 's-2' } })
  expect(await respondToChallenge(client, SETUP, { email: 'ana@example.com' })).toMatchObject({ name: 'EMAIL_OTP' })
  expect(pool.operations).toEqual(['RespondToAuthChallenge'])
  expect(pool.payload('RespondToAuthChallenge')).toMatchObject({
    Session: 's-1',
    ChallengeResponses: { USERNAME: 'ana', EMAIL: 'ana@example.com' },
  })
})

test('after a wrong code from the app, the challenge stays at the same step', async () => {
  const { client, pool } = testClient()
  const verify = { ...SETUP, step: 'verify', challengeSession: 's-2' } as const
  pool.on('VerifySoftwareToken', failure('EnableSoftwareTokenMFAException', 'Code mismatch'), {
    json: { Status: 'SUCCESS', Session: 's-3' },
  })
  pool.on('RespondToAuthChallenge', granted)
  const answer = { userCode: '000000' }
  expect(await rejection(respondToChallenge(client, verify, answer))).toMatchObject({
    name: 'ServiceError',
    code: 'EnableSoftwareTokenMFAException',
  })
  expect(await respondToChallenge(client, verify, { userCode: '123456' })).toMatchObject({ name: 'SIGNED_IN' })
})

test('a VerifySoftwareToken status other than SUCCESS causes a ChallengeError', async () => {
  const { client, pool } = testClient()
  pool.on('VerifySoftwareToken', { json: { Status: 'ERROR', Session: 's-3' } })
  const error = await rejection(respondToChallenge(client, { ...SETUP, step: 'verify' }, { userCode: '123456' }))
  expect(error).toBeInstanceOf(ChallengeError)
  expect(error).toMatchObject({
    message: 'The service did not accept the code from the authenticator app.',
    operation: 'VerifySoftwareToken',
  })
  expect(error).not.toHaveProperty('challenge')
  expect(pool.operations).toEqual(['VerifySoftwareToken'])
})

test('if a verified code cannot be reported, the error contains the next challenge', async () => {
  const { client, pool, storage } = testClient()
  pool.on('VerifySoftwareToken', { json: { Status: 'SUCCESS', Session: 's-3' } })
  pool.on('RespondToAuthChallenge', 'drop', granted)
  const error = await rejection(respondToChallenge(client, { ...SETUP, step: 'verify' }, { userCode: '123456' }))
  expect(error).toBeInstanceOf(ChallengeError)
  const { challenge, cause, message } = error as ChallengeError
  expect(message).toContain('Answer the `challenge` of this error instead.')
  expect(cause).toMatchObject({ code: 'NetworkError' })
  expect(challenge).toEqual({ ...SETUP, step: 'complete', challengeSession: 's-3' })
  expect(storage.items.size).toBe(0)
  expect(await respondToChallenge(client, challenge as MfaSetup, { userCode: '123456' })).toMatchObject({
    name: 'SIGNED_IN',
  })
  expect(pool.operations).toEqual(['VerifySoftwareToken', 'RespondToAuthChallenge', 'RespondToAuthChallenge'])
})

test('steps in the wrong order are rejected before any request', async () => {
  const { client, pool, clock } = testClient()
  const answer = { userCode: '123456' }
  expect(await rejection(respondToChallenge(client, SETUP, answer))).toMatchObject({
    message: 'Call associateSoftwareToken for this challenge first.',
  })
  const again = await rejection(associateSoftwareToken(client, { ...SETUP, step: 'complete' }))
  expect(again).toBeInstanceOf(ChallengeError)
  expect(again).toMatchObject({ message: 'The code of this challenge has already been verified.' })
  const incomplete = { ...SETUP, step: 'verify' } as const
  expect(await rejection(respondToChallenge(client, incomplete, { userCode: '' }))).toBeInstanceOf(ChallengeError)
  const other = { ...SETUP, name: 'SMS_MFA' } as unknown as MfaSetup
  const refusal = await rejection(associateSoftwareToken(client, other))
  expect(refusal).toBeInstanceOf(ConfigurationError)
  expect(refusal).toMatchObject({
    message: 'associateSoftwareToken requires an MFA_SETUP challenge.',
    operation: 'AssociateSoftwareToken',
  })
  clock.nowMs = SETUP.expiresAtMs
  expect(await rejection(associateSoftwareToken(client, SETUP))).toMatchObject({
    message: 'This challenge has expired. Start a new sign-in.',
  })
  expect(pool.requests).toEqual([])
})

test('a signed-in user can associate an app with the access token', async () => {
  const { client, pool } = testClient({ items: storedItems(tokens()) })
  pool.on('AssociateSoftwareToken', { json: { SecretCode: 'BASE32' } }, { json: {} })
  expect(await associateSoftwareToken(client)).toEqual({ secretCode: 'BASE32' })
  expect(pool.payload('AssociateSoftwareToken')).toEqual({ AccessToken: tokens().AccessToken })
  expect(await rejection(associateSoftwareToken(client))).toMatchObject({
    message: 'The service returned no secret for the authenticator app.',
  })
})

test('without a challenge or a session, no secret is requested', async () => {
  const { client, pool } = testClient()
  expect(await rejection(associateSoftwareToken(client))).toMatchObject({ message: 'User is not authenticated' })
  expect(pool.requests).toEqual([])
})

test('an abort ends the request for a secret', async () => {
  const { client, pool } = testClient()
  const controller = new AbortController()
  pool.on('AssociateSoftwareToken', () => {
    controller.abort(new Error('left'))
    return 'hang'
  })
  const { signal } = controller
  expect(await rejection(associateSoftwareToken(client, SETUP, { signal }))).toEqual(new Error('left'))
})
