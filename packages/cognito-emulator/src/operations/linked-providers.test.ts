import { beforeEach, expect, test } from 'vitest'

import { ANA, call, claimsOf, createTestEmulator, POOL_ID, signInWithPassword } from '../../test/caller.ts'
import type { Emulator } from '../index.ts'

const NOW_MS = Date.UTC(2026, 10, 22)
const UserPoolId = POOL_ID
const DestinationUser = { ProviderName: 'Cognito', ProviderAttributeValue: ANA.username }
const google = (id: string) => ({
  ProviderName: 'Google',
  ProviderAttributeName: 'Cognito_Subject',
  ProviderAttributeValue: id,
})

let emulator: Emulator
beforeEach(async () => {
  emulator = createTestEmulator({}, { now: () => NOW_MS })
  const ProviderDetails = { client_id: 'escola', client_secret: 'segredo', authorize_scopes: 'openid' }
  const provider = { ProviderName: 'Google', ProviderType: 'Google', ProviderDetails }
  await call(emulator, 'CreateIdentityProvider', { UserPoolId, ...provider })
})

const link = (SourceUser: object, destination: object = DestinationUser) =>
  call(emulator, 'AdminLinkProviderForUser', { UserPoolId, DestinationUser: destination, SourceUser })
async function identities(): Promise<unknown[]> {
  const { UserAttributes } = await call<{ UserAttributes: { Name: string; Value: string }[] }>(
    emulator,
    'AdminGetUser',
    { UserPoolId, Username: ANA.username },
  )
  return JSON.parse(UserAttributes.find(({ Name }) => Name === 'identities')?.Value ?? '[]') as unknown[]
}

test("a linked identity is in the user's attributes and id token, and removing the link removes the identity from the attributes", async () => {
  await link(google('1234'))
  const identity = { userId: '1234', providerName: 'Google', providerType: 'Google', issuer: null, primary: false }
  expect(await identities()).toEqual([{ ...identity, dateCreated: NOW_MS }])
  const { AuthenticationResult: result } = await signInWithPassword(emulator)
  expect(claimsOf(result?.IdToken)['identities']).toEqual([
    { ...identity, primary: 'false', dateCreated: String(NOW_MS) },
  ])
  await call(emulator, 'AdminDisableProviderForUser', { UserPoolId, User: google('1234') })
  expect(await identities()).toEqual([])
})

test('AdminLinkProviderForUser rejects an identity that is already linked', async () => {
  await link(google('1'))
  await expect(link(google('1'))).rejects.toMatchObject({ code: 'InvalidParameterException' })
})

test('AdminLinkProviderForUser links at most five identities to a user', async () => {
  for (const id of ['1', '2', '3', '4', '5']) await link(google(id))
  await expect(link(google('6'))).rejects.toMatchObject({ code: 'LimitExceededException' })
})

test('AdminLinkProviderForUser requires an external identity, an existing user and an existing provider', async () => {
  await expect(link(DestinationUser)).rejects.toMatchObject({ code: 'InvalidParameterException' })
  await expect(link({ ProviderName: 'Google' })).rejects.toMatchObject({ code: 'InvalidParameterException' })
  const nobody = { ...DestinationUser, ProviderAttributeValue: 'ninguem' }
  await expect(link(google('1'), nobody)).rejects.toMatchObject({ code: 'UserNotFoundException' })
  const elsewhere = { ...google('1'), ProviderName: 'Facebook' }
  await expect(link(elsewhere)).rejects.toMatchObject({ code: 'ResourceNotFoundException' })
  const unlinked = call(emulator, 'AdminDisableProviderForUser', { UserPoolId, User: google('1') })
  await expect(unlinked).rejects.toMatchObject({ code: 'UserNotFoundException' })
})

test("AdminDisableProviderForUser with the provider Cognito disables the user's password", async () => {
  const User = { ...DestinationUser, ProviderAttributeName: 'Cognito_Subject' }
  await call(emulator, 'AdminDisableProviderForUser', { UserPoolId, User })
  await expect(signInWithPassword(emulator)).rejects.toMatchObject({ code: 'NotAuthorizedException' })
})
