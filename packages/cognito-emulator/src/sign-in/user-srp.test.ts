import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import { expect, test } from 'vitest'

import {
  ANA,
  call,
  claimsOf,
  CLIENT_ID,
  createTestEmulator,
  initiateAuth,
  POOL_ID,
  POOL_NAME,
  respond,
  signInWithSrp,
} from '../../test/caller.ts'
import { createClientEphemeral, proveClaim, type ServerAnswer } from '../../test/independent-srp.ts'

const INCORRECT = { code: 'NotAuthorizedException', message: 'Incorrect username or password.', status: 400 }

async function startSrp(emulator: ReturnType<typeof createTestEmulator>) {
  const { a, srpA } = createClientEphemeral()
  const answer = await initiateAuth(emulator, 'USER_SRP_AUTH', { USERNAME: ANA.username, SRP_A: srpA })
  const prove = (password = ANA.password, timestamp?: string) =>
    proveClaim(
      a,
      { poolName: POOL_NAME, userId: ANA.username, password },
      answer.ChallengeParameters as ServerAnswer,
      timestamp,
    )
  return { answer, prove }
}

test('USER_SRP_AUTH signs in with the right password and returns an id token that verifies against the JWKS', async () => {
  const emulator = createTestEmulator()
  const { AuthenticationResult: result } = await signInWithSrp(emulator)
  const jwks = createRemoteJWKSet(new URL(`http://127.0.0.1/${POOL_ID}/.well-known/jwks.json`), {
    [customFetch]: (url) => emulator.fetch(new Request(url)),
  })
  const { payload } = await jwtVerify(result?.IdToken ?? '', jwks, {
    issuer: `https://cognito-idp.local.amazonaws.com/${POOL_ID}`,
    audience: CLIENT_ID,
  })
  expect(payload).toMatchObject({
    token_use: 'id',
    'cognito:username': 'ana',
    email: 'ana@example.com',
    email_verified: true,
  })
  expect(claimsOf(result?.AccessToken)).toMatchObject({ token_use: 'access', client_id: CLIENT_ID, username: 'ana' })
  expect(result).toMatchObject({ ExpiresIn: 3600, TokenType: 'Bearer', RefreshToken: expect.any(String) })
})

test('USER_SRP_AUTH returns PASSWORD_VERIFIER without a Session', async () => {
  const { answer } = await startSrp(createTestEmulator())
  expect(answer.ChallengeName).toBe('PASSWORD_VERIFIER')
  expect(answer).not.toHaveProperty('Session')
  expect(answer.ChallengeParameters).toMatchObject({ USERNAME: 'ana', USER_ID_FOR_SRP: 'ana' })
})

test('a SECRET_BLOCK is accepted only once', async () => {
  const emulator = createTestEmulator()
  const { answer, prove } = await startSrp(emulator)
  const proof = prove()
  await respond(emulator, answer, proof)
  await expect(respond(emulator, answer, proof)).rejects.toMatchObject(INCORRECT)
})

test('only one of two concurrent requests with the same SECRET_BLOCK succeeds', async () => {
  const emulator = createTestEmulator()
  const { answer, prove } = await startSrp(emulator)
  const proof = prove()
  const outcomes = await Promise.allSettled([respond(emulator, answer, proof), respond(emulator, answer, proof)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a SECRET_BLOCK is rejected after the session lifetime', async () => {
  const emulator = createTestEmulator()
  const { answer, prove } = await startSrp(emulator)
  emulator.clock.advance(181)
  await expect(respond(emulator, answer, prove())).rejects.toMatchObject(INCORRECT)
})

const NOV_3_MS = Date.UTC(2026, 10, 3, 4, 5, 6)

test.each([
  ['accepts a timestamp with an unpadded day', 'Tue Nov 3 04:05:06 UTC 2026', true],
  ['rejects a timestamp with a padded day', 'Tue Nov 03 04:05:06 UTC 2026', false],
  ['rejects a timestamp with the wrong weekday', 'Wed Nov 3 04:05:06 UTC 2026', false],
  ['rejects a timestamp from an hour ago', 'Tue Nov 3 03:05:06 UTC 2026', false],
])('PASSWORD_VERIFIER %s', async (_case, timestamp, isAccepted) => {
  const emulator = createTestEmulator({}, { now: () => NOV_3_MS })
  const { answer, prove } = await startSrp(emulator)
  const attempt = respond(emulator, answer, prove(ANA.password, timestamp))
  await (isAccepted
    ? expect(attempt).resolves.toHaveProperty('AuthenticationResult')
    : expect(attempt).rejects.toMatchObject(INCORRECT))
})

test('the error for a malformed timestamp states the required format', async () => {
  const emulator = createTestEmulator()
  const { answer, prove } = await startSrp(emulator)
  await expect(respond(emulator, answer, prove(ANA.password, new Date().toISOString()))).rejects.toMatchObject({
    code: 'InvalidParameterException',
    message: 'TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.',
  })
})

test.each(['0', 'xyz', '-1', ''])('USER_SRP_AUTH rejects SRP_A "%s"', async (srpA) => {
  const emulator = createTestEmulator()
  const attempt = initiateAuth(emulator, 'USER_SRP_AUTH', { USERNAME: ANA.username, SRP_A: srpA })
  await expect(attempt).rejects.toMatchObject({ code: 'InvalidParameterException' })
})

test('GetUser returns the user of the access token', async () => {
  const emulator = createTestEmulator()
  const { AuthenticationResult: result } = await signInWithSrp(emulator)
  expect(await call(emulator, 'GetUser', { AccessToken: result?.AccessToken })).toMatchObject({ Username: 'ana' })
})

test.each([
  ['one hour by default', {}, 3600, 3600],
  ['the configured lifetimes', { accessTokenSeconds: 600, idTokenSeconds: 1200 }, 600, 1200],
])('id and access tokens are valid for %s', async (_case, lifetimes, accessSeconds, idSeconds) => {
  const emulator = createTestEmulator({ clients: [{ id: CLIENT_ID, ...lifetimes }] }, { now: () => NOV_3_MS })
  const { answer, prove } = await startSrp(emulator)
  const { AuthenticationResult: result } = await respond(
    emulator,
    answer,
    prove(ANA.password, 'Tue Nov 3 04:05:06 UTC 2026'),
  )
  const times = { iat: 1_793_678_706, auth_time: 1_793_678_706 }
  expect(result?.ExpiresIn).toBe(accessSeconds)
  expect(claimsOf(result?.AccessToken)).toMatchObject({ ...times, exp: times.iat + accessSeconds })
  expect(claimsOf(result?.IdToken)).toMatchObject({ ...times, exp: times.iat + idSeconds })
})
