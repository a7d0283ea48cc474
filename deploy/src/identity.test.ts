import { Match } from 'aws-cdk-lib/assertions'
import { expect, test } from 'vitest'

import { CHOICES } from '../test/settings-that-make-resources.ts'
import { sole, synthesise } from '../test/synthesise.ts'

const POOL = 'AWS::Cognito::UserPool'
const CLIENT = 'AWS::Cognito::UserPoolClient'
const template = synthesise()

test('students sign in with their e-mail in any case and cannot create accounts themselves', () => {
  template.hasResourceProperties(POOL, {
    UsernameAttributes: ['email'],
    UsernameConfiguration: { CaseSensitive: false },
    AutoVerifiedAttributes: ['email'],
    AdminCreateUserConfig: Match.objectLike({ AllowAdminCreateUserOnly: true }),
  })
})

test('by default, a password must have at least eight characters of any kind', () => {
  template.hasResourceProperties(POOL, {
    Policies: {
      PasswordPolicy: {
        MinimumLength: 8,
        RequireLowercase: false,
        RequireUppercase: false,
        RequireNumbers: false,
        RequireSymbols: false,
        TemporaryPasswordValidityDays: 7,
      },
    },
  })
})

test('a password must meet the configured requirements', () => {
  synthesise(CHOICES['strict passwords']).hasResourceProperties(POOL, {
    Policies: {
      PasswordPolicy: {
        MinimumLength: 12,
        RequireLowercase: true,
        RequireUppercase: true,
        RequireNumbers: true,
        RequireSymbols: true,
      },
    },
  })
})

test.each([
  ['required', { MfaConfiguration: 'ON', EnabledMfas: ['SOFTWARE_TOKEN_MFA'] }],
  ['off', { MfaConfiguration: 'OFF', EnabledMfas: Match.absent() }],
])("the pool's MFA can be set to %s, and SMS is not configured", (MFA, properties) => {
  synthesise({ MFA }).hasResourceProperties(POOL, { ...properties, SmsConfiguration: Match.absent() })
})

test.each([
  ['audit', 'AUDIT', 0],
  ['enforced', 'ENFORCED', 1],
])('threat protection can be set to %s', (THREAT_PROTECTION, mode, answers) => {
  const protectedPool = synthesise({ USER_POOL_PLAN: 'PLUS', THREAT_PROTECTION })
  protectedPool.hasResourceProperties(POOL, { UserPoolTier: 'PLUS', UserPoolAddOns: { AdvancedSecurityMode: mode } })
  protectedPool.resourceCountIs('AWS::Cognito::UserPoolRiskConfigurationAttachment', answers)
})

test('enforced threat protection blocks leaked passwords and high-risk sign-ins', () => {
  synthesise(CHOICES['threat protection']).hasResourceProperties('AWS::Cognito::UserPoolRiskConfigurationAttachment', {
    ClientId: 'ALL',
    CompromisedCredentialsRiskConfiguration: { Actions: { EventAction: 'BLOCK' } },
    AccountTakeoverRiskConfiguration: {
      Actions: { MediumAction: { EventAction: 'MFA_IF_CONFIGURED' }, HighAction: { EventAction: 'BLOCK' } },
    },
  })
})

test('by default, an authenticator app is optional, and codes are never sent by SMS', () => {
  template.hasResourceProperties(POOL, {
    MfaConfiguration: 'OPTIONAL',
    EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
    SmsConfiguration: Match.absent(),
  })
})

test('a forgotten password can be reset only by e-mail', () => {
  template.hasResourceProperties(POOL, {
    AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
  })
})

test('the pool is kept when the stack is deleted, and has deletion protection', () => {
  expect(sole(template, POOL)).toMatchObject({
    DeletionPolicy: 'Retain',
    UpdateReplacePolicy: 'Retain',
    Properties: { DeletionProtection: 'ACTIVE' },
  })
})

test('the client is public, allows only SRP and hides which users exist', () => {
  template.hasResourceProperties(CLIENT, {
    GenerateSecret: false,
    ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH'],
    AllowedOAuthFlowsUserPoolClient: false,
    PreventUserExistenceErrors: 'ENABLED',
    EnableTokenRevocation: true,
  })
})

test('an access token cannot change the e-mail address, which receives password reset codes', () => {
  expect(sole(template, CLIENT).Properties['WriteAttributes']).toEqual(['name', 'phone_number'])
})

test('refresh tokens rotate, with a one-minute grace period for lost responses', () => {
  template.hasResourceProperties(CLIENT, {
    RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 60 },
  })
})

test('access tokens expire after an hour, and refresh tokens after thirty days', () => {
  template.hasResourceProperties(CLIENT, {
    AccessTokenValidity: 60,
    IdTokenValidity: 60,
    RefreshTokenValidity: 30 * 24 * 60,
    TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
  })
})

test('token lifetimes can be configured', () => {
  synthesise({ ACCESS_TOKEN_MINUTES: '5', REFRESH_TOKEN_DAYS: '1' }).hasResourceProperties(CLIENT, {
    AccessTokenValidity: 5,
    IdTokenValidity: 5,
    RefreshTokenValidity: 24 * 60,
  })
})

test('the LITE plan, which does not support rotation, allows REFRESH_TOKEN_AUTH instead', () => {
  const lite = synthesise({ USER_POOL_PLAN: 'LITE' })
  lite.hasResourceProperties(POOL, { UserPoolTier: 'LITE' })
  lite.hasResourceProperties(CLIENT, {
    RefreshTokenRotation: Match.absent(),
    ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
  })
})

test.each([
  ['opt-in', { ChallengeRequiredOnNewDevice: true, DeviceOnlyRememberedOnUserPrompt: true }],
  ['always', { ChallengeRequiredOnNewDevice: true, DeviceOnlyRememberedOnUserPrompt: false }],
  ['off', Match.absent()],
])('device tracking can be set to %s', (choice, configuration) => {
  synthesise({ DEVICE_TRACKING: choice }).hasResourceProperties(POOL, { DeviceConfiguration: configuration })
})

test('e-mails are in Portuguese and name the product, and the invitation contains the domain and shows the password on a separate line', () => {
  const named = synthesise({
    PRODUCT_NAME: 'Prova Real',
    SITE_DOMAIN: 'quiz.example.com',
    CERTIFICATE_ARN: 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b2c3d',
  })
  named.hasResourceProperties(POOL, {
    AdminCreateUserConfig: {
      InviteMessageTemplate: {
        EmailSubject: 'Seu acesso ao Prova Real',
        EmailMessage: Match.stringLikeRegexp(
          '<br>Conta: \\{username\\}<br>Senha temporária: \\{####\\}<br><br>Entre em https://quiz\\.example\\.com com ela',
        ),
      },
    },
    EmailVerificationSubject: 'Seu código do Prova Real',
    EmailVerificationMessage: Match.stringLikeRegexp('^Seu código: \\{####\\}<br>'),
  })
})

test('e-mails are sent through SES if a sender is configured, and through Cognito otherwise', () => {
  template.hasResourceProperties(POOL, { EmailConfiguration: Match.absent() })
  synthesise({ SENDER_EMAIL: 'escola@example.com' }).hasResourceProperties(POOL, {
    EmailConfiguration: { EmailSendingAccount: 'DEVELOPER', From: 'escola@example.com' },
  })
})
