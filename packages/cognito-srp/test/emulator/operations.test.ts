import { totpCode } from '@cognito-srp/testing/totp'
import { afterAll, beforeAll, expect, test } from 'vitest'

import {
  associateSoftwareToken,
  changePassword,
  confirmForgotPassword,
  confirmSignUp,
  deleteUserAttributes,
  forgotPassword,
  getUser,
  getUserAttributeVerificationCode,
  getUserAuthFactors,
  listDevices,
  listWebAuthnCredentials,
  resendConfirmationCode,
  setUserMfaPreference,
  signIn,
  signUp,
  startWebAuthnRegistration,
  updateUserAttributes,
  verifySoftwareToken,
  verifyUserAttribute,
} from '../../src/index.ts'
import { rejection } from '../clients.ts'
import { PASSWORD, startPool, type TestPool } from './pool.ts'

let pool: TestPool

beforeAll(async () => {
  pool = await startPool({ clients: [{ id: 'web' }, { id: 'server', secret: 'client-secret' }] })
})
afterAll(() => pool.emulator.close())

test.each([
  ['an app client without a secret', {}],
  ['an app client with a secret', { clientId: 'server', clientSecret: 'client-secret' }],
])('a user can sign up, confirm the account and reset the password through %s', async (_case, config) => {
  const client = pool.createClient(config)
  const username = 'clientId' in config ? 'nova-server' : 'nova-web'
  const signedUp = await signUp(client, { username, password: PASSWORD, userAttributes: { email: 'nova@example.com' } })
  expect(signedUp).toMatchObject({ userConfirmed: false, userSub: expect.any(String) })
  expect(signedUp.codeDeliveryDetails).toMatchObject({ deliveryMedium: 'EMAIL', destination: 'n***@e***' })
  expect(await rejection(signIn(client, { username, password: PASSWORD }))).toMatchObject({
    code: 'UserNotConfirmedException',
  })
  expect(await resendConfirmationCode(client, { username })).toMatchObject({ attributeName: 'email' })
  expect(await rejection(confirmSignUp(client, { username, confirmationCode: 'wrong' }))).toMatchObject({
    code: 'CodeMismatchException',
  })
  await confirmSignUp(client, { username, confirmationCode: pool.lastCode(username) })
  expect(await signIn(client, { username, password: PASSWORD })).toMatchObject({ name: 'SIGNED_IN' })

  expect(await forgotPassword(client, { username })).toMatchObject({ deliveryMedium: 'EMAIL' })
  const password = 'Outra-Senha-9'
  await confirmForgotPassword(client, { username, confirmationCode: pool.lastCode(username), password })
  expect(await signIn(client, { username, password })).toMatchObject({ name: 'SIGNED_IN' })
})

test('signUp rejects a user name that already exists', async () => {
  const request = { username: 'ana', password: PASSWORD, userAttributes: { email: 'x@example.com' } }
  expect(await rejection(signUp(pool.createClient(), request))).toMatchObject({ code: 'UsernameExistsException' })
})

test('attributes can be read, changed, verified and removed, and the password can be changed', async () => {
  const client = pool.createClient()
  await signIn(client, { username: 'ana', password: PASSWORD })
  expect(await getUser(client)).toMatchObject({ username: 'ana', userAttributes: { email: 'ana@example.com' } })

  const userAttributes = { name: 'Ana 🎓', email: 'ana.nova@example.com' }
  const { codeDeliveryDetailsList } = await updateUserAttributes(client, { userAttributes })
  expect(codeDeliveryDetailsList).toMatchObject([{ attributeName: 'email', deliveryMedium: 'EMAIL' }])
  const delivery = await getUserAttributeVerificationCode(client, { attributeName: 'email' })
  expect(delivery).toMatchObject({ attributeName: 'email' })
  await verifyUserAttribute(client, { attributeName: 'email', code: pool.lastCode('ana') })
  expect((await getUser(client)).userAttributes).toMatchObject({ ...userAttributes, email_verified: 'true' })
  await deleteUserAttributes(client, { userAttributeNames: ['name'] })
  expect((await getUser(client)).userAttributes).not.toHaveProperty('name')

  const proposedPassword = 'Nova-Senha-2'
  const wrong = changePassword(client, { previousPassword: 'wrong', proposedPassword })
  expect(await rejection(wrong)).toMatchObject({ code: 'NotAuthorizedException' })
  await changePassword(client, { previousPassword: PASSWORD, proposedPassword })
  expect(await signIn(client, { username: 'ana', password: proposedPassword })).toMatchObject({ name: 'SIGNED_IN' })
  await changePassword(client, { previousPassword: proposedPassword, proposedPassword: PASSWORD })
})

test('a signed-in user can set up and prefer an authenticator app', async () => {
  const client = pool.createClient()
  await signIn(client, { username: 'ana', password: PASSWORD })
  const { secretCode } = await associateSoftwareToken(client)
  const userCode = await totpCode(secretCode)
  expect(await verifySoftwareToken(client, { userCode, friendlyDeviceName: 'Celular' })).toEqual({ status: 'SUCCESS' })
  await setUserMfaPreference(client, { softwareTokenMfaSettings: { enabled: true, preferredMfa: true } })
  expect(await getUser(client)).toMatchObject({
    preferredMfaSetting: 'SOFTWARE_TOKEN_MFA',
    userMfaSettingList: ['SOFTWARE_TOKEN_MFA'],
  })
  await setUserMfaPreference(client, { softwareTokenMfaSettings: { enabled: false } })
  expect((await getUser(client)).userMfaSettingList).toEqual([])
})

test('a user’s first factors, passkeys and devices are listed', async () => {
  const client = pool.createClient()
  await signIn(client, { username: 'ana', password: PASSWORD })
  expect(await getUserAuthFactors(client)).toMatchObject({
    username: 'ana',
    configuredUserAuthFactors: expect.arrayContaining(['PASSWORD']),
  })
  expect(await listDevices(client, { limit: 10 })).toEqual({ devices: [] })
  expect(await listWebAuthnCredentials(client, { maxResults: 10 })).toEqual({ credentials: [] })
  const { credentialCreationOptions } = await startWebAuthnRegistration(client)
  expect(credentialCreationOptions).toMatchObject({ challenge: expect.any(String), user: { name: expect.any(String) } })
})
