import * as sdk from '@aws-sdk/client-cognito-identity-provider'
import { createAuthenticator } from '@cognito-srp/testing/authenticator'
import { totpCode } from '@cognito-srp/testing/totp'
import { afterAll, expect, test } from 'vitest'

import { allOperations } from '../src/operations/all.ts'
import { ANA, CLIENT_ID, POOL_ID } from './caller.ts'
import { deviceVerifier } from './independent-srp.ts'
import { startSdkPool, TOTP_SECRET } from './sdk-client.ts'

/**
 * The AWS SDK is the service's own client. This test checks that the SDK parses a successful response of every operation.
 */
const pool = { UserPoolId: POOL_ID }
const ana = { ...pool, Username: ANA.username }
const bia = { ...pool, Username: 'bia' }
const caio = { ClientId: CLIENT_ID, Username: 'caio' }

const { emulator, client, send } = await startSdkPool()
afterAll(() => emulator.close())

async function signIn(username: string): Promise<sdk.AuthenticationResultType & { AccessToken: string }> {
  const parameters = { USERNAME: username, PASSWORD: ANA.password }
  const input = { ClientId: CLIENT_ID, AuthFlow: 'USER_PASSWORD_AUTH' as const, AuthParameters: parameters }
  const { AuthenticationResult: result } = await client.send(new sdk.InitiateAuthCommand(input))
  return { ...result, AccessToken: result?.AccessToken ?? '' }
}

const lastCode = () => emulator.outbox.at(-1)?.code ?? ''
const codeOf = (secret: unknown) => totpCode(String(secret))

/** Calls every operation successfully once, in an order that meets their preconditions. */
async function callEveryOperation(): Promise<Map<string, Record<string, unknown>>> {
  const answers = new Map<string, Record<string, unknown>>()
  const run = async (operation: string, input: object) => {
    const answer = await send(operation, input)
    answers.set(operation, answer)
    return answer
  }
  await accounts(run)
  await signedIn(run)
  await pools(run)
  await administration(run)
  await groups(run)
  await devicesAndEvents(run)
  await oauth(run)
  await imports(run)
  return answers
}

type Run = (operation: string, input: object) => Promise<Record<string, unknown>>

async function accounts(run: Run): Promise<void> {
  await run('SignUp', {
    ...caio,
    Password: 'Senha-123',
    UserAttributes: [{ Name: 'email', Value: 'caio@example.com' }],
  })
  await run('ResendConfirmationCode', caio)
  await run('ConfirmSignUp', { ...caio, ConfirmationCode: lastCode() })
  await run('ForgotPassword', caio)
  await run('ConfirmForgotPassword', { ...caio, ConfirmationCode: lastCode(), Password: ANA.password })
  const auth = { ClientId: CLIENT_ID, AuthFlow: 'USER_PASSWORD_AUTH' }
  const parameters = { USERNAME: 'leo', PASSWORD: ANA.password }
  const challenge = await run('InitiateAuth', { ...auth, AuthParameters: parameters })
  const answer = { ClientId: CLIENT_ID, ChallengeName: challenge['ChallengeName'], Session: challenge['Session'] }
  const responses = { USERNAME: 'leo', SOFTWARE_TOKEN_MFA_CODE: await codeOf(TOTP_SECRET) }
  await run('RespondToAuthChallenge', { ...answer, ChallengeResponses: responses })
}

async function signedIn(run: Run): Promise<void> {
  const { AccessToken, RefreshToken, NewDeviceMetadata: device } = await signIn('caio')
  await run('GetUser', { AccessToken })
  await run('UpdateUserAttributes', { AccessToken, UserAttributes: [{ Name: 'email', Value: 'c@example.com' }] })
  await run('GetUserAttributeVerificationCode', { AccessToken, AttributeName: 'email' })
  await run('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code: lastCode() })
  await run('GetUserAuthFactors', { AccessToken })
  await run('ChangePassword', { AccessToken, PreviousPassword: ANA.password, ProposedPassword: 'Senha-456' })
  const { SecretCode } = await run('AssociateSoftwareToken', { AccessToken })
  await run('VerifySoftwareToken', { AccessToken, UserCode: await codeOf(SecretCode) })
  await run('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings: { Enabled: true } })
  await run('SetUserSettings', { AccessToken, MFAOptions: [] })
  await run('DeleteUserAttributes', { AccessToken, UserAttributeNames: ['email'] })

  const DeviceKey = device?.DeviceKey ?? ''
  const identity = { poolName: device?.DeviceGroupKey ?? '', userId: DeviceKey, password: 'c2VncmVkbw==' }
  await run('ConfirmDevice', { AccessToken, DeviceKey, DeviceSecretVerifierConfig: deviceVerifier(identity) })
  await run('GetDevice', { AccessToken, DeviceKey })
  await run('ListDevices', { AccessToken })
  await run('UpdateDeviceStatus', { AccessToken, DeviceKey, DeviceRememberedStatus: 'remembered' })
  await run('GetTokensFromRefreshToken', { ClientId: CLIENT_ID, RefreshToken, DeviceKey })
  await run('ForgetDevice', { AccessToken, DeviceKey })

  const { CredentialCreationOptions: options } = await run('StartWebAuthnRegistration', { AccessToken })
  const created = options as Parameters<ReturnType<typeof createAuthenticator>['create']>[0]
  const Credential = createAuthenticator().create(created, 'http://localhost')
  await run('CompleteWebAuthnRegistration', { AccessToken, Credential })
  await run('ListWebAuthnCredentials', { AccessToken })
  await run('DeleteWebAuthnCredential', { AccessToken, CredentialId: Credential.id })
  await run('RevokeToken', { ClientId: CLIENT_ID, Token: RefreshToken })
  const again = await signIn('ana')
  await run('GlobalSignOut', { AccessToken: again.AccessToken })
}

async function oauth(run: Run): Promise<void> {
  const server = { ...pool, Identifier: 'bank', Name: 'bank' }
  await run('CreateResourceServer', server)
  await run('DescribeResourceServer', { ...pool, Identifier: 'bank' })
  await run('UpdateResourceServer', server)
  await run('ListResourceServers', pool)
  await run('DeleteResourceServer', { ...pool, Identifier: 'bank' })

  const domain = { ...pool, Domain: 'quiz' }
  await run('CreateUserPoolDomain', domain)
  await run('DescribeUserPoolDomain', { Domain: 'quiz' })
  await run('UpdateUserPoolDomain', domain)
  await run('DeleteUserPoolDomain', domain)

  const provider = { ...pool, ProviderName: 'escola' }
  const ProviderDetails = { MetadataURL: 'https://login.example.com/metadata' }
  const more = { ProviderType: 'SAML', ProviderDetails, IdpIdentifiers: ['escola.br'] }
  await run('CreateIdentityProvider', { ...provider, ...more })
  await run('DescribeIdentityProvider', provider)
  await run('GetIdentityProviderByIdentifier', { ...pool, IdpIdentifier: 'escola.br' })
  await run('UpdateIdentityProvider', provider)
  await run('ListIdentityProviders', pool)
  await run('DeleteIdentityProvider', provider)
}

async function pools(run: Run): Promise<void> {
  const { UserPool } = await run('CreateUserPool', { PoolName: 'turma' })
  const { Id: UserPoolId, Arn: ResourceArn } = UserPool as sdk.UserPoolType
  const other = { UserPoolId }
  await run('DescribeUserPool', other)
  await run('GetSigningCertificate', other)
  await run('ListUserPools', { MaxResults: 10 })
  await run('AddCustomAttributes', { ...other, CustomAttributes: [{ Name: 'curso', AttributeDataType: 'String' }] })
  await run('SetUserPoolMfaConfig', {
    ...other,
    SoftwareTokenMfaConfiguration: { Enabled: true },
    MfaConfiguration: 'ON',
  })
  await run('GetUserPoolMfaConfig', other)
  await run('UpdateUserPool', { ...other, UserPoolTier: 'PLUS', UserPoolAddOns: { AdvancedSecurityMode: 'AUDIT' } })
  await run('SetRiskConfiguration', other)
  await run('DescribeRiskConfiguration', other)
  await run('SetLogDeliveryConfiguration', { ...other, LogConfigurations: [] })
  await run('GetLogDeliveryConfiguration', other)
  await run('TagResource', { ResourceArn, Tags: { stage: 'test' } })
  await run('ListTagsForResource', { ResourceArn })
  await run('UntagResource', { ResourceArn, TagKeys: ['stage'] })

  const { UserPoolClient } = await run('CreateUserPoolClient', { ...other, ClientName: 'app', GenerateSecret: true })
  const app = { ...other, ClientId: (UserPoolClient as sdk.UserPoolClientType).ClientId }
  await run('DescribeUserPoolClient', app)
  await run('UpdateUserPoolClient', { ...app, RefreshTokenValidity: 5 })
  await run('ListUserPoolClients', other)
  await run('AddUserPoolClientSecret', app)
  const { ClientSecrets } = await run('ListUserPoolClientSecrets', app)
  const [{ ClientSecretId } = {}] = ClientSecrets as sdk.ClientSecretDescriptorType[]
  await run('DeleteUserPoolClientSecret', { ...app, ClientSecretId })
  await run('DeleteUserPoolClient', app)

  await send('CreateUserPoolDomain', { ...other, Domain: 'turma' })
  await run('SetUICustomization', { ...other, CSS: '.logo-customizable {}' })
  await run('GetUICustomization', other)
  await send('DeleteUserPoolDomain', { ...other, Domain: 'turma' })
  await run('DeleteUserPool', other)
}

async function administration(run: Run): Promise<void> {
  await run('AdminCreateUser', {
    ...bia,
    TemporaryPassword: ANA.password,
    UserAttributes: [{ Name: 'email', Value: 'bia@example.com' }],
  })
  const auth = { ...pool, ClientId: CLIENT_ID, AuthFlow: 'ADMIN_USER_PASSWORD_AUTH' }
  const parameters = { USERNAME: 'bia', PASSWORD: ANA.password }
  const challenge = await run('AdminInitiateAuth', { ...auth, AuthParameters: parameters })
  const { ChallengeName, Session } = challenge
  const responses = { USERNAME: 'bia', NEW_PASSWORD: 'Minha-Senha-9' }
  await run('AdminRespondToAuthChallenge', {
    ...pool,
    ClientId: CLIENT_ID,
    ChallengeName,
    Session,
    ChallengeResponses: responses,
  })
  await run('AdminSetUserPassword', { ...bia, Password: ANA.password, Permanent: true })
  await run('AdminUpdateUserAttributes', { ...bia, UserAttributes: [{ Name: 'email_verified', Value: 'true' }] })
  await run('AdminGetUser', bia)
  await run('ListUsers', { ...pool, Filter: 'email ^= "bia"' })
  await run('AdminSetUserMFAPreference', { ...bia, EmailMfaSettings: { Enabled: false } })
  await run('AdminSetUserSettings', { ...bia, MFAOptions: [] })
  await run('AdminDeleteUserAttributes', { ...bia, UserAttributeNames: ['name'] })
  await run('AdminGetUserAuthFactors', bia)
  const bias = { ProviderName: 'Cognito', ProviderAttributeValue: 'bia' }
  const subject = { ProviderName: 'Google', ProviderAttributeName: 'Cognito_Subject', ProviderAttributeValue: '1234' }
  const details = { client_id: 'escola', client_secret: 'segredo', authorize_scopes: 'openid' }
  await send('CreateIdentityProvider', {
    ...pool,
    ProviderName: 'Google',
    ProviderType: 'Google',
    ProviderDetails: details,
  })
  await run('AdminLinkProviderForUser', { ...pool, DestinationUser: bias, SourceUser: subject })
  await run('AdminDisableProviderForUser', { ...pool, User: subject })
  await run('AdminResetUserPassword', bia)
  await run('AdminDisableUser', bia)
  await run('AdminEnableUser', bia)
  await run('AdminUserGlobalSignOut', bia)
  await run('AdminDeleteUser', bia)
  await send('SignUp', { ...caio, Username: 'davi', Password: 'Senha-123' })
  await run('AdminConfirmSignUp', { ...pool, Username: 'davi' })
  const davi = await signIn('davi')
  await run('DeleteUser', { AccessToken: davi.AccessToken })
}

async function groups(run: Run): Promise<void> {
  const turma = { ...pool, GroupName: 'turma-a' }
  await run('CreateGroup', turma)
  await run('GetGroup', turma)
  await run('UpdateGroup', { ...turma, Precedence: 1 })
  await run('ListGroups', pool)
  await run('AdminAddUserToGroup', { ...ana, ...turma })
  await run('ListUsersInGroup', turma)
  await run('AdminListGroupsForUser', ana)
  await run('AdminRemoveUserFromGroup', { ...ana, ...turma })
  await run('DeleteGroup', turma)
}

async function devicesAndEvents(run: Run): Promise<void> {
  const { NewDeviceMetadata: device } = await signIn('ana')
  const anas = { ...ana, DeviceKey: device?.DeviceKey }
  const identity = { poolName: device?.DeviceGroupKey ?? '', userId: anas.DeviceKey ?? '', password: 'c2VncmVkbw==' }
  const { AccessToken } = await signIn('ana')
  await send('ConfirmDevice', {
    AccessToken,
    DeviceKey: anas.DeviceKey,
    DeviceSecretVerifierConfig: deviceVerifier(identity),
  })
  await run('AdminGetDevice', anas)
  await run('AdminListDevices', ana)
  await run('AdminUpdateDeviceStatus', { ...anas, DeviceRememberedStatus: 'remembered' })
  await run('AdminForgetDevice', anas)
  await run('AdminDeleteSoftwareToken', { ...pool, Username: 'leo' })

  const { UserPool } = await send('CreateUserPool', {
    PoolName: 'watched',
    UserPoolTier: 'PLUS',
    UserPoolAddOns: { AdvancedSecurityMode: 'AUDIT' },
  })
  const UserPoolId = (UserPool as sdk.UserPoolType).Id
  const { UserPoolClient } = await send('CreateUserPoolClient', { UserPoolId, ClientName: 'app' })
  const { ClientId } = UserPoolClient as sdk.UserPoolClientType
  await send('SignUp', { ClientId, Username: 'eva', Password: ANA.password })
  const eva = { UserPoolId, Username: 'eva' }
  const { AuthEvents } = await run('AdminListUserAuthEvents', eva)
  const [{ EventId } = {}] = AuthEvents as sdk.AuthEventType[]
  await run('AdminUpdateAuthEventFeedback', { ...eva, EventId, FeedbackValue: 'Valid' })
}

async function imports(run: Run): Promise<void> {
  await run('GetCSVHeader', pool)
  const order = { ...pool, JobName: 'turma', CloudWatchLogsRoleArn: 'arn:aws:iam::123456789012:role/logs' }
  const { UserImportJob } = await run('CreateUserImportJob', order)
  const { JobId, PreSignedUrl = '' } = UserImportJob as sdk.UserImportJobType
  const uploaded = await fetch(PreSignedUrl, { method: 'PUT', body: 'cognito:username,cognito:mfa_enabled\n' })
  expect(uploaded.status).toBe(200)
  await run('StartUserImportJob', { ...pool, JobId })
  await run('DescribeUserImportJob', { ...pool, JobId })
  const { UserImportJob: other } = await send('CreateUserImportJob', order)
  await run('StopUserImportJob', { ...pool, JobId: (other as sdk.UserImportJobType).JobId })
  await run('ListUserImportJobs', { ...pool, MaxResults: 10 })
}

test('the SDK parses a successful response of every operation', async () => {
  const answers = await callEveryOperation()
  expect([...answers.keys()].toSorted()).toEqual(Object.keys(allOperations).toSorted())
  expect(answers.get('SignUp')).toMatchObject({
    UserConfirmed: false,
    CodeDeliveryDetails: { DeliveryMedium: 'EMAIL' },
  })
  expect(answers.get('RespondToAuthChallenge')).toMatchObject({
    AuthenticationResult: { TokenType: 'Bearer', ExpiresIn: 3600 },
  })
  expect(answers.get('AdminInitiateAuth')).toMatchObject({ ChallengeName: 'NEW_PASSWORD_REQUIRED' })
  expect(answers.get('AdminGetUser')).toMatchObject({
    Username: 'bia',
    UserCreateDate: expect.any(Date),
    UserStatus: 'CONFIRMED',
  })
  expect(answers.get('ListUsers')).toMatchObject({ Users: [{ Username: 'bia' }] })
  expect(answers.get('GetDevice')).toMatchObject({ Device: { DeviceCreateDate: expect.any(Date) } })
  expect(answers.get('ListWebAuthnCredentials')).toMatchObject({ Credentials: [{ CreatedAt: expect.any(Date) }] })
  expect(answers.get('AdminListGroupsForUser')).toMatchObject({ Groups: [{ GroupName: 'turma-a' }] })
})
