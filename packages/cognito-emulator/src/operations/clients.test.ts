import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { accessTokenOf, ANA, call, createTestEmulator, initiateAuth, POOL_ID } from '../../test/caller.ts'
import { createClientEphemeral } from '../../test/independent-srp.ts'
import type { Emulator } from '../index.ts'

const folder = mkdtempSync(join(tmpdir(), 'emulator-clients-'))
afterAll(() => rmSync(folder, { recursive: true }))

const emulator = createTestEmulator()
const pool = { UserPoolId: POOL_ID }

type Client = Record<string, unknown> & { ClientId: string; ClientSecret?: string }
type Described = { UserPoolClient: Client }

const create = async (more: object = {}, on: Emulator = emulator) =>
  (await call<Described>(on, 'CreateUserPoolClient', { ...pool, ClientName: 'app', ...more })).UserPoolClient
const describe = async (ClientId: string, on: Emulator = emulator) =>
  (await call<Described>(on, 'DescribeUserPoolClient', { ...pool, ClientId })).UserPoolClient
const signIn = ({ ClientId }: Client, flow: string, more: Record<string, string> = {}) =>
  initiateAuth(emulator, flow, { USERNAME: ANA.username, PASSWORD: ANA.password, ...more }, ClientId)
const secretHash = ({ ClientId }: Client, secret = '') =>
  createHmac('sha256', secret).update(`${ANA.username}${ClientId}`).digest('base64')

test("a client created without settings has the service's defaults", async () => {
  const client = await create()
  expect(client).toEqual({
    ...pool,
    ClientId: expect.stringMatching(/^[0-9a-z]{26}$/),
    ClientName: 'app',
    CreationDate: expect.closeTo(Date.now() / 1000, -1),
    LastModifiedDate: client['CreationDate'],
    ExplicitAuthFlows: ['ALLOW_REFRESH_TOKEN_AUTH', 'ALLOW_USER_SRP_AUTH', 'ALLOW_CUSTOM_AUTH'],
    PreventUserExistenceErrors: 'LEGACY',
    RefreshTokenValidity: 30,
    TokenValidityUnits: {},
    AllowedOAuthFlowsUserPoolClient: false,
    EnableTokenRevocation: true,
    EnablePropagateAdditionalUserContextData: false,
    AuthSessionValidity: 3,
  })
  expect(await describe(client.ClientId)).toEqual(client)
  await expect(signIn(client, 'USER_PASSWORD_AUTH')).rejects.toThrow('not enabled for th')
})

test('DescribeUserPoolClient returns the settings passed to CreateUserPoolClient', async () => {
  const settings = {
    RefreshTokenValidity: 10,
    AccessTokenValidity: 15,
    IdTokenValidity: 900,
    TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'seconds', RefreshToken: 'hours' },
    ReadAttributes: ['email', 'email_verified'],
    WriteAttributes: ['email', 'name'],
    ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH'],
    SupportedIdentityProviders: ['COGNITO'],
    CallbackURLs: ['https://example.com/callback', 'http://localhost:5173/callback', 'myapp://example'],
    LogoutURLs: ['https://example.com/'],
    DefaultRedirectURI: 'https://example.com/callback',
    AllowedOAuthFlows: ['code'],
    AllowedOAuthScopes: ['openid', 'email'],
    AllowedOAuthFlowsUserPoolClient: true,
    PreventUserExistenceErrors: 'ENABLED',
    EnableTokenRevocation: false,
    AuthSessionValidity: 5,
    RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 5 },
  }
  const { ClientId } = await create(settings)
  const client = await describe(ClientId)
  expect(client).toMatchObject(settings)
  expect(client).not.toHaveProperty('ClientSecret')
  expect(await signIn(client, 'USER_PASSWORD_AUTH')).toMatchObject({ AuthenticationResult: { ExpiresIn: 900 } })
})

test.each([
  [['ADMIN_NO_SRP_AUTH'], ['USER_SRP_AUTH'], ['USER_PASSWORD_AUTH', 'CUSTOM_AUTH']],
  [['USER_PASSWORD_AUTH'], ['USER_PASSWORD_AUTH', 'USER_SRP_AUTH'], ['CUSTOM_AUTH']],
  [['CUSTOM_AUTH_FLOW_ONLY'], [], ['USER_SRP_AUTH', 'USER_PASSWORD_AUTH']],
])(
  'besides REFRESH_TOKEN_AUTH, the legacy flows %j allow %j but not %j',
  async (ExplicitAuthFlows, allowed, refused) => {
    const client = await create({ ExplicitAuthFlows })
    expect(client['ExplicitAuthFlows']).toEqual(ExplicitAuthFlows)
    for (const flow of allowed) await expect(signIn(client, flow, { SRP_A: 'a1' })).resolves.toBeDefined()
    for (const flow of refused) {
      await expect(signIn(client, flow, { SRP_A: 'a1' })).rejects.toThrow('not enabled for th')
    }
    const refresh = initiateAuth(emulator, 'REFRESH_TOKEN_AUTH', { REFRESH_TOKEN: 'a' }, client.ClientId)
    await expect(refresh).rejects.toThrow('Invalid Refresh Token')
  },
)

const oauth = {
  AllowedOAuthFlowsUserPoolClient: true,
  AllowedOAuthFlows: ['code'],
  AllowedOAuthScopes: ['openid'],
  CallbackURLs: ['https://example.com/'],
}

test.each([
  ['InvalidParameterException', { ExplicitAuthFlows: ['ADMIN_NO_SRP_AUTH', 'ALLOW_USER_SRP_AUTH'] }],
  ['InvalidParameterException', { AccessTokenValidity: 4, TokenValidityUnits: { AccessToken: 'minutes' } }],
  ['InvalidParameterException', { IdTokenValidity: 25 }],
  ['InvalidParameterException', { AccessTokenValidity: 2, TokenValidityUnits: { AccessToken: 'days' } }],
  ['InvalidParameterException', { RefreshTokenValidity: 59, TokenValidityUnits: { RefreshToken: 'minutes' } }],
  ['InvalidParameterException', { RefreshTokenValidity: 3651 }],
  [
    'InvalidParameterException',
    { AccessTokenValidity: 2, RefreshTokenValidity: 1, TokenValidityUnits: { RefreshToken: 'hours' } },
  ],
  ['InvalidParameterException', { EnablePropagateAdditionalUserContextData: true }],
  ['InvalidParameterException', { SupportedIdentityProviders: ['COGNITO', 'Google'] }],
  ['InvalidParameterException', { CallbackURLs: ['http://example.com/'] }],
  ['InvalidParameterException', { CallbackURLs: ['example'] }],
  ['InvalidParameterException', { LogoutURLs: ['https://example.com/#a'] }],
  ['InvalidParameterException', { DefaultRedirectURI: 'https://example.com/' }],
  ['InvalidParameterException', { AllowedOAuthFlowsUserPoolClient: true }],
  ['InvalidParameterException', { GenerateSecret: true, ClientSecret: 'a'.repeat(24) }],
  ['ScopeDoesNotExistException', { ...oauth, AllowedOAuthScopes: ['Cognito'] }],
  ['InvalidOAuthFlowException', { ...oauth, GenerateSecret: true, AllowedOAuthFlows: ['code', 'client_credentials'] }],
  ['InvalidOAuthFlowException', { ...oauth, AllowedOAuthFlows: ['client_credentials'] }],
  ['InvalidOAuthFlowException', { ...oauth, GenerateSecret: true, AllowedOAuthFlows: ['client_credentials'] }],
  ['InvalidOAuthFlowException', { ...oauth, CallbackURLs: [] }],
])('CreateUserPoolClient fails with %s for %j', async (code, more) => {
  await expect(create(more)).rejects.toMatchObject({ code })
})

test('CreateUserPoolClient rejects USER_AUTH and token rotation in the LITE tier', async () => {
  const { UserPool } = await call<{ UserPool: { Id: string } }>(emulator, 'CreateUserPool', {
    PoolName: 'lite',
    UserPoolTier: 'LITE',
  })
  for (const more of [{ ExplicitAuthFlows: ['ALLOW_USER_AUTH'] }, { RefreshTokenRotation: { Feature: 'ENABLED' } }]) {
    await expect(create({ UserPoolId: UserPool.Id, ...more })).rejects.toMatchObject({
      code: 'FeatureUnavailableInTierException',
    })
  }
})

test.each([
  [{ ReadAttributes: ['custom:curso'] }, 'read'],
  [{ WriteAttributes: ['apelido'] }, 'write'],
  [{ WriteAttributes: ['email', 'email_verified'] }, 'write'],
])('creating or updating a client with %j is rejected', async (attributes, kind) => {
  const rejection = (during: string) => ({
    code: 'InvalidParameterException',
    message: `Invalid ${kind} attributes specified while ${during} a client`,
  })
  await expect(create(attributes)).rejects.toMatchObject(rejection('creating'))
  const { ClientId } = await create()
  const update = call(emulator, 'UpdateUserPoolClient', { ...pool, ClientId, ...attributes })
  await expect(update).rejects.toMatchObject(rejection('updating'))
})

test('a client with an empty list of flows allows the default flows', async () => {
  const client = await create({ ExplicitAuthFlows: [] })
  expect(client).toMatchObject({
    ExplicitAuthFlows: ['ALLOW_REFRESH_TOKEN_AUTH', 'ALLOW_USER_SRP_AUTH', 'ALLOW_CUSTOM_AUTH'],
  })
  const { srpA } = createClientEphemeral()
  expect(await signIn(client, 'USER_SRP_AUTH', { SRP_A: srpA })).toMatchObject({ ChallengeName: 'PASSWORD_VERIFIER' })
})

test('WriteAttributes of a client must include the required attributes of the pool', async () => {
  const Schema = [{ Name: 'email', Required: true, Mutable: true }]
  const { UserPool } = await call<{ UserPool: { Id: string } }>(emulator, 'CreateUserPool', { PoolName: 'b', Schema })
  const client = { UserPoolId: UserPool.Id }
  await expect(create({ ...client, WriteAttributes: ['given_name'] })).rejects.toMatchObject({
    code: 'InvalidParameterException',
    message: 'Invalid write attributes specified while creating a client',
  })
  expect(await create({ ...client, WriteAttributes: ['email'] })).toMatchObject({ WriteAttributes: ['email'] })
  expect(await create(client)).not.toHaveProperty('WriteAttributes')
})

test('with token rotation, REFRESH_TOKEN_AUTH is rejected and is not among the default flows', async () => {
  const RefreshTokenRotation = { Feature: 'ENABLED', RetryGracePeriodSeconds: 0 }
  const ExplicitAuthFlows = ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH']
  const rejection = {
    code: 'InvalidParameterException',
    message: 'ALLOW_REFRESH_TOKEN_AUTH is not a permitted ExplicitAuthFlow when refresh token rotation is enabled.',
  }
  await expect(create({ ExplicitAuthFlows, RefreshTokenRotation })).rejects.toMatchObject(rejection)
  const { ClientId } = await create({ ExplicitAuthFlows })
  const update = call(emulator, 'UpdateUserPoolClient', { ...pool, ClientId, ExplicitAuthFlows, RefreshTokenRotation })
  await expect(update).rejects.toMatchObject(rejection)
  const byDefault = await create({ RefreshTokenRotation })
  expect(byDefault).toMatchObject({ ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_CUSTOM_AUTH'] })
})

test('UpdateUserPoolClient resets missing settings to the defaults, except the name and the secret', async () => {
  const before = await create({ GenerateSecret: true, RefreshTokenValidity: 5, CallbackURLs: ['https://example.com/'] })
  expect(before.ClientSecret).toMatch(/^[0-9a-z]{52}$/)
  const { ClientId } = before
  const { UserPoolClient: after } = await call<Described>(emulator, 'UpdateUserPoolClient', {
    ...pool,
    ClientId,
    ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH'],
  })
  expect(after).toMatchObject({
    ClientId,
    ClientName: 'app',
    ClientSecret: before.ClientSecret,
    CreationDate: before['CreationDate'],
    RefreshTokenValidity: 30,
  })
  expect(after).not.toHaveProperty('CallbackURLs')
  expect(await describe(ClientId)).toEqual(after)
  const SECRET_HASH = secretHash(after, after.ClientSecret)
  await expect(signIn(after, 'USER_PASSWORD_AUTH', { SECRET_HASH })).resolves.toHaveProperty('AuthenticationResult')
})

test('DeleteUserPoolClient prevents sign-ins with the client and invalidates its tokens', async () => {
  const client = await create({ ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH'] })
  const AccessToken = accessTokenOf(await signIn(client, 'USER_PASSWORD_AUTH'))
  await call(emulator, 'GetUser', { AccessToken })
  await call(emulator, 'DeleteUserPoolClient', { ...pool, ClientId: client.ClientId })
  await expect(call(emulator, 'GetUser', { AccessToken })).rejects.toMatchObject({ code: 'NotAuthorizedException' })
  const notFound = {
    code: 'ResourceNotFoundException',
    message: `User pool client ${client.ClientId} does not exist.`,
  }
  await expect(signIn(client, 'USER_PASSWORD_AUTH')).rejects.toMatchObject(notFound)
  await expect(describe(client.ClientId)).rejects.toMatchObject(notFound)
})

test('ListUserPoolClients paginates the clients and omits their secrets', async () => {
  const one = createTestEmulator({ clients: [] })
  for (const ClientName of ['a', 'b', 'c']) await create({ ClientName, GenerateSecret: true }, one)
  type Page = { UserPoolClients: Client[]; NextToken?: string }
  const first = await call<Page>(one, 'ListUserPoolClients', { ...pool, MaxResults: 2 })
  const second = await call<Page>(one, 'ListUserPoolClients', { ...pool, MaxResults: 2, NextToken: first.NextToken })
  expect(second).not.toHaveProperty('NextToken')
  const clients = [...first.UserPoolClients, ...second.UserPoolClients]
  expect(clients.map(({ ClientName }) => String(ClientName)).toSorted()).toEqual(['a', 'b', 'c'])
  expect(Object.keys(clients[0] ?? {}).toSorted()).toEqual(['ClientId', 'ClientName', 'UserPoolId'])
})

test('a client can use two secrets, and the first secret can be deleted', async () => {
  const client = await create({ GenerateSecret: true, ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH'] })
  const named = { ...pool, ClientId: client.ClientId }
  const signInWith = (secret?: string) =>
    signIn(client, 'USER_PASSWORD_AUTH', { SECRET_HASH: secretHash(client, secret) })
  type Secret = { ClientSecretId: string; ClientSecretValue?: string }
  const { ClientSecretDescriptor: added } = await call<{ ClientSecretDescriptor: Secret }>(
    emulator,
    'AddUserPoolClientSecret',
    named,
  )
  await expect(signInWith(client.ClientSecret)).resolves.toBeDefined()
  await expect(signInWith(added.ClientSecretValue)).resolves.toBeDefined()
  await expect(call(emulator, 'AddUserPoolClientSecret', named)).rejects.toMatchObject({
    code: 'LimitExceededException',
  })
  const { ClientSecrets } = await call<{ ClientSecrets: Secret[] }>(emulator, 'ListUserPoolClientSecrets', named)
  expect(ClientSecrets).toHaveLength(2)
  expect(JSON.stringify(ClientSecrets)).not.toContain(added.ClientSecretValue)

  const [first, second] = ClientSecrets
  await call(emulator, 'DeleteUserPoolClientSecret', { ...named, ClientSecretId: first?.ClientSecretId })
  await expect(signInWith(client.ClientSecret)).rejects.toThrow('Unable to verify secret hash')
  await expect(signInWith(added.ClientSecretValue)).resolves.toBeDefined()
  const last = call(emulator, 'DeleteUserPoolClientSecret', { ...named, ClientSecretId: second?.ClientSecretId })
  await expect(last).rejects.toMatchObject({ code: 'InvalidParameterException' })
  const open = { ...pool, ClientId: 'web' }
  await expect(call(emulator, 'AddUserPoolClientSecret', open)).rejects.toMatchObject({
    code: 'InvalidParameterException',
  })
})

test('an update of a configured client survives restarts until the configuration changes', async () => {
  const data = join(folder, 'clients.sqlite')
  const first = createTestEmulator({}, { data })
  await call(first, 'UpdateUserPoolClient', { ...pool, ClientId: 'web', RefreshTokenValidity: 5 })
  await first.close()

  const again = createTestEmulator({}, { data })
  expect(await describe('web', again)).toMatchObject({ RefreshTokenValidity: 5, TokenValidityUnits: {} })
  await again.close()

  const changed = createTestEmulator({ clients: [{ id: 'web', accessTokenSeconds: 600 }] }, { data })
  expect(await describe('web', changed)).toMatchObject({ AccessTokenValidity: 600, RefreshTokenValidity: 2_592_000 })
  await changed.close()
})

test('DescribeUserPoolClient returns the effective settings of a configured client', async () => {
  const client = { id: 'web', explicitAuthFlows: ['USER_PASSWORD_AUTH'], callbackUrls: ['https://example.com/'] }
  const configured = createTestEmulator({ clients: [client] })
  expect(await describe('web', configured)).toMatchObject({
    ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
    CallbackURLs: ['https://example.com/'],
    AllowedOAuthFlows: ['code'],
    AllowedOAuthScopes: ['openid', 'email', 'phone', 'profile', 'aws.cognito.signin.user.admin'],
    AllowedOAuthFlowsUserPoolClient: true,
  })
})
