import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import {
  accessTokenOf,
  ANA,
  call,
  createTestEmulator,
  POOL_ID,
  signInWithPassword,
  signInWithSrp,
} from '../test/caller.ts'
import { createEmulator, startEmulator } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'emulator-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a data file preserves users, passwords, sessions and signing keys across a restart', async () => {
  const data = join(folder, 'restart.sqlite')
  const first = createTestEmulator({}, { data })
  const AccessToken = accessTokenOf(await signInWithSrp(first))
  const passwords = { PreviousPassword: ANA.password, ProposedPassword: 'Outra-Senha-1' }
  await call(first, 'ChangePassword', { AccessToken, ...passwords })
  await first.close()

  const second = createTestEmulator({}, { data })
  await expect(call(second, 'GetUser', { AccessToken })).resolves.toMatchObject({ Username: 'ana' })
  await expect(signInWithSrp(second)).rejects.toThrow('Incorrect username or password.')
  await expect(signInWithSrp(second, { password: 'Outra-Senha-1' })).resolves.toHaveProperty('AuthenticationResult')
  await second.close()
})

test('a configured user who was deleted is created again when the emulator restarts', async () => {
  const data = join(folder, 'deleted.sqlite')
  const first = createTestEmulator({}, { data })
  await call(first, 'DeleteUser', { AccessToken: accessTokenOf(await signInWithPassword(first)) })
  await expect(signInWithPassword(first)).rejects.toThrow()
  await first.close()

  const second = createTestEmulator({}, { data })
  await expect(signInWithPassword(second)).resolves.toHaveProperty('AuthenticationResult')
  await second.close()
})

test('a data file preserves pools and clients that were created at run time', async () => {
  const data = join(folder, 'pools.sqlite')
  const first = createTestEmulator({}, { data })
  const { UserPool } = await call<{ UserPool: { Id: string } }>(first, 'CreateUserPool', { PoolName: 'turma' })
  const request = { UserPoolId: UserPool.Id, ClientName: 'app', ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH'] }
  const { UserPoolClient } = await call<{ UserPoolClient: { ClientId: string } }>(
    first,
    'CreateUserPoolClient',
    request,
  )
  await call(first, 'AdminCreateUser', { UserPoolId: UserPool.Id, Username: 'caio', TemporaryPassword: 'Senha-123' })
  await first.close()

  const second = createTestEmulator({}, { data })
  const challenge = await call(second, 'InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    ClientId: UserPoolClient.ClientId,
    AuthParameters: { USERNAME: 'caio', PASSWORD: 'Senha-123' },
  })
  expect(challenge).toMatchObject({ ChallengeName: 'NEW_PASSWORD_REQUIRED' })
  await second.close()
})

test('expired sessions are removed when the emulator restarts', async () => {
  const data = join(folder, 'expired.sqlite')
  const first = createTestEmulator({}, { data })
  const { AuthenticationResult: result } = await signInWithPassword(first)
  await first.close()
  const inAMonthMs = Date.now() + 31 * 24 * 3600_000
  const second = createTestEmulator({}, { data, now: () => inAMonthMs })
  const refresh = call(second, 'GetTokensFromRefreshToken', { ClientId: 'web', RefreshToken: result?.RefreshToken })
  await expect(refresh).rejects.toThrow('Refresh Token has been revoked')
  await second.close()
})

test("the data file contains a user's e-mail address but not the password", async () => {
  const data = join(folder, 'secret.sqlite')
  const emulator = createTestEmulator({}, { data })
  await signInWithPassword(emulator)
  await emulator.close()
  expect(readFileSync(data).includes(ANA.password)).toBe(false)
  expect(readFileSync(data).includes('ana@example.com')).toBe(true)
})

test('createEmulator reports the path of a data file that it cannot open', () => {
  const data = join(folder, 'missing', 'pool.sqlite')
  expect(() => createTestEmulator({}, { data })).toThrow(`The emulator's data file ${data} cannot be opened`)
})

test.each([
  ['an unknown option', { userPools: [], colour: 'red' }, /Unrecognized key: "colour"/],
  ['a pool id without a name', { userPools: [{ id: 'local', clients: [] }] }, /userPools\[0\]\.id/],
  ['a client without an id', { userPools: [{ id: 'local_A', clients: [{}] }] }, /userPools\[0\]\.clients\[0\]\.id/],
  [
    'a client whose flow does not exist',
    { userPools: [{ id: 'local_A', clients: [{ id: 'a', explicitAuthFlows: ['SRP'] }] }] },
    /"SRP" is not a flow\. The flows are ALLOW_USER_SRP_AUTH, [^]*userPools\[0\]\.clients\[0\]\.explicitAuthFlows\[0\]/,
  ],
  [
    'a missing temporary password',
    { userPools: [{ id: 'local_A', clients: [], users: [{ username: 'bia', temporaryPassword: true }] }] },
    /temporaryPassword needs a password\. Add it, or remove [^]*userPools\[0\]\.users\[0\]\.temporaryPassword/,
  ],
  [
    'a temporary password together with a status',
    {
      userPools: [
        {
          id: 'local_A',
          clients: [],
          users: [{ username: 'bia', password: 'Senha-456', temporaryPassword: true, status: 'UNCONFIRMED' }],
        },
      ],
    },
    /temporaryPassword and status exclude each other\. [^]*userPools\[0\]\.users\[0\]\.status/,
  ],
  [
    'two clients with the same id',
    { userPools: [{ id: 'local_A', clients: [{ id: 'a' }, { id: 'a' }] }] },
    /Two app clients have the id a\./,
  ],
  [
    'two pools with the same id',
    {
      userPools: [
        { id: 'local_A', clients: [] },
        { id: 'local_A', clients: [] },
      ],
    },
    /Two user pools have the id local_A\./,
  ],
])('createEmulator throws a TypeError that describes %s', (_case, options, message) => {
  expect(() => createEmulator(options as Parameters<typeof createEmulator>[0])).toThrow(TypeError)
  expect(() => createEmulator(options as Parameters<typeof createEmulator>[0])).toThrow(message)
})

test.each([
  [{ attributes: { email: 'no address' } }, 'Invalid email address format.'],
  [{ smsMfa: true }, 'smsMfa needs the attribute phone_number. Add it, or remove smsMfa.'],
  [{ emailMfa: true }, 'emailMfa needs the attribute email. Add it, or remove emailMfa.'],
] as const)(
  'createEmulator rejects a configured user with %j, and the error contains the user name',
  (config, reason) => {
    const users = [{ username: 'bia', ...config }]
    expect(() => createTestEmulator({ users })).toThrow(`User bia of pool local_Pool1 cannot be created: ${reason}`)
  },
)

test('a configured user with the status UNCONFIRMED can sign in after confirming the account', async () => {
  const emulator = createTestEmulator({ users: [{ ...ANA, status: 'UNCONFIRMED' }] })
  await expect(signInWithPassword(emulator)).rejects.toMatchObject({ code: 'UserNotConfirmedException' })
  await call(emulator, 'ResendConfirmationCode', { ClientId: 'web', Username: 'ana' })
  const ConfirmationCode = emulator.outbox.at(-1)?.code
  await call(emulator, 'ConfirmSignUp', { ClientId: 'web', Username: 'ana', ConfirmationCode })
  await expect(signInWithPassword(emulator)).resolves.toHaveProperty('AuthenticationResult')
})

test('a configured user with the status RESET_REQUIRED can sign in after resetting the password', async () => {
  const emulator = createTestEmulator({ users: [{ ...ANA, status: 'RESET_REQUIRED' }] })
  await expect(signInWithPassword(emulator)).rejects.toMatchObject({ code: 'PasswordResetRequiredException' })
  await call(emulator, 'ForgotPassword', { ClientId: 'web', Username: 'ana' })
  const { code } = emulator.outbox.at(-1) ?? {}
  const input = { ClientId: 'web', Username: 'ana', ConfirmationCode: code, Password: ANA.password }
  await call(emulator, 'ConfirmForgotPassword', input)
  await expect(signInWithPassword(emulator)).resolves.toHaveProperty('AuthenticationResult')
})

test('startEmulator listens on a free loopback port until the emulator is closed', async () => {
  const emulator = await startEmulator({ userPools: [{ id: POOL_ID, clients: [{ id: 'web' }], users: [ANA] }] })
  expect(emulator.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
  const answer = await signInWithPassword({
    ...emulator,
    fetch: (request) => fetch(new Request(emulator.url, request)),
  })
  expect(answer).toHaveProperty('AuthenticationResult')
  await emulator.close()
  await expect(fetch(emulator.url)).rejects.toThrow(TypeError)
})

test('startEmulator rejects if the port is already in use', async () => {
  const userPools = [{ id: POOL_ID, clients: [] }]
  const emulator = await startEmulator({ userPools })
  const port = Number(new URL(emulator.url).port)
  await expect(startEmulator({ userPools, port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await emulator.close()
})

test('onDelivery receives the same message as the outbox', async () => {
  const delivered: unknown[] = []
  const emulator = createTestEmulator({}, { onDelivery: (message) => delivered.push(message) })
  await call(emulator, 'ForgotPassword', { ClientId: 'web', Username: 'ana' })
  expect(delivered).toEqual(emulator.outbox)
  expect(delivered).toHaveLength(1)
})

test('the clock cannot move backwards', () => {
  const { clock } = createTestEmulator()
  expect(() => clock.advance(-1)).toThrow(RangeError)
  expect(() => clock.advance(Number.NaN)).toThrow(RangeError)
})
