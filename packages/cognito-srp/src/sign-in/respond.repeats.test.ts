import { expect, test } from 'vitest'

import { rejection, testClient } from '../../test/clients.ts'
import { failure } from '../../test/scripted-pool.ts'
import { SRP_PARAMETERS } from '../../test/srp-parameters.ts'
import { NOW_MS, tokens } from '../../test/tokens.ts'
import type { ChallengeOf } from '../challenge.ts'
import { ChallengeError } from '../errors.ts'
import { respondToChallenge } from './respond.ts'
import { signIn } from './sign-in.ts'

const granted = { json: { AuthenticationResult: tokens() } }
const BASE = { username: 'ana', challengeSession: 's-1', expiresAtMs: NOW_MS + 180_000 }

test('after a wrong code, the same challenge can be answered again', async () => {
  const { client, pool } = testClient()
  pool.on('RespondToAuthChallenge', failure('CodeMismatchException', 'Invalid code received for user'), granted)
  const challenge = { name: 'SMS_MFA', ...BASE } as const
  const error = await rejection(respondToChallenge(client, challenge, { code: '000000' }))
  expect(error).toMatchObject({ name: 'ServiceError', code: 'CodeMismatchException' })
  expect(await respondToChallenge(client, challenge, { code: '123456' })).toMatchObject({ name: 'SIGNED_IN' })
})

test('each response from the service sets a new Session and a new expiry', async () => {
  const { client, pool, clock } = testClient()
  clock.nowMs += 60_000
  pool.on('RespondToAuthChallenge', { json: { ChallengeName: 'EMAIL_OTP', Session: 's-2' } })
  const step = await respondToChallenge(client, { name: 'PASSWORD', ...BASE }, { password: 'Senha-123' })
  const advanced = { challengeSession: 's-2', expiresAtMs: NOW_MS + 240_000, flow: 'USER_AUTH' }
  expect(step).toEqual({ name: 'EMAIL_OTP', ...BASE, ...advanced })
})

test('a challenge that has expired according to the app client’s setting is rejected before any request', async () => {
  const { client, pool, clock } = testClient({ authSessionValidityMinutes: 15 })
  pool.on('InitiateAuth', { json: { ChallengeName: 'SMS_MFA', Session: 's-1' } })
  const challenge = (await signIn(client, { username: 'ana', flow: 'CUSTOM_AUTH' })) as ChallengeOf<'SMS_MFA'>
  clock.nowMs += 15 * 60_000
  const error = await rejection(respondToChallenge(client, challenge, { code: '123456' }))
  expect(error).toBeInstanceOf(ChallengeError)
  expect(error).toMatchObject({ message: 'This challenge has expired. Start a new sign-in.' })
  expect(pool.operations).toEqual(['InitiateAuth'])
})

test('choosing PASSWORD_SRP among the challenges proves the password in the same call', async () => {
  const { client, pool } = testClient()
  const ChallengeParameters = { ...SRP_PARAMETERS, USER_ID_FOR_SRP: 'ana' }
  const verifier = { json: { ChallengeName: 'PASSWORD_VERIFIER', ChallengeParameters, Session: 's-2' } }
  pool.on('RespondToAuthChallenge', verifier, granted)
  const challenge = { name: 'SELECT_CHALLENGE', ...BASE, options: ['PASSWORD_SRP'] } as const
  const answer = { challengeName: 'PASSWORD_SRP', password: 'Senha-123' }
  const step = await respondToChallenge(client, { ...challenge, options: [...challenge.options] }, answer)
  expect(step.name).toBe('SIGNED_IN')
  expect(pool.payload('RespondToAuthChallenge', 1)).toMatchObject({
    ChallengeName: 'PASSWORD_VERIFIER',
    Session: 's-2',
    ChallengeResponses: { PASSWORD_CLAIM_SIGNATURE: expect.any(String) },
  })
})

test('if the service requests a password proof after a code, respondToChallenge throws a ChallengeError', async () => {
  const { client, pool } = testClient()
  pool.on('RespondToAuthChallenge', {
    json: { ChallengeName: 'PASSWORD_VERIFIER', ChallengeParameters: SRP_PARAMETERS },
  })
  const error = await rejection(respondToChallenge(client, { name: 'SMS_MFA', ...BASE }, { code: '123456' }))
  expect(error).toBeInstanceOf(ChallengeError)
  expect(error).toMatchObject({ message: 'The service requests the password again. Start a new sign-in.' })
  expect(pool.operations).toEqual(['RespondToAuthChallenge'])
})

test('respondToChallenge passes on metadata and signal, and sends no Session if the challenge has no Session', async () => {
  const { client, pool } = testClient()
  pool.on('RespondToAuthChallenge', granted)
  const challenge = { name: 'SMS_MFA', ...BASE, challengeSession: '' } as const
  await respondToChallenge(client, challenge, { code: '123456' }, { clientMetadata: { locale: 'pt' } })
  expect(pool.payload('RespondToAuthChallenge')).toMatchObject({ ClientMetadata: { locale: 'pt' } })
  expect(pool.payload('RespondToAuthChallenge')).not.toHaveProperty('Session')
  const signal = AbortSignal.abort(new Error('left'))
  expect(await rejection(respondToChallenge(client, challenge, { code: '1' }, { signal }))).toEqual(new Error('left'))
})

test('a password challenge without parameters causes an SrpError', async () => {
  const { client, pool } = testClient()
  pool.on('InitiateAuth', { json: { ChallengeName: 'PASSWORD_VERIFIER', ChallengeParameters: null } })
  const error = await rejection(signIn(client, { username: 'ana', password: 'Senha-123' }))
  expect(error).toMatchObject({ name: 'SrpError', message: 'SRP_B is not a hexadecimal number.' })
})

test('a salt that is a number instead of a hex string causes an SrpError', async () => {
  const { client, pool } = testClient()
  const ChallengeParameters = { ...SRP_PARAMETERS, SALT: 12 }
  pool.on('InitiateAuth', { json: { ChallengeName: 'PASSWORD_VERIFIER', ChallengeParameters } })
  const error = await rejection(signIn(client, { username: 'ana', password: 'Senha-123' }))
  expect(error).toMatchObject({ name: 'SrpError', message: 'SALT is not a hexadecimal number.' })
})
