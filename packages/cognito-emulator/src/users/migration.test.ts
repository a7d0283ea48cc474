import { beforeEach, expect, test } from 'vitest'

import { ANA, call, createTestEmulator, initiateAuth, POOL_ID, signInWithPassword } from '../../test/caller.ts'
import type { UserPoolConfig } from '../options/pool-options.ts'
import type { TriggerEvents } from '../triggers/events.ts'

type MigrationEvent = TriggerEvents['userMigration']

/** Passwords in the directory from which users are migrated, by user name. */
const OLD_PASSWORDS: Record<string, string> = { dora: 'velha', 'dora@example.com': 'velha' }
let events: MigrationEvent[] = []
beforeEach(() => (events = []))

function migrating(answer: Partial<MigrationEvent['response']> = {}, pool: Partial<UserPoolConfig> = {}) {
  const userMigration = (event: MigrationEvent) => {
    events.push(structuredClone(event))
    const known = OLD_PASSWORDS[event.userName]
    if (event.triggerSource === 'UserMigration_Authentication' && event.request.password !== known) {
      throw new Error('Bad password')
    }
    if (known === undefined) return
    const userAttributes = { email: 'dora@example.com', email_verified: 'true' }
    Object.assign(event.response, { userAttributes, messageAction: 'SUPPRESS', ...answer })
  }
  return createTestEmulator({ triggers: { userMigration }, ...pool })
}

const statusOf = async (emulator: ReturnType<typeof migrating>, Username = 'dora') =>
  (await call<{ UserStatus: string }>(emulator, 'AdminGetUser', { UserPoolId: POOL_ID, Username })).UserStatus

const MIGRATION_FAILED = {
  code: 'UserNotFoundException',
  message: 'Exception migrating user in app client web',
}

test('a sign-in with the password from the old directory migrates the user to the pool', async () => {
  const emulator = migrating({ finalUserStatus: 'CONFIRMED' })
  const AuthParameters = { USERNAME: 'dora', PASSWORD: 'velha' }
  const request = { ClientId: 'web', AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters, ClientMetadata: { from: 'app' } }
  await expect(call(emulator, 'InitiateAuth', request)).resolves.toHaveProperty('AuthenticationResult')
  expect(events).toEqual([
    {
      version: '1',
      triggerSource: 'UserMigration_Authentication',
      region: 'local',
      userPoolId: POOL_ID,
      userName: 'dora',
      callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId: 'web' },
      request: { password: 'velha', validationData: { from: 'app' } },
      response: {
        userAttributes: null,
        forceAliasCreation: null,
        enableSMSMFA: null,
        finalUserStatus: null,
        messageAction: null,
        desiredDeliveryMediums: null,
      },
    },
  ])
  await expect(signInWithPassword(emulator, 'dora', 'velha')).resolves.toHaveProperty('AuthenticationResult')
  expect(events).toHaveLength(1)
  expect(emulator.outbox).toEqual([])
  await expect(signInWithPassword(emulator, 'dora', 'outra')).rejects.toMatchObject({ code: 'NotAuthorizedException' })
})

test('the default status of a migrated user is CONFIRMED', async () => {
  const emulator = migrating()
  await signInWithPassword(emulator, 'dora', 'velha')
  expect(await statusOf(emulator)).toBe('CONFIRMED')
})

test('a user migrated with RESET_REQUIRED must choose a new password', async () => {
  const emulator = migrating({ finalUserStatus: 'RESET_REQUIRED' })
  await expect(signInWithPassword(emulator, 'dora', 'velha')).rejects.toMatchObject({
    code: 'PasswordResetRequiredException',
  })
  expect(await statusOf(emulator)).toBe('RESET_REQUIRED')
})

test('a failing migration trigger causes a UserNotFoundException', async () => {
  await expect(signInWithPassword(migrating(), 'dora', 'errada')).rejects.toMatchObject(MIGRATION_FAILED)
})

test.each<[string, Partial<MigrationEvent['response']>]>([
  ['an unknown attribute', { userAttributes: { colour: 'azul' } }],
  ['an invalid e-mail address', { userAttributes: { email: 'dora' } }],
  ['SMS as second factor but no phone number', { enableSMSMFA: true }],
  ['the status UNCONFIRMED', { finalUserStatus: 'UNCONFIRMED' }],
])('a migration with %s fails', async (_case, answer) => {
  await expect(signInWithPassword(migrating(answer), 'dora', 'velha')).rejects.toMatchObject(MIGRATION_FAILED)
})

test('an empty migration response causes the error for an unknown user, or for a wrong password if the pool hides unknown users', async () => {
  const userMigration = () => undefined
  const open = createTestEmulator({ triggers: { userMigration } })
  await expect(signInWithPassword(open, 'eva', 'x')).rejects.toMatchObject({ message: 'User does not exist.' })
  const hiding = createTestEmulator({ triggers: { userMigration }, preventUserExistenceErrors: true })
  await expect(signInWithPassword(hiding, 'eva', 'x')).rejects.toMatchObject({ code: 'NotAuthorizedException' })
})

test('a sign-in with SRP does not migrate the user', async () => {
  const emulator = migrating()
  const attempt = initiateAuth(emulator, 'USER_SRP_AUTH', { USERNAME: 'dora', SRP_A: 'a1'.repeat(100) })
  await expect(attempt).rejects.toMatchObject({ code: 'UserNotFoundException' })
  expect(events).toEqual([])
})

test('ForgotPassword migrates a user without a password and sends the code to the verified address', async () => {
  const emulator = migrating()
  await call(emulator, 'ForgotPassword', { ClientId: 'web', Username: 'dora', ClientMetadata: { from: 'app' } })
  expect(events).toMatchObject([
    { triggerSource: 'UserMigration_ForgotPassword', request: { password: null, clientMetadata: { from: 'app' } } },
  ])
  const [sent] = emulator.outbox
  expect(sent).toMatchObject({ kind: 'CODE', destination: 'dora@example.com' })
  const reset = { ClientId: 'web', Username: 'dora', ConfirmationCode: sent?.code, Password: 'Nova-Senha-1' }
  await call(emulator, 'ConfirmForgotPassword', reset)
  await expect(signInWithPassword(emulator, 'dora', 'Nova-Senha-1')).resolves.toHaveProperty('AuthenticationResult')
})

test('the welcome message of a migrated user is sent by SMS or by the requested medium, without the password', async () => {
  const phone = { email: 'dora@example.com', phone_number: '+5511999990000' }
  const greeted = migrating({ userAttributes: phone, messageAction: 'RESEND' })
  await signInWithPassword(greeted, 'dora', 'velha')
  expect(greeted.outbox).toMatchObject([{ kind: 'WELCOME', medium: 'SMS', code: '' }])
  expect(greeted.outbox[0]?.message).not.toContain('velha')
  const mailed = migrating({ messageAction: 'RESEND', desiredDeliveryMediums: ['EMAIL'] })
  await signInWithPassword(mailed, 'dora', 'velha')
  expect(mailed.outbox).toMatchObject([{ kind: 'WELCOME', medium: 'EMAIL', destination: 'dora@example.com' }])
})

test('a migration takes an alias from another user only with forceAliasCreation', async () => {
  const owner = { ...ANA, attributes: { email: 'dora@example.com', email_verified: 'true' } }
  const pool: Partial<UserPoolConfig> = { aliasAttributes: ['email'], users: [owner] }
  await expect(signInWithPassword(migrating({}, pool), 'dora', 'velha')).rejects.toMatchObject(MIGRATION_FAILED)
  const forced = migrating({ forceAliasCreation: true }, pool)
  await signInWithPassword(forced, 'dora', 'velha')
  await expect(signInWithPassword(forced, 'dora@example.com', 'velha')).resolves.toHaveProperty('AuthenticationResult')
})

test('in a pool with usernameAttributes, a migrated user gets a generated name, and enableSMSMFA makes an SMS code the second factor', async () => {
  const attributes = { email: 'dora@example.com', phone_number: '+5511999990000' }
  const emulator = migrating(
    { userAttributes: attributes, enableSMSMFA: true },
    { usernameAttributes: ['email'], users: [] },
  )
  const asked = await signInWithPassword(emulator, 'dora@example.com', 'velha')
  expect(asked).toMatchObject({ ChallengeName: 'SMS_MFA' })
  expect(asked.ChallengeParameters['USER_ID_FOR_SRP']).toMatch(/^[\da-f-]{36}$/)
})
