import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { ANA, BIA, call, claimsOf, createTestEmulator, respond } from '../../test/caller.ts'
import { newDataFile } from '../../test/data-file.ts'
import type { AuthAnswer } from '../sign-in/sign-in.ts'

type Emulator = ReturnType<typeof createTestEmulator>

const INVALID = 'Invalid session for the user.'
const USED = 'Invalid session for the user, session can only be used once.'
const EXPIRED = 'Invalid session for the user, session is expired.'

const signUp = (emulator: Emulator, more: object = {}) =>
  call<{ Session?: string }>(emulator, 'SignUp', { ...BIA, ...more })

const lastCode = (emulator: Emulator) => emulator.outbox.at(-1)?.code
const confirm = (emulator: Emulator, more: object = {}) =>
  call<{ Session?: string }>(emulator, 'ConfirmSignUp', {
    ClientId: 'web',
    Username: 'bia',
    ConfirmationCode: lastCode(emulator),
    ...more,
  })

const signIn = (emulator: Emulator, Session: string | undefined, more: object = {}) =>
  call<AuthAnswer>(emulator, 'InitiateAuth', {
    ClientId: 'web',
    AuthFlow: 'USER_AUTH',
    AuthParameters: { USERNAME: 'bia' },
    Session,
    ...more,
  })

/** Signs up and confirms Bia, and returns the Session from ConfirmSignUp. */
async function confirmed(emulator: Emulator): Promise<string> {
  await signUp(emulator)
  return (await confirm(emulator)).Session ?? ''
}

const isRefused = (attempt: Promise<unknown>, message: string) =>
  expect(attempt).rejects.toMatchObject({ code: 'NotAuthorizedException', message })

test('ConfirmSignUp accepts the Session from SignUp and returns a Session for one sign-in', async () => {
  const emulator = createTestEmulator()
  const { Session } = await signUp(emulator)
  const { Session: ownSession } = await confirm(emulator, { Session })
  const { AuthenticationResult: result } = await signIn(emulator, ownSession)
  expect(claimsOf(result?.AccessToken)).toMatchObject({ username: 'bia' })
  await isRefused(signIn(emulator, ownSession), USED)
})

test('the Session from SignUp is optional in ConfirmSignUp and cannot be used for a sign-in', async () => {
  const emulator = createTestEmulator()
  const { Session } = await signUp(emulator)
  await isRefused(signIn(emulator, Session), INVALID)
  const { Session: ownSession } = await confirm(emulator)
  await isRefused(signIn(emulator, Session), INVALID)
  expect(await signIn(emulator, ownSession)).toHaveProperty('AuthenticationResult')
})

test('ConfirmSignUp succeeds after a wrong code and a wrong Session', async () => {
  const emulator = createTestEmulator()
  const { Session } = await signUp(emulator)
  const wrongCode = lastCode(emulator) === '000000' ? '000001' : '000000'
  await expect(confirm(emulator, { Session, ConfirmationCode: wrongCode })).rejects.toMatchObject({
    code: 'CodeMismatchException',
  })
  await isRefused(confirm(emulator, { Session: `${Session}x` }), INVALID)
  expect(await confirm(emulator, { Session })).toHaveProperty('Session')
})

test('ConfirmSignUp rejects an expired Session, but accepts the code without a Session', async () => {
  const emulator = createTestEmulator()
  const { Session } = await signUp(emulator)
  emulator.clock.advance(180)
  await isRefused(confirm(emulator, { Session }), EXPIRED)
  expect(await confirm(emulator)).toHaveProperty('Session')
})

test("the Session from ConfirmSignUp expires after the client's authSessionSeconds", async () => {
  const clients = [{ id: 'web', authSessionSeconds: 600 }]
  for (const [waited, outcome] of [
    [599, 'resolves'],
    [600, 'rejects'],
  ] as const) {
    const emulator = createTestEmulator({ clients })
    const Session = await confirmed(emulator)
    emulator.clock.advance(waited)
    if (outcome === 'resolves') expect(await signIn(emulator, Session)).toHaveProperty('AuthenticationResult')
    else await isRefused(signIn(emulator, Session), EXPIRED)
  }
})

test.each([
  ['a made-up Session', { Session: 'x'.repeat(64) }],
  ['the Session and the name of another new user', { AuthParameters: { USERNAME: 'caio' } }],
  ['the Session and the name of a configured user', { AuthParameters: { USERNAME: ANA.username } }],
  ['the Session and an unknown user name', { AuthParameters: { USERNAME: 'ninguem' } }],
  ['the Session but another client id', { ClientId: 'other' }],
])("a sign-in with %s is rejected, and does not use up the owner's Session", async (_case, more) => {
  const clients = [{ id: 'web' }, { id: 'other' }]
  const emulator = createTestEmulator({ clients, preventUserExistenceErrors: true })
  const Session = await confirmed(emulator)
  await signUp(emulator, { Username: 'caio', UserAttributes: [{ Name: 'email', Value: 'caio@example.com' }] })
  await confirm(emulator, { Username: 'caio' })
  await isRefused(signIn(emulator, Session, more), INVALID)
  expect(await signIn(emulator, Session)).toHaveProperty('AuthenticationResult')
})

test("a deleted account's Session does not work for a new account with the same name", async () => {
  const emulator = createTestEmulator()
  const Session = await confirmed(emulator)
  await call(emulator, 'AdminDeleteUser', { UserPoolId: 'local_Pool1', Username: 'bia' })
  await confirmed(emulator)
  await isRefused(signIn(emulator, Session), INVALID)
})

test('a sign-in with a Session still requires a second factor if the pool requires MFA', async () => {
  const emulator = createTestEmulator({ mfa: 'ON', mfaTypes: ['EMAIL_OTP'] })
  const setup = await signIn(emulator, await confirmed(emulator))
  expect(setup).toMatchObject({ ChallengeName: 'MFA_SETUP', Session: expect.any(String) })
  const code = await respond(emulator, setup, { USERNAME: 'bia', EMAIL: 'bia@example.com' })
  expect(code.ChallengeName).toBe('EMAIL_OTP')
})

test('a disabled user cannot sign in with a Session', async () => {
  const emulator = createTestEmulator()
  const Session = await confirmed(emulator)
  await call(emulator, 'AdminDisableUser', { UserPoolId: 'local_Pool1', Username: 'bia' })
  await isRefused(signIn(emulator, Session), INVALID)
})

test('clients without USER_AUTH do not receive a Session, and other flows ignore a Session', async () => {
  const closed = createTestEmulator({ clients: [{ id: 'web', explicitAuthFlows: ['ALLOW_USER_SRP_AUTH'] }] })
  expect(await signUp(closed)).not.toHaveProperty('Session')
  expect(await confirm(closed)).toEqual({})
  const open = createTestEmulator()
  const byPassword = { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: 'bia', PASSWORD: 'Senha-999' } }
  await isRefused(signIn(open, await confirmed(open), byPassword), 'Incorrect username or password.')
})

test('SignUp returns no Session for a user whom a trigger confirms', async () => {
  const emulator = createTestEmulator({
    triggers: { preSignUp: ({ response }) => void (response.autoConfirmUser = true) },
  })
  expect(await signUp(emulator)).not.toHaveProperty('Session')
})

test('Sessions remain valid after a restart, and the data file does not contain Sessions in plain text', async () => {
  const data = newDataFile()
  const first = createTestEmulator({}, { data })
  const { Session = '' } = await signUp(first)
  const code = lastCode(first)
  await first.close()

  const second = createTestEmulator({}, { data })
  const { Session: ownSession = '' } = await confirm(second, { Session, ConfirmationCode: code })
  await second.close()
  for (const text of [Session, ownSession]) expect(readFileSync(data).includes(text)).toBe(false)

  const third = createTestEmulator({}, { data })
  expect(await signIn(third, ownSession)).toHaveProperty('AuthenticationResult')
  await third.close()
  const fourth = createTestEmulator({}, { data })
  await isRefused(signIn(fourth, ownSession), USED)
  await fourth.close()
})

test('only one of several concurrent sign-ins with the same Session succeeds', async () => {
  const emulator = createTestEmulator()
  const Session = await confirmed(emulator)
  const attempts = await Promise.allSettled(Array.from({ length: 5 }, () => signIn(emulator, Session)))
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
