import { expect, test } from 'vitest'

import { ANA, createTestEmulator, initiateAuth, POOL_NAME, respond } from '../../test/caller.ts'
import { createClientEphemeral, proveClaim, type ServerAnswer } from '../../test/independent-srp.ts'

const start = (emulator: ReturnType<typeof createTestEmulator>, parameters: Record<string, string> = {}) =>
  initiateAuth(emulator, 'USER_AUTH', { USERNAME: ANA.username, ...parameters })

test('USER_AUTH offers the first factors of the user', async () => {
  expect(await start(createTestEmulator())).toMatchObject({
    ChallengeName: 'SELECT_CHALLENGE',
    Session: expect.any(String),
    AvailableChallenges: ['PASSWORD', 'PASSWORD_SRP', 'EMAIL_OTP', 'SMS_OTP'],
  })
})

test('USER_AUTH offers only password factors to a user with a second factor', async () => {
  const emulator = createTestEmulator({ users: [{ ...ANA, smsMfa: true }] })
  expect((await start(emulator)).AvailableChallenges).toEqual(['PASSWORD', 'PASSWORD_SRP'])
})

test('answering SELECT_CHALLENGE with the right password signs the user in', async () => {
  const emulator = createTestEmulator()
  const answer = await respond(emulator, await start(emulator), { ANSWER: 'PASSWORD', PASSWORD: ANA.password })
  expect(answer.AuthenticationResult).toBeDefined()
})

test('SELECT_CHALLENGE with a wrong password uses up the Session', async () => {
  const emulator = createTestEmulator()
  const choice = await start(emulator)
  const wrong = respond(emulator, choice, { ANSWER: 'PASSWORD', PASSWORD: 'Senha-999' })
  await expect(wrong).rejects.toMatchObject({ code: 'NotAuthorizedException' })
  const right = respond(emulator, choice, { ANSWER: 'PASSWORD', PASSWORD: ANA.password })
  await expect(right).rejects.toMatchObject({ code: 'NotAuthorizedException' })
})

test('USER_AUTH signs in without a challenge if the preference is PASSWORD and the request contains the password', async () => {
  const answer = await start(createTestEmulator(), { PREFERRED_CHALLENGE: 'PASSWORD', PASSWORD: ANA.password })
  expect(answer.AuthenticationResult).toBeDefined()
})

test('USER_AUTH asks for the password if the preference is PASSWORD and the request contains no password', async () => {
  const emulator = createTestEmulator()
  const challenge = await start(emulator, { PREFERRED_CHALLENGE: 'PASSWORD' })
  expect(challenge.ChallengeName).toBe('PASSWORD')
  await expect(respond(emulator, challenge, { PASSWORD: ANA.password })).resolves.toHaveProperty('AuthenticationResult')
})

test.each([
  ['SELECT_CHALLENGE', {}],
  ['PREFERRED_CHALLENGE', { PREFERRED_CHALLENGE: 'PASSWORD_SRP' }],
])('USER_AUTH with %s signs in with SRP, and its challenge has a Session', async (_how, preference) => {
  const emulator = createTestEmulator()
  const { a, srpA } = createClientEphemeral()
  const first = await start(emulator, Object.keys(preference).length > 0 ? { ...preference, SRP_A: srpA } : {})
  const verifier =
    first.ChallengeName === 'SELECT_CHALLENGE'
      ? await respond(emulator, first, { ANSWER: 'PASSWORD_SRP', SRP_A: srpA })
      : first
  expect(verifier).toMatchObject({ ChallengeName: 'PASSWORD_VERIFIER', Session: expect.any(String) })
  const identity = { poolName: POOL_NAME, userId: ANA.username, password: ANA.password }
  const proof = proveClaim(a, identity, verifier.ChallengeParameters as ServerAnswer)
  await expect(respond(emulator, verifier, proof)).resolves.toHaveProperty('AuthenticationResult')
})

test.each(['EMAIL_OTP', 'SMS_OTP'])('USER_AUTH with %s signs in with the code that was sent', async (factor) => {
  const emulator = createTestEmulator()
  const challenge = await respond(emulator, await start(emulator), { ANSWER: factor })
  expect(challenge.ChallengeName).toBe(factor)
  await expect(respond(emulator, challenge, { [`${factor}_CODE`]: 'abcdef' })).rejects.toMatchObject({
    code: 'CodeMismatchException',
  })
  const code = emulator.outbox.at(-1)?.code ?? ''
  await expect(respond(emulator, challenge, { [`${factor}_CODE`]: code })).resolves.toHaveProperty(
    'AuthenticationResult',
  )
})

test('USER_AUTH offers a choice if the user does not have the preferred factor', async () => {
  expect(await start(createTestEmulator(), { PREFERRED_CHALLENGE: 'WEB_AUTHN' })).toMatchObject({
    ChallengeName: 'SELECT_CHALLENGE',
  })
})

test('SELECT_CHALLENGE rejects a password for an unknown user', async () => {
  const emulator = createTestEmulator({ preventUserExistenceErrors: true })
  const choice = await start(emulator, { USERNAME: 'ninguem' })
  const attempt = respond(emulator, choice, { USERNAME: 'ninguem', ANSWER: 'PASSWORD', PASSWORD: ANA.password })
  await expect(attempt).rejects.toThrow('Incorrect username or password.')
})
