import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { ANA, BIA, call, claimsOf, initiateAuth } from '../../test/caller.ts'
import { createEmulator, type Emulator, type EmulatorOptions, type TemplateOptions } from '../index.ts'

const folder = mkdtempSync(join(tmpdir(), 'emulator-template-'))
afterAll(() => rmSync(folder, { recursive: true }))

const POOL = 'local_Pool0A1B2C3D'
const CLIENT = 'Web4E5F6A7B'
const OF_POOL = { UserPoolId: { Ref: 'Pool0A1B2C3D' } }

const PoolProperties = {
  UserPoolName: { 'Fn::Sub': 'turma-${Stage}' },
  UsernameConfiguration: { CaseSensitive: false },
  AliasAttributes: ['email'],
  AutoVerifiedAttributes: ['email'],
  Schema: [{ Name: 'curso', AttributeDataType: 'String', StringAttributeConstraints: { MaxLength: '10' } }],
  Policies: { PasswordPolicy: { MinimumLength: { Ref: 'MinLength' }, RequireNumbers: true } },
  MfaConfiguration: 'OPTIONAL',
  EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
  LambdaConfig: { PreSignUp: { 'Fn::GetAtt': ['PreSignUp89ABCDEF', 'Arn'] } },
  UserPoolTags: { stack: { 'Fn::Join': ['/', [{ Ref: 'AWS::StackName' }, { Ref: 'AWS::Region' }]] } },
}

const template = {
  Parameters: {
    Stage: { Type: 'String', Default: 'test' },
    MinLength: { Type: 'Number', Default: '10' },
    Owner: { Type: 'String' },
    BootstrapVersion: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/cdk-bootstrap/version' },
  },
  Conditions: {
    IsLive: { 'Fn::Equals': [{ Ref: 'Stage' }, 'live'] },
    IsTest: { 'Fn::Not': [{ Condition: 'IsLive' }] },
  },
  Mappings: { Origins: { test: { home: 'http://localhost:5173' }, live: { home: 'https://example.com' } } },
  Resources: {
    PreSignUp89ABCDEF: { Type: 'AWS::Lambda::Function', Properties: { Role: { 'Fn::GetAtt': 'Role.Arn' } } },
    Pool0A1B2C3D: { Type: 'AWS::Cognito::UserPool', Properties: PoolProperties },
    Web4E5F6A7B: {
      Type: 'AWS::Cognito::UserPoolClient',
      Properties: {
        ...OF_POOL,
        ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
        AccessTokenValidity: 10,
        TokenValidityUnits: { AccessToken: 'minutes' },
        CallbackURLs: [
          { 'Fn::Sub': ['${Home}/callback', { Home: { 'Fn::FindInMap': ['Origins', { Ref: 'Stage' }, 'home'] } }] },
          { 'Fn::If': ['IsLive', 'https://example.com/', { Ref: 'AWS::NoValue' }] },
        ],
        AllowedOAuthFlowsUserPoolClient: true,
        AllowedOAuthFlows: ['code'],
        AllowedOAuthScopes: ['openid', { 'Fn::Join': ['/', [{ Ref: 'Api' }, 'read']] }],
      },
    },
    Server: { Type: 'AWS::Cognito::UserPoolClient', Properties: { ...OF_POOL, GenerateSecret: true } },
    Api: {
      Type: 'AWS::Cognito::UserPoolResourceServer',
      Properties: {
        ...OF_POOL,
        Identifier: 'api',
        Name: 'Api',
        Scopes: [{ ScopeName: 'read', ScopeDescription: 'Ler' }],
      },
    },
    Teachers: {
      Type: 'AWS::Cognito::UserPoolGroup',
      Properties: { ...OF_POOL, GroupName: 'teachers', Precedence: 1, RoleArn: { 'Fn::GetAtt': ['Role', 'Arn'] } },
    },
    Live: { Type: 'AWS::Cognito::UserPoolGroup', Condition: 'IsLive', Properties: OF_POOL },
    Role: { Type: 'AWS::IAM::Role' },
    Domain: { Type: 'AWS::Cognito::UserPoolDomain', Properties: { ...OF_POOL, Domain: 'turma' } },
    Caio: {
      Type: 'AWS::Cognito::UserPoolUser',
      Properties: { ...OF_POOL, Username: 'caio', UserAttributes: [{ Name: 'email', Value: 'caio@example.com' }] },
    },
    CaioTeaches: {
      Type: 'AWS::Cognito::UserPoolUserToGroupAttachment',
      Properties: { ...OF_POOL, Username: { Ref: 'Caio' }, GroupName: { Ref: 'Teachers' } },
    },
  },
}

function write(content: object, name = 'turma.template.json'): string {
  writeFileSync(join(folder, name), JSON.stringify(content))
  return name
}

function open(content: object = template, more: Partial<TemplateOptions> = {}, options: Partial<EmulatorOptions> = {}) {
  return createEmulator({ userPools: [], directory: folder, template: { file: write(content), ...more }, ...options })
}

type Shown = Record<string, unknown>
const pool = { UserPoolId: POOL }
const describePool = async (emulator: Emulator, UserPoolId = POOL) =>
  (await call<{ UserPool: Shown }>(emulator, 'DescribeUserPool', { UserPoolId })).UserPool
const describeClient = async (emulator: Emulator, ClientId = CLIENT, UserPoolId = POOL) =>
  (await call<{ UserPoolClient: Shown }>(emulator, 'DescribeUserPoolClient', { UserPoolId, ClientId })).UserPoolClient

test("a pool from a template has the template's settings, with references resolved", async () => {
  const emulator = open()
  const shown = await describePool(emulator)
  expect(shown).toMatchObject({
    Name: 'turma-test',
    AliasAttributes: ['email'],
    UsernameConfiguration: { CaseSensitive: false },
    Policies: { PasswordPolicy: { MinimumLength: 10, RequireNumbers: true, RequireSymbols: false } },
    MfaConfiguration: 'OPTIONAL',
    LambdaConfig: { PreSignUp: 'arn:aws:lambda:local:123456789012:function:PreSignUp89ABCDEF' },
    UserPoolTags: { stack: 'turma/local' },
    Domain: 'turma',
  })
  expect(shown['SchemaAttributes']).toContainEqual(expect.objectContaining({ Name: 'custom:curso' }))
  expect(await call(emulator, 'GetUserPoolMfaConfig', pool)).toMatchObject({
    SoftwareTokenMfaConfiguration: { Enabled: true },
  })
})

test('loading a template creates the clients, resource servers, groups and users of its pool', async () => {
  const emulator = open()
  expect(await describeClient(emulator)).toMatchObject({
    ClientName: CLIENT,
    AccessTokenValidity: 10,
    CallbackURLs: ['http://localhost:5173/callback'],
    AllowedOAuthScopes: ['openid', 'api/read'],
    RefreshTokenValidity: 30,
  })
  expect(await call(emulator, 'DescribeResourceServer', { ...pool, Identifier: 'api' })).toMatchObject({
    ResourceServer: { Name: 'Api', Scopes: [{ ScopeName: 'read', ScopeDescription: 'Ler' }] },
  })
  const { Groups } = await call<{ Groups: Shown[] }>(emulator, 'ListGroups', pool)
  expect(Groups).toMatchObject([
    { GroupName: 'teachers', Precedence: 1, RoleArn: 'arn:aws:iam::123456789012:role/Role' },
  ])
  const caio = { ...pool, Username: 'caio' }
  expect(await call(emulator, 'AdminGetUser', caio)).toMatchObject({ UserStatus: 'FORCE_CHANGE_PASSWORD' })
  expect(await call(emulator, 'AdminListGroupsForUser', caio)).toMatchObject({ Groups: [{ GroupName: 'teachers' }] })
})

test("a pool from a template has the configured users and functions, and enforces the template's settings", async () => {
  const emulator = open(
    template,
    { users: [ANA] },
    { lambdas: { PreSignUp89ABCDEF: ({ response }) => void (response.autoConfirmUser = true) } },
  )
  const parameters = { USERNAME: 'ANA', PASSWORD: ANA.password }
  const { AuthenticationResult: result } = await initiateAuth(emulator, 'USER_PASSWORD_AUTH', parameters, CLIENT)
  expect(result).toMatchObject({ ExpiresIn: 600 })
  expect(claimsOf(result?.AccessToken)).toMatchObject({
    iss: `https://cognito-idp.local.amazonaws.com/${POOL}`,
    client_id: CLIENT,
  })
  const signUp = { ...BIA, ClientId: CLIENT }
  await expect(call(emulator, 'SignUp', signUp)).rejects.toMatchObject({ code: 'InvalidPasswordException' })
  const Password = 'senha-longa-1'
  expect(await call(emulator, 'SignUp', { ...signUp, Password })).toMatchObject({ UserConfirmed: true })
  const long = [...BIA.UserAttributes, { Name: 'custom:curso', Value: 'engenharia elétrica' }]
  const tooLong = call(emulator, 'SignUp', { ...signUp, Username: 'davi', Password, UserAttributes: long })
  await expect(tooLong).rejects.toMatchObject({ code: 'InvalidParameterException' })
})

test('the options can set the parameters of a template and the ids of its pool and clients', async () => {
  const ids = { Pool0A1B2C3D: 'us-east-1_a1B2c3D4e', Web4E5F6A7B: '1h57kf5cpq17m0eml12example' }
  const emulator = open(template, { ids, parameters: { Stage: 'live' } })
  expect(await describePool(emulator, ids.Pool0A1B2C3D)).toMatchObject({
    Name: 'turma-live',
    Arn: `arn:aws:cognito-idp:us-east-1:123456789012:userpool/${ids.Pool0A1B2C3D}`,
    UserPoolTags: { stack: 'turma/us-east-1' },
  })
  expect(await describeClient(emulator, ids.Web4E5F6A7B, ids.Pool0A1B2C3D)).toMatchObject({
    CallbackURLs: ['https://example.com/callback', 'https://example.com/'],
  })
  const { Groups } = await call<{ Groups: Shown[] }>(emulator, 'ListGroups', { UserPoolId: ids.Pool0A1B2C3D })
  expect(Groups.map(({ GroupName }) => GroupName)).toEqual(['Live', 'teachers'])
})

test('a client from a template has the same secret every time an emulator starts', async () => {
  const [first, second] = await Promise.all([open(), open()].map((emulator) => describeClient(emulator, 'Server')))
  expect(first?.['ClientSecret']).toMatch(/^[0-9a-z]{52}$/)
  expect(second?.['ClientSecret']).toBe(first?.['ClientSecret'])
})

test('loading a template creates its identity providers, except SAML providers', async () => {
  const provider = (properties: object) => ({
    Type: 'AWS::Cognito::UserPoolIdentityProvider',
    Properties: { ...OF_POOL, ...properties, ProviderDetails: { client_secret: { 'Fn::GetAtt': ['Elsewhere', 'x'] } } },
  })
  const school = { ProviderName: 'School', ProviderType: 'OIDC', AttributeMapping: { email: 'mail' } }
  const resources = {
    ...template.Resources,
    School: provider({ ...school, IdpIdentifiers: ['school.example'] }),
    Saml: provider({ ProviderName: 'Saml', ProviderType: 'SAML' }),
  }
  const emulator = open({ ...template, Resources: resources })
  const described = await call(emulator, 'GetIdentityProviderByIdentifier', {
    ...pool,
    IdpIdentifier: 'school.example',
  })
  expect(described).toMatchObject({ IdentityProvider: school })
  const { Providers } = await call<{ Providers: object[] }>(emulator, 'ListIdentityProviders', pool)
  expect(Providers).toHaveLength(1)
})

test('a change made through the API survives a restart until the template changes', async () => {
  const data = join(folder, 'template.sqlite')
  const openLater = (nowMs: number, content: object = template) => open(content, {}, { data, now: () => nowMs })
  const first = openLater(1000)
  await call(first, 'UpdateUserPool', { ...pool, DeletionProtection: 'ACTIVE' })
  await call(first, 'UpdateUserPoolClient', { ...pool, ClientId: CLIENT, RefreshTokenValidity: 5 })
  await first.close()

  const again = openLater(2000)
  expect(await describePool(again)).toMatchObject({ DeletionProtection: 'ACTIVE' })
  expect(await describeClient(again)).toMatchObject({ RefreshTokenValidity: 5 })
  await again.close()

  const resources = {
    ...template.Resources,
    Pool0A1B2C3D: { Type: 'AWS::Cognito::UserPool', Properties: { ...PoolProperties, UserPoolName: 'a' } },
  }
  const changed = openLater(3000, { ...template, Resources: resources })
  expect(await describePool(changed)).toMatchObject({ Name: 'a', DeletionProtection: 'INACTIVE' })
  await changed.close()
})

const withPool = (properties: object, more: object = {}) => ({
  ...template,
  ...more,
  Resources: { ...template.Resources, Pool0A1B2C3D: { Type: 'AWS::Cognito::UserPool', Properties: properties } },
})

test.each([
  [{ UserPoolName: { Ref: 'Nobody' } }, 'UserPoolName.Ref: there is no resource or parameter Nobody.'],
  [
    { UserPoolName: { Ref: 'Owner' } },
    'UserPoolName.Ref: the parameter Owner has no default. Set its value in `parameters`.',
  ],
  [{ UserPoolName: { Ref: 'BootstrapVersion' } }, 'UserPoolName.Ref: the parameter BootstrapVersion has no default'],
  [{ UserPoolName: { 'Fn::ImportValue': 'x' } }, 'UserPoolName: Fn::ImportValue cannot be resolved'],
  [
    { SmsConfiguration: { SnsCallerArn: { 'Fn::GetAtt': ['Api', 'Arn'] } } },
    'SmsConfiguration.SnsCallerArn.Fn::GetAtt: Arn of Api',
  ],
  [{ UserPoolName: { 'Fn::If': ['Other', 'a', 'b'] } }, 'there is no condition Other.'],
  [
    { UserPoolName: { 'Fn::FindInMap': ['Origins', 'other', 'home'] } },
    'the mapping Origins has no value at other.home.',
  ],
  [{ Policies: { PasswordPolicy: { MinimumLength: 5 } } }, "at 'policies.passwordPolicy.minimumLength' failed"],
  [{ MfaConfiguration: 'ON' }, 'SMS configuration and Auto verification'],
])('the error for a pool with the properties %j contains the path of the problem', (properties, reason) => {
  expect(() => open(withPool(properties))).toThrow(TypeError)
  expect(() => open(withPool(properties))).toThrow(
    'The template turma.template.json cannot be used: Resources.Pool0A1B2C3D.Properties',
  )
  expect(() => open(withPool(properties))).toThrow(reason)
})

test.each([
  [{ Pool0A1B2C3D: 'turma' }, 'turma is not a pool id. A pool id looks like us-east-1_a1B2c3D4e.'],
  [{ Other: 'us-east-1_a1B2c3D4e' }, '`ids` contains Other, but the template has no such resource.'],
])('the ids option rejects %j', (ids, reason) => {
  expect(() => open(template, { ids })).toThrow(`The template turma.template.json cannot be used: ${reason}`)
})

test.each([
  ['Resources:\n  Pool:\n', 'the file is not JSON. `cdk synth` writes JSON'],
  ['{}', 'the file is not a CloudFormation template.'],
  ['{"Resources":{}}', 'no resource has the type AWS::Cognito::UserPool.'],
])('the error for a template file with the content %j contains the reason', (text, reason) => {
  writeFileSync(join(folder, 'wrong.json'), text)
  expect(() => createEmulator({ userPools: [], template: join(folder, 'wrong.json') })).toThrow(reason)
})

test('the error for a missing template contains the name of the file', () => {
  expect(() => createEmulator({ userPools: [], template: join(folder, 'missing.json') })).toThrow(
    'missing.json cannot be used',
  )
})
