import { expect, test } from 'vitest'

import {
  accessTokenOf,
  ANA,
  call,
  createTestEmulator,
  initiateAuth,
  POOL_ID,
  respond,
  signInWithPassword,
} from '../../test/caller.ts'
import { createClientEphemeral } from '../../test/independent-srp.ts'
import serviceErrors from '../../test/service-errors.json' with { type: 'json' }
import { serviceModel, type StructureShape } from '../service-model/model.ts'
import type { AuthAnswer } from './sign-in.ts'

// Tests for events that end sign-ins and sessions. Each test starts sign-ins, sessions and codes for a user, and then
// triggers one event.

type Emulator = ReturnType<typeof createTestEmulator>

const NEW_PASSWORD = 'Outra-Senha-1'
const ana = { UserPoolId: POOL_ID, Username: ANA.username }
const account = { ClientId: 'web', Username: ANA.username }
const refused = { code: 'NotAuthorizedException' }
const lastCode = (emulator: Emulator) => emulator.outbox.at(-1)?.code ?? ''

type Ending = (emulator: Emulator, own: { AccessToken: string }) => Promise<unknown>

const changePassword: Ending = (emulator, own) =>
  call(emulator, 'ChangePassword', { ...own, PreviousPassword: ANA.password, ProposedPassword: NEW_PASSWORD })

const reset: Ending = async (emulator) => {
  await call(emulator, 'ForgotPassword', account)
  await call(emulator, 'ConfirmForgotPassword', {
    ...account,
    ConfirmationCode: lastCode(emulator),
    Password: NEW_PASSWORD,
  })
}

const newPasswords: [string, Ending][] = [
  ['ChangePassword', changePassword],
  ['ConfirmForgotPassword', reset],
  ['AdminSetUserPassword', (emulator) => setPassword(emulator, true)],
  ['AdminSetUserPassword (temporary password)', (emulator) => setPassword(emulator, false)],
  ['AdminResetUserPassword', (emulator) => call(emulator, 'AdminResetUserPassword', ana)],
]

const endings: [string, Ending][] = [
  ['AdminDisableUser', (emulator) => call(emulator, 'AdminDisableUser', ana)],
  [
    'AdminDisableUser followed by AdminEnableUser',
    async (emulator) => {
      await call(emulator, 'AdminDisableUser', ana)
      await call(emulator, 'AdminEnableUser', ana)
    },
  ],
  ['GlobalSignOut', (emulator, own) => call(emulator, 'GlobalSignOut', own)],
  ['AdminUserGlobalSignOut', (emulator) => call(emulator, 'AdminUserGlobalSignOut', ana)],
  ['DeleteUser', (emulator, own) => call(emulator, 'DeleteUser', own)],
  [
    'AdminDeleteUser followed by a new user with the same name',
    async (emulator) => {
      await call(emulator, 'AdminDeleteUser', ana)
      await call(emulator, 'AdminCreateUser', { ...ana, TemporaryPassword: NEW_PASSWORD })
      await setPassword(emulator, true)
    },
  ],
]

function setPassword(emulator: Emulator, Permanent: boolean): Promise<unknown> {
  return call(emulator, 'AdminSetUserPassword', { ...ana, Password: NEW_PASSWORD, Permanent })
}

/** Starts a sign-in, and returns a function that answers its last challenge. */
async function begin(emulator: Emulator): Promise<() => Promise<AuthAnswer>> {
  const challenge = await signInWithPassword(emulator)
  const code = lastCode(emulator)
  return () => respond(emulator, challenge, { SMS_MFA_CODE: code })
}

type InProgress = {
  continueSignIn: () => Promise<AuthAnswer>
  confirmReset: () => Promise<unknown>
  other: { [Name in 'AccessToken' | 'RefreshToken']?: string | undefined }
}

/** Ends Ana's sign-ins while she has two sessions, a sign-in in progress and a code for a password reset. */
async function endAmong(emulator: Emulator, end: Ending): Promise<InProgress> {
  const own = { AccessToken: accessTokenOf(await (await begin(emulator))()) }
  const { AuthenticationResult: other } = await (await begin(emulator))()
  await call(emulator, 'ForgotPassword', account)
  const ConfirmationCode = lastCode(emulator)
  const continueSignIn = await begin(emulator)
  await end(emulator, own)
  const confirmation = { ...account, ConfirmationCode, Password: 'Senha-1-Ladrao' }
  return {
    continueSignIn,
    other: { ...other },
    confirmReset: () => call(emulator, 'ConfirmForgotPassword', confirmation),
  }
}

test.each([
  ...newPasswords.map(([name, end]) => [`${name} with endSessionsOnNewPassword`, end, true] as const),
  ...endings.map(([name, end]) => [name, end, false] as const),
])('%s ends pending sign-ins, other sessions and reset codes', async (_name, end, endSessionsOnNewPassword) => {
  const emulator = createTestEmulator({ users: [{ ...ANA, smsMfa: true }], endSessionsOnNewPassword })
  const { continueSignIn, other, confirmReset } = await endAmong(emulator, end)
  await expect(continueSignIn()).rejects.toMatchObject(refused)
  const refreshed = initiateAuth(emulator, 'REFRESH_TOKEN_AUTH', { REFRESH_TOKEN: other.RefreshToken ?? '' })
  await expect(refreshed).rejects.toMatchObject(refused)
  await expect(call(emulator, 'GetUser', { AccessToken: other.AccessToken })).rejects.toThrow()
  await expect(confirmReset()).rejects.toThrow()
})

test.each(newPasswords)('%s ends pending sign-ins and reset codes, but keeps other sessions', async (_name, end) => {
  const emulator = createTestEmulator({ users: [{ ...ANA, smsMfa: true }] })
  const { continueSignIn, other, confirmReset } = await endAmong(emulator, end)
  const refreshed = initiateAuth(emulator, 'REFRESH_TOKEN_AUTH', { REFRESH_TOKEN: other.RefreshToken ?? '' })
  await expect(refreshed).resolves.toHaveProperty('AuthenticationResult')
  await expect(continueSignIn()).rejects.toMatchObject(refused)
  await expect(confirmReset()).rejects.toThrow()
})

test('after AdminResetUserPassword, access tokens are rejected until the user has a new password', async () => {
  const emulator = createTestEmulator()
  const own = { AccessToken: accessTokenOf(await signInWithPassword(emulator)) }
  await call(emulator, 'AdminResetUserPassword', ana)
  await expect(call(emulator, 'GetUser', own)).rejects.toMatchObject({ code: 'PasswordResetRequiredException' })
  const confirmation = { ...account, ConfirmationCode: lastCode(emulator), Password: NEW_PASSWORD }
  await call(emulator, 'ConfirmForgotPassword', confirmation)
  await expect(call(emulator, 'GetUser', own)).resolves.toHaveProperty('Username')
})

/** Required members of all operations that take an access token. An operation ignores the members of other operations. */
const REQUIRED_MEMBERS = {
  AttributeName: 'email',
  Code: '123456',
  Credential: {},
  CredentialId: 'x',
  DeviceKey: 'local_0',
  MFAOptions: [],
  ProposedPassword: NEW_PASSWORD,
  UserAttributeNames: [],
  UserAttributes: [],
  UserCode: '123456',
}
const withAccessToken = Object.entries(serviceModel.operations)
  .filter(([, input]) => 'AccessToken' in (serviceModel.shapes[input] as StructureShape).members)
  .map(([operation]) => operation as keyof typeof serviceErrors)

test.each(withAccessToken)(
  'after AdminResetUserPassword, %s fails with an error that the service lists for the operation',
  async (operation) => {
    const emulator = createTestEmulator({ mfa: 'OPTIONAL' })
    const own = { AccessToken: accessTokenOf(await signInWithPassword(emulator)) }
    await call(emulator, 'AdminResetUserPassword', ana)
    const isListed = serviceErrors[operation].includes('PasswordResetRequiredException')
    await expect(call(emulator, operation, { ...REQUIRED_MEMBERS, ...own })).rejects.toMatchObject({
      code: isListed ? 'PasswordResetRequiredException' : 'NotAuthorizedException',
      message: 'Password reset required for the user',
    })
  },
)

test('a new password ends the set-up of a second factor', async () => {
  const emulator = createTestEmulator({ mfa: 'ON' })
  const challenge = await signInWithPassword(emulator)
  const { Session } = await call<{ Session: string }>(emulator, 'AssociateSoftwareToken', challenge)
  await setPassword(emulator, true)
  const verified = call(emulator, 'VerifySoftwareToken', { Session, UserCode: '123456' })
  await expect(verified).rejects.toMatchObject({ ...refused, message: 'Invalid session for the user.' })
})

test.each([
  ['PASSWORD_VERIFIER', 'USER_SRP_AUTH', { SRP_A: createClientEphemeral().srpA }],
  ['PASSWORD', 'USER_AUTH', { PREFERRED_CHALLENGE: 'PASSWORD' }],
])(
  'after a password change, an answer to %s fails with the error for a wrong password',
  async (_name, flow, parameters) => {
    const emulator = createTestEmulator()
    const challenge = await initiateAuth(emulator, flow, { USERNAME: 'ana', ...parameters })
    await setPassword(emulator, true)
    const proof = {
      PASSWORD: NEW_PASSWORD,
      PASSWORD_CLAIM_SECRET_BLOCK: challenge.ChallengeParameters['SECRET_BLOCK'] ?? '',
    }
    await expect(respond(emulator, challenge, proof)).rejects.toMatchObject({
      ...refused,
      message: 'Incorrect username or password.',
    })
  },
)

test('ChangePassword keeps the current session, but ends the pending set-up of a passkey and an authenticator app', async () => {
  const emulator = createTestEmulator({ mfa: 'OPTIONAL' })
  const answer = await signInWithPassword(emulator)
  const own = { AccessToken: accessTokenOf(answer) }
  await call(emulator, 'StartWebAuthnRegistration', own)
  await call(emulator, 'AssociateSoftwareToken', own)
  await changePassword(emulator, own)
  await expect(call(emulator, 'GetUser', own)).resolves.toHaveProperty('Username')
  await expect(call(emulator, 'CompleteWebAuthnRegistration', { ...own, Credential: {} })).rejects.toMatchObject({
    code: 'WebAuthnChallengeNotFoundException',
  })
  await expect(call(emulator, 'VerifySoftwareToken', { ...own, UserCode: '123456' })).rejects.toMatchObject({
    code: 'EnableSoftwareTokenMFAException',
  })
  const REFRESH_TOKEN = answer.AuthenticationResult?.RefreshToken ?? ''
  await expect(initiateAuth(emulator, 'REFRESH_TOKEN_AUTH', { REFRESH_TOKEN })).resolves.toHaveProperty(
    'AuthenticationResult',
  )
})

test('if two sign-ins use the same temporary password, only the first new password is accepted', async () => {
  const emulator = createTestEmulator({ users: [{ ...ANA, temporaryPassword: true }] })
  const [mine, stolen] = [await signInWithPassword(emulator), await signInWithPassword(emulator)]
  await expect(respond(emulator, mine, { NEW_PASSWORD })).resolves.toHaveProperty('AuthenticationResult')
  await expect(respond(emulator, stolen, { NEW_PASSWORD: 'Senha-Do-Ladrao-1' })).rejects.toMatchObject(refused)
  await expect(signInWithPassword(emulator, 'ana', NEW_PASSWORD)).resolves.toHaveProperty('AuthenticationResult')
})

test('enabling a second factor ends a pending sign-in', async () => {
  const emulator = createTestEmulator({ users: [{ ...ANA, temporaryPassword: true }] })
  const challenge = await signInWithPassword(emulator)
  await call(emulator, 'AdminSetUserMFAPreference', { ...ana, SMSMfaSettings: { Enabled: true } })
  await expect(respond(emulator, challenge, { NEW_PASSWORD })).rejects.toMatchObject(refused)
})

test('a sign-in that is ended while a trigger runs returns no tokens', async () => {
  const emulator: Emulator = createTestEmulator({
    triggers: { postAuthentication: async () => void (await setPassword(emulator, true)) },
  })
  await expect(signInWithPassword(emulator)).rejects.toMatchObject(refused)
})

test('a sign-in fails if its account is replaced while a trigger runs', async () => {
  const emulator: Emulator = createTestEmulator({
    triggers: {
      postAuthentication: async () => {
        await call(emulator, 'AdminDeleteUser', ana)
        await call(emulator, 'AdminCreateUser', { ...ana, TemporaryPassword: NEW_PASSWORD })
      },
    },
  })
  await expect(signInWithPassword(emulator)).rejects.toMatchObject(refused)
})
