import { expect, test } from 'vitest'

import { ANA, call, initiateAuth, POOL_ID, signInWithPassword } from '../../test/caller.ts'
import {
  BIA_USERNAME,
  createWithSchool,
  describeUser,
  NOW,
  redeemIdToken,
  SCHOOL,
  signInAtSchool,
  signInWithClaims,
} from '../../test/school-provider.ts'
import type { Emulator, Triggers } from '../index.ts'

type CalledEvent = { triggerSource: string; userName: string; request: { userAttributes: Record<string, string> } }

/** Creates an emulator whose triggers record their events. */
function createWithTriggers(triggers: Triggers = {}) {
  const events: CalledEvent[] = []
  const record = (event: CalledEvent): void => void events.push(structuredClone(event))
  const recorded: Triggers = {
    preSignUp: record,
    postConfirmation: record,
    preAuthentication: record,
    postAuthentication: record,
    preTokenGeneration: record,
  }
  return { emulator: createWithSchool({ triggers: { ...recorded, ...triggers } }), events }
}

test('the first federated sign-in runs the sign-up triggers, and later sign-ins run the sign-in triggers', async () => {
  const { emulator, events } = createWithTriggers()
  await redeemIdToken(emulator, await signInAtSchool(emulator))
  const identities = expect.stringContaining('"userId":"bia/1"')
  expect(events).toMatchObject([
    {
      triggerSource: 'PreSignUp_ExternalProvider',
      userName: BIA_USERNAME,
      request: { userAttributes: { email: 'bia@school.example', email_verified: 'true' }, validationData: {} },
    },
    {
      triggerSource: 'PostConfirmation_ConfirmSignUp',
      request: { userAttributes: { identities, 'cognito:user_status': 'EXTERNAL_PROVIDER' } },
    },
    { triggerSource: 'TokenGeneration_HostedAuth' },
  ])
  events.length = 0
  await redeemIdToken(emulator, await signInAtSchool(emulator))
  expect(events.map(({ triggerSource }) => triggerSource)).toEqual([
    'PreAuthentication_Authentication',
    'PostAuthentication_Authentication',
    'TokenGeneration_HostedAuth',
  ])
})

const refuse = () => {
  throw new Error('Not of the school')
}

test('PreSignUp can prevent the creation of a new user', async () => {
  const { emulator } = createWithTriggers({ preSignUp: refuse })
  expect(await signInAtSchool(emulator)).toEqual({
    error: 'invalid_request',
    error_description: 'PreSignUp failed with error Not of the school.',
    state: 's',
  })
  await expect(describeUser(emulator)).rejects.toMatchObject({ code: 'UserNotFoundException' })
})

test('the attributes of a known user do not change if PreAuthentication rejects the user', async () => {
  const { emulator } = createWithTriggers({ preAuthentication: refuse })
  await signInAtSchool(emulator)
  expect(await signInWithClaims(emulator, { sub: 'bia/1', email: 'new@school.example' })).toMatchObject({
    error_description: 'PreAuthentication failed with error Not of the school.',
  })
  expect((await describeUser(emulator)).attributes['email']).toBe('bia@school.example')
})

test('each sign-in updates the mapped attributes, and does not change an attribute without a claim', async () => {
  const emulator = createWithSchool()
  await signInAtSchool(emulator)
  await signInWithClaims(emulator, { sub: 'bia/1', email: 'bia@new.example', email_verified: true, name: 'Bia' })
  const bia = { email: 'bia@new.example', email_verified: 'true', name: 'Bia' }
  expect((await describeUser(emulator)).attributes).toMatchObject(bia)
  await signInAtSchool(emulator)
  expect((await describeUser(emulator)).attributes).toMatchObject({ ...bia, email: 'bia@school.example' })
})

test('a claim cannot change the value of an immutable attribute', async () => {
  const name = 'custom:course'
  const emulator = createWithSchool({
    schema: [{ name, dataType: 'String', required: false, mutable: false }],
    identityProviders: [{ ...SCHOOL, attributeMapping: { [name]: 'course' } }],
  })
  expect(await signInAtSchool(emulator)).toHaveProperty('code')
  expect(await signInAtSchool(emulator)).toHaveProperty('code')
  expect(await signInWithClaims(emulator, { sub: 'bia/1', course: 'art' })).toMatchObject({
    error: 'invalid_request',
    error_description: expect.stringContaining('Attribute cannot be updated.'),
  })
})

test('a federated user cannot sign in without a required attribute', async () => {
  const emulator = createWithSchool({ requiredAttributes: ['phone_number'], users: [] })
  expect(await signInAtSchool(emulator)).toMatchObject({
    error: 'invalid_request',
    error_description: 'attributes required: [phone_number]',
  })
})

test('a claim that the schema does not allow is rejected', async () => {
  const emulator = createWithSchool({ identityProviders: [{ ...SCHOOL, attributeMapping: { birthdate: 'course' } }] })
  expect(await signInAtSchool(emulator)).toMatchObject({
    error: 'invalid_request',
    error_description: expect.stringContaining('birthdate'),
  })
})

test('a disabled federated user cannot sign in', async () => {
  const emulator = createWithSchool()
  await signInAtSchool(emulator)
  await call(emulator, 'AdminDisableUser', { UserPoolId: POOL_ID, Username: BIA_USERNAME })
  expect(await signInAtSchool(emulator)).toMatchObject({
    error: 'invalid_request',
    error_description: 'User is disabled.',
  })
})

test('a federated user can have the e-mail address of another user', async () => {
  const bia = { ...ANA, attributes: { ...ANA.attributes, email: 'bia@school.example' } }
  const emulator = createWithSchool({
    usernameAttributes: ['email'],
    users: [{ ...bia, username: bia.attributes.email }],
  })
  expect(await signInAtSchool(emulator)).toHaveProperty('code')
  await expect(signInWithPassword(emulator, 'bia@school.example')).resolves.toHaveProperty('AuthenticationResult')
})

const identityOfBia = {
  ProviderName: 'School',
  ProviderAttributeName: 'Cognito_Subject',
  ProviderAttributeValue: 'bia/1',
}
const linkToAna = (emulator: Emulator) =>
  call(emulator, 'AdminLinkProviderForUser', {
    UserPoolId: POOL_ID,
    DestinationUser: { ProviderName: 'Cognito', ProviderAttributeValue: ANA.username },
    SourceUser: identityOfBia,
  })

test('a linked identity signs the linked user in until the link is removed', async () => {
  const emulator = createWithSchool()
  await linkToAna(emulator)
  const claims = await redeemIdToken(emulator, await signInAtSchool(emulator))
  expect(claims).toMatchObject({ 'cognito:username': 'ana', email: 'bia@school.example' })
  await call(emulator, 'AdminDisableProviderForUser', { UserPoolId: POOL_ID, User: identityOfBia })
  const later = await redeemIdToken(emulator, await signInAtSchool(emulator))
  expect(later['cognito:username']).toBe(BIA_USERNAME)
})

test('PreSignUp can link a new identity to a user', async () => {
  const { emulator } = createWithTriggers({ preSignUp: async () => void (await linkToAna(emulator)) })
  const claims = await redeemIdToken(emulator, await signInAtSchool(emulator))
  expect(claims['cognito:username']).toBe('ana')
  await expect(describeUser(emulator)).rejects.toMatchObject({ code: 'UserNotFoundException' })
})

test('a federated user has no password until an administrator sets one', async () => {
  const emulator = createWithSchool()
  await signInAtSchool(emulator)
  const user = { UserPoolId: POOL_ID, Username: BIA_USERNAME }
  await expect(signInWithPassword(emulator, BIA_USERNAME)).rejects.toMatchObject({
    message: 'Incorrect username or password.',
  })
  const challenge = await initiateAuth(emulator, 'USER_AUTH', { USERNAME: BIA_USERNAME })
  expect(challenge.AvailableChallenges).toEqual(['PASSWORD', 'PASSWORD_SRP'])
  for (const [operation, input] of [
    ['ForgotPassword', { ClientId: 'web', Username: BIA_USERNAME }],
    ['AdminResetUserPassword', user],
  ] as const) {
    await expect(call(emulator, operation, input)).rejects.toMatchObject({
      code: 'NotAuthorizedException',
      message: 'User password cannot be reset in the current state.',
    })
  }
  await call(emulator, 'AdminSetUserPassword', { ...user, Password: ANA.password, Permanent: true })
  expect((await describeUser(emulator)).status).toBe('CONFIRMED')
  await expect(signInWithPassword(emulator, BIA_USERNAME)).resolves.toHaveProperty('AuthenticationResult')
  expect(await signInAtSchool(emulator)).toHaveProperty('code')
})

test('ChangePassword rejects a federated user', async () => {
  const emulator = createWithSchool()
  await signInAtSchool(emulator)
  const response = await emulator.fetch(
    new Request('http://localhost/_emulator/sessions', {
      method: 'POST',
      body: JSON.stringify({ username: BIA_USERNAME }),
    }),
  )
  const { AccessToken } = (await response.json()) as { AccessToken: string }
  await expect(call(emulator, 'ChangePassword', { AccessToken, ProposedPassword: ANA.password })).rejects.toMatchObject(
    { code: 'NotAuthorizedException' },
  )
})

test('threat protection records a federated sign-in', async () => {
  const emulator = createWithSchool()
  await call(emulator, 'UpdateUserPool', {
    UserPoolId: POOL_ID,
    UserPoolTier: 'PLUS',
    UserPoolAddOns: { AdvancedSecurityMode: 'AUDIT' },
  })
  await signInAtSchool(emulator)
  const { AuthEvents } = await call<{ AuthEvents: object[] }>(emulator, 'AdminListUserAuthEvents', {
    UserPoolId: POOL_ID,
    Username: BIA_USERNAME,
  })
  expect(AuthEvents).toMatchObject([{ EventType: 'SignIn', EventResponse: 'Pass', CreationDate: NOW / 1000 }])
})
