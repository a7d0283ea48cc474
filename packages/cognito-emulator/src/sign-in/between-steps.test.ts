import { expect, test } from 'vitest'

import {
  accessTokenOf,
  ANA,
  call,
  claimsOf,
  createTestEmulator,
  initiateAuth,
  POOL_ID,
  respond,
  signInWithPassword,
  signInWithSrp,
} from '../../test/caller.ts'
import { createClientEphemeral, deviceVerifier, proveClaim, type ServerAnswer } from '../../test/independent-srp.ts'

// Tests changes to an account between two steps of a sign-in.

type Emulator = ReturnType<typeof createTestEmulator>

const ana = { UserPoolId: POOL_ID, Username: ANA.username }
const withSms = { users: [{ ...ANA, smsMfa: true as const }] }
const refused = { code: 'NotAuthorizedException' }
const sentCode = (emulator: Emulator) => ({ SMS_MFA_CODE: emulator.outbox.at(-1)?.code ?? '' })

test('a Session does not work for a new account with the same name', async () => {
  const emulator = createTestEmulator(withSms)
  const challenge = await signInWithPassword(emulator)
  await call(emulator, 'AdminDeleteUser', ana)
  await call(emulator, 'AdminCreateUser', { ...ana, TemporaryPassword: 'Senha-789' })
  await expect(respond(emulator, challenge, sentCode(emulator))).rejects.toMatchObject(refused)
})

test('a proof is rejected if the password changes after B was sent', async () => {
  const emulator = createTestEmulator()
  const { a, srpA } = createClientEphemeral()
  const verifier = await initiateAuth(emulator, 'USER_SRP_AUTH', { USERNAME: ANA.username, SRP_A: srpA })
  await call(emulator, 'AdminSetUserPassword', { ...ana, Password: 'Outra-Senha-1', Permanent: true })
  const identity = { poolName: 'Pool1', userId: ANA.username, password: ANA.password }
  const proof = proveClaim(a, identity, verifier.ChallengeParameters as ServerAnswer)
  await expect(respond(emulator, verifier, proof)).rejects.toMatchObject(refused)
})

test('a SECRET_BLOCK is bound to its user and its client', async () => {
  const emulator = createTestEmulator({
    clients: [{ id: 'web' }, { id: 'other' }],
    users: [ANA, { ...ANA, username: 'bia' }],
  })
  const { a, srpA } = createClientEphemeral()
  const verifier = await initiateAuth(emulator, 'USER_SRP_AUTH', { USERNAME: ANA.username, SRP_A: srpA })
  const identity = { poolName: 'Pool1', userId: ANA.username, password: ANA.password }
  const proof = proveClaim(a, identity, verifier.ChallengeParameters as ServerAnswer)
  await expect(respond(emulator, verifier, { ...proof, USERNAME: 'bia' })).rejects.toMatchObject(refused)
  await expect(respond(emulator, verifier, proof, 'other')).rejects.toMatchObject(refused)
  await expect(respond(emulator, verifier, proof)).resolves.toHaveProperty('AuthenticationResult')
})

test('concurrent guesses cannot exceed the limit', async () => {
  const emulator = createTestEmulator()
  const guesses = ['a', 'b', 'c', 'd', 'e', ANA.password].map((password) =>
    signInWithPassword(emulator, 'ana', password),
  )
  const outcomes = await Promise.allSettled(guesses)
  expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'rejected'))
  expect(outcomes.at(-1)).toMatchObject({ reason: { message: 'Password attempts exceeded' } })
  emulator.clock.advance(1)
  await expect(signInWithPassword(emulator)).resolves.toHaveProperty('AuthenticationResult')
})

test('an address sent with a new password is unverified', async () => {
  const emulator = createTestEmulator({ users: [{ ...ANA, temporaryPassword: true }] })
  const challenge = await signInWithPassword(emulator)
  const responses = { NEW_PASSWORD: 'Minha-Senha-9', 'userAttributes.email': 'outra@example.com' }
  const { AuthenticationResult: result } = await respond(emulator, challenge, responses)
  expect(claimsOf(result?.IdToken)).toMatchObject({ email: 'outra@example.com', email_verified: false })
})

async function rememberDevice(emulator: Emulator): Promise<string> {
  const answer = await signInWithSrp(emulator)
  const { DeviceKey = '', DeviceGroupKey = '' } = answer.AuthenticationResult?.NewDeviceMetadata ?? {}
  const identity = { poolName: DeviceGroupKey, userId: DeviceKey, password: 'c2VncmVkbw==' }
  const request = {
    AccessToken: accessTokenOf(answer),
    DeviceKey,
    DeviceSecretVerifierConfig: deviceVerifier(identity),
  }
  await call(emulator, 'ConfirmDevice', request)
  return DeviceKey
}

test('a device key sent with the second factor is not trusted without a proof', async () => {
  const emulator = createTestEmulator({ deviceTracking: 'always' })
  const deviceKey = await rememberDevice(emulator)
  await call(emulator, 'AdminSetUserMFAPreference', { ...ana, SMSMfaSettings: { Enabled: true } })
  const challenge = await signInWithPassword(emulator)
  const answer = await respond(emulator, challenge, { ...sentCode(emulator), DEVICE_KEY: deviceKey })
  expect(claimsOf(answer.AuthenticationResult?.AccessToken)['device_key']).not.toBe(deviceKey)
})

test('after a sign-in with an e-mail code, a remembered device must still prove its secret', async () => {
  const emulator = createTestEmulator({ deviceTracking: 'always' })
  const DEVICE_KEY = await rememberDevice(emulator)
  const parameters = { USERNAME: ANA.username, PREFERRED_CHALLENGE: 'EMAIL_OTP', DEVICE_KEY }
  const challenge = await initiateAuth(emulator, 'USER_AUTH', parameters)
  const answer = await respond(emulator, challenge, { EMAIL_OTP_CODE: emulator.outbox.at(-1)?.code ?? '' })
  expect(answer).toMatchObject({ ChallengeName: 'DEVICE_SRP_AUTH' })
})
