import { expect, test } from 'vitest'

import { call, createTestEmulator, POOL_ID } from '../../test/caller.ts'

// Tests for resource servers, domains and identity providers. The expected messages are the service's. The authors of
// cdk-preflight recorded these messages in deployments.

const emulator = createTestEmulator({
  domain: 'quiz',
  resourceServers: [{ identifier: 'bank', scopes: [{ name: 'read', description: 'read the bank' }] }],
})
const pool = { UserPoolId: POOL_ID }

async function newPool(): Promise<string> {
  const answer = await call<{ UserPool: { Id: string } }>(emulator, 'CreateUserPool', { PoolName: 'another' })
  return answer.UserPool.Id
}

test('a resource server can be created once, described, updated and deleted', async () => {
  const server = { ...pool, Identifier: 'https://api.example.com', Name: 'API' }
  const scopes = { Scopes: [{ ScopeName: 'read', ScopeDescription: 'to read' }] }
  const named = { ...pool, Identifier: server.Identifier }
  expect(await call(emulator, 'CreateResourceServer', { ...server, ...scopes })).toEqual({
    ResourceServer: { ...server, ...scopes },
  })
  await expect(call(emulator, 'CreateResourceServer', server)).rejects.toMatchObject({
    code: 'InvalidParameterException',
    message: `${server.Identifier} already exists in user pool ${POOL_ID}.`,
  })
  expect(await call(emulator, 'DescribeResourceServer', named)).toEqual({ ResourceServer: { ...server, ...scopes } })
  expect(await call(emulator, 'UpdateResourceServer', { ...named, Name: 'New' })).toEqual({
    ResourceServer: { ...named, Name: 'New' },
  })
  await call(emulator, 'DeleteResourceServer', named)
  const missing = { code: 'ResourceNotFoundException', message: `Resource server ${named.Identifier} does not exist.` }
  for (const operation of ['DescribeResourceServer', 'DeleteResourceServer']) {
    await expect(call(emulator, operation, named)).rejects.toMatchObject(missing)
  }
  await expect(call(emulator, 'UpdateResourceServer', { ...named, Name: 'x' })).rejects.toMatchObject(missing)
})

test('ListResourceServers paginates the resource servers in the order of creation', async () => {
  const UserPoolId = await newPool()
  const names = ['b', 'a', 'c']
  for (const name of names) await call(emulator, 'CreateResourceServer', { UserPoolId, Identifier: name, Name: name })
  type Page = { ResourceServers: { Identifier: string }[]; NextToken?: string }
  const first = await call<Page>(emulator, 'ListResourceServers', { UserPoolId, MaxResults: 2 })
  const NextToken = first.NextToken
  const second = await call<Page>(emulator, 'ListResourceServers', { UserPoolId, MaxResults: 2, NextToken })
  expect([...first.ResourceServers, ...second.ResourceServers].map(({ Identifier }) => Identifier)).toEqual(names)
  expect(second).not.toHaveProperty('NextToken')
})

test('the configured domain and resource servers exist when the emulator starts', async () => {
  const { ResourceServer: server } = await call(emulator, 'DescribeResourceServer', { ...pool, Identifier: 'bank' })
  expect(server).toMatchObject({ Scopes: [{ ScopeName: 'read', ScopeDescription: 'read the bank' }] })
  const { DomainDescription: domain } = await call(emulator, 'DescribeUserPoolDomain', { Domain: 'quiz' })
  expect(domain).toMatchObject({ UserPoolId: POOL_ID, Domain: 'quiz', Status: 'ACTIVE' })
})

test('a domain belongs to one pool, and a pool has one prefix domain', async () => {
  const UserPoolId = await newPool()
  const create = (Domain: string, more = {}) => call(emulator, 'CreateUserPoolDomain', { UserPoolId, Domain, ...more })
  const invalid = { code: 'InvalidParameterException' }
  await expect(create('quiz')).rejects.toMatchObject(invalid)
  await expect(create('my-cognito')).rejects.toMatchObject(invalid)
  await expect(create('UPPER')).rejects.toMatchObject(invalid)
  expect(await create('school')).toEqual({ ManagedLoginVersion: 1 })
  await expect(create('school-2')).rejects.toMatchObject(invalid)
  const { UserPool: described } = await call(emulator, 'DescribeUserPool', { UserPoolId })
  expect(described).toMatchObject({ Domain: 'school' })
  const wrongPool = { ...pool, Domain: 'school' }
  await expect(call(emulator, 'DeleteUserPoolDomain', wrongPool)).rejects.toMatchObject(invalid)
  await call(emulator, 'DeleteUserPoolDomain', { UserPoolId, Domain: 'school' })
  expect(await call(emulator, 'DescribeUserPoolDomain', { Domain: 'school' })).toEqual({ DomainDescription: {} })
})

const CustomDomainConfig = { CertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1' }

test('a custom domain can be created, described, changed and deleted in a pool with a prefix domain', async () => {
  const UserPoolId = await newPool()
  const custom = { UserPoolId, Domain: 'auth.example.com' }
  await call(emulator, 'CreateUserPoolDomain', { UserPoolId, Domain: 'awsome-school' })
  const created = await call(emulator, 'CreateUserPoolDomain', {
    ...custom,
    CustomDomainConfig,
    ManagedLoginVersion: 2,
  })
  expect(created).toEqual({ ManagedLoginVersion: 2, CloudFrontDomain: expect.stringContaining('.cloudfront.net') })
  const moved = { CertificateArn: `${CustomDomainConfig.CertificateArn}2` }
  await call(emulator, 'UpdateUserPoolDomain', { ...custom, CustomDomainConfig: moved })
  const { DomainDescription: domain } = await call(emulator, 'DescribeUserPoolDomain', { Domain: custom.Domain })
  expect(domain).toMatchObject({ UserPoolId, CustomDomainConfig: moved, ManagedLoginVersion: 2 })
  const { UserPool: described } = await call(emulator, 'DescribeUserPool', { UserPoolId })
  expect(described).toMatchObject({ Domain: 'awsome-school', CustomDomain: 'auth.example.com' })
  await call(emulator, 'DeleteUserPoolDomain', custom)
  expect(await call(emulator, 'DescribeUserPoolDomain', { Domain: custom.Domain })).toEqual({ DomainDescription: {} })
})

test.each([
  [{ Domain: 'auth.example.com' }, /^The domain name contains an invalid character\. /],
  [{ Domain: 'auth', CustomDomainConfig }, 'Custom domain is not a valid subdomain'],
  [
    {
      Domain: 'auth.example.com',
      CustomDomainConfig: { CertificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/1' },
    },
    /^The specified SSL certificate doesn't exist, isn't in us-east-1 region, /,
  ],
])('CreateUserPoolDomain rejects %j', async (domain, message) => {
  const attempt = call(emulator, 'CreateUserPoolDomain', { UserPoolId: await newPool(), ...domain })
  await expect(attempt).rejects.toThrow(message)
  await expect(attempt).rejects.toMatchObject({ code: 'InvalidParameterException' })
})

const OIDC_DETAILS = {
  client_id: 'x',
  authorize_scopes: 'openid',
  oidc_issuer: 'https://login.example.com',
  attributes_request_method: 'GET',
}

test.each([
  ['Google', 'Google', { client_id: 'x' }, 'clientId, clientSecret and authorizeScopes are all required idp details.'],
  [
    'SignInWithApple',
    'SignInWithApple',
    { client_id: 'x', team_id: 'x', key_id: 'x' },
    'clientId, privateKey, teamId, and keyId are all required idp details.',
  ],
  [
    'Escola',
    'OIDC',
    { client_id: 'x' },
    'clientId, authorizeScopes, oidcIssuer and attributesRequestMethod are all required idp details.',
  ],
  [
    'Escola',
    'OIDC',
    { ...OIDC_DETAILS, oidc_issuer: 'http://login.example.com' },
    'OIDC endpoint must start with https://',
  ],
  ['Escola', 'SAML', { IDPInit: 'true' }, 'At least one of the MetadataURL or MetadataFile should be provided.'],
  [
    'Escola',
    'SAML',
    { MetadataURL: 'https://login.example.com/metadata', MetadataFile: '<EntityDescriptor/>' },
    'Only one of the MetadataURL or MetadataFile should be provided.',
  ],
  [
    'Escola',
    'Google',
    { client_id: 'x', client_secret: 'x', authorize_scopes: 'email' },
    'Provider Escola cannot be of type Google.',
  ],
])(
  'CreateIdentityProvider rejects the provider %s of type %s with the details %j',
  async (ProviderName, ProviderType, details, message) => {
    const provider = { ...pool, ProviderName, ProviderType, ProviderDetails: details }
    await expect(call(emulator, 'CreateIdentityProvider', provider)).rejects.toMatchObject({
      code: 'InvalidParameterException',
      message,
    })
  },
)

test('an identity provider can be created once, found by name and identifier, updated and deleted', async () => {
  const named = { ...pool, ProviderName: 'Escola' }
  const provider = {
    ...named,
    ProviderType: 'OIDC',
    ProviderDetails: OIDC_DETAILS,
    IdpIdentifiers: ['escola.br'],
  }
  const { IdentityProvider: created } = await call(emulator, 'CreateIdentityProvider', provider)
  expect(created).toMatchObject({ ...provider, CreationDate: expect.any(Number), LastModifiedDate: expect.any(Number) })
  await expect(call(emulator, 'CreateIdentityProvider', provider)).rejects.toMatchObject({
    code: 'DuplicateProviderException',
  })
  const misnamed = { ...provider, ProviderName: 'Google' }
  await expect(call(emulator, 'CreateIdentityProvider', misnamed)).rejects.toMatchObject({
    code: 'InvalidParameterException',
    message: 'Provider Google cannot be of type OIDC.',
  })
  const byIdentifier = { ...pool, IdpIdentifier: 'escola.br' }
  expect(await call(emulator, 'GetIdentityProviderByIdentifier', byIdentifier)).toEqual({ IdentityProvider: created })
  const AttributeMapping = { email: 'mail' }
  await call(emulator, 'UpdateIdentityProvider', { ...named, AttributeMapping })
  const { IdentityProvider: changed } = await call(emulator, 'DescribeIdentityProvider', named)
  expect(changed).toMatchObject({ ...provider, AttributeMapping })
  const incomplete = call(emulator, 'UpdateIdentityProvider', { ...named, ProviderDetails: { client_id: 'x' } })
  await expect(incomplete).rejects.toMatchObject({ code: 'InvalidParameterException' })
  const { Providers: listed } = await call(emulator, 'ListIdentityProviders', pool)
  expect(listed).toEqual([
    {
      ProviderName: 'Escola',
      ProviderType: 'OIDC',
      CreationDate: expect.any(Number),
      LastModifiedDate: expect.any(Number),
    },
  ])
  await call(emulator, 'DeleteIdentityProvider', named)
  const missing = { code: 'ResourceNotFoundException' }
  await expect(call(emulator, 'DescribeIdentityProvider', named)).rejects.toMatchObject(missing)
  await expect(call(emulator, 'GetIdentityProviderByIdentifier', byIdentifier)).rejects.toMatchObject(missing)
})
