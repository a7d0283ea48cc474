import type { GetUserPoolMfaConfigCommandOutput, UserPoolType } from '@aws-sdk/client-cognito-identity-provider'

import type { ClientConfig } from '../options/client-options.ts'
import { describeMessages } from '../options/message-settings.ts'
import type {
  AttributeSchema,
  FirstFactor,
  PasswordPolicy,
  UserPoolConfig,
  UserPoolSettings,
} from '../options/pool-options.ts'
import type { MfaType } from '../options/user-options.ts'
import { omitUndefined } from '../wire.ts'
import type { Json } from '../wire.ts'
import { acrConfigurationOf } from './acr-levels.ts'
import { attributeSchemaOf, attributesOf, showAttribute } from './attribute-schema.ts'
import type { Client } from './client-description.ts'

type MfaMembers = 'SoftwareTokenMfaConfiguration' | 'EmailMfaConfiguration' | 'WebAuthnConfiguration'

/**
 * A pool as DescribeUserPool returns it, without values that are counted or stored elsewhere, plus the members that only
 * GetUserPoolMfaConfig returns.
 */
export type PoolDescription = Json<UserPoolType> & Pick<Json<GetUserPoolMfaConfigCommandOutput>, MfaMembers>

type DeviceTracking = NonNullable<UserPoolSettings['deviceTracking']>

/** Default password policy. */
export const DEFAULT_POLICY: Required<PasswordPolicy> = {
  minimumLength: 8,
  requireUppercase: true,
  requireLowercase: true,
  requireNumbers: true,
  requireSymbols: true,
  historySize: 0,
  temporaryPasswordValidityDays: 7,
}
/** Account id in the ARNs of roles and functions. No real AWS account has this id. */
export const ACCOUNT = '123456789012'
const EVERY_FIRST_FACTOR: FirstFactor[] = ['PASSWORD', 'EMAIL_OTP', 'SMS_OTP', 'WEB_AUTHN']
/** Role in the description of a configured pool. The emulator does not use the role to send SMS. */
const SMS_ROLE = `arn:aws:iam::${ACCOUNT}:role/sms`

/** A pool from the configuration or from a template. A pool from a template already has a description. */
export type DescribedPool = Omit<UserPoolConfig, 'clients'> & {
  clients: (ClientConfig | Client)[]
  description?: PoolDescription
}

export function poolArn(region: string, poolId: string): string {
  return `arn:aws:cognito-idp:${region}:${ACCOUNT}:userpool/${poolId}`
}

/**
 * Converts a pool's description to settings. A configured pool keeps the settings that the service's API cannot change or
 * does not have.
 */
export function settingsOf(description: PoolDescription, configured?: UserPoolSettings): UserPoolSettings {
  const schema = (description.SchemaAttributes ?? []).map(attributeSchemaOf)
  const changeable = changeableSettings(description)
  if (configured) return { ...configuredSettings(configured), ...changeable, ...(configured.schema && { schema }) }
  return {
    id: description.Id ?? '',
    ...changeable,
    ...omitUndefined({
      usernameAttributes: description.UsernameAttributes,
      aliasAttributes: description.AliasAttributes,
    }),
    usernameCaseSensitive: description.UsernameConfiguration?.CaseSensitive ?? true,
    schema,
    requiredAttributes: requiredOf(schema),
  }
}

/** Adds the attributes that `schema` requires to `requiredAttributes`. */
export function configuredSettings(settings: UserPoolSettings): UserPoolSettings {
  return settings.schema ? { ...settings, requiredAttributes: requiredOf(attributesOf(settings)) } : settings
}

/** Attributes that a new user must have. `sub` is not a required attribute, because the pool generates it. */
function requiredOf(schema: AttributeSchema[]): string[] {
  return schema.filter(({ name, required }) => required && name !== 'sub').map(({ name }) => name)
}

/** Settings that UpdateUserPool and SetUserPoolMfaConfig can change. */
function changeableSettings(description: PoolDescription): Omit<UserPoolSettings, 'id'> {
  const {
    Policies,
    DeviceConfiguration: devices,
    AccountRecoverySetting: recovery,
    WebAuthnConfiguration,
  } = description
  return {
    mfa: description.MfaConfiguration ?? 'OFF',
    mfaTypes: mfaTypesOf(description),
    deviceTracking: deviceTrackingOf(devices),
    autoVerifiedAttributes: description.AutoVerifiedAttributes ?? [],
    allowSignUp: !description.AdminCreateUserConfig?.AllowAdminCreateUserOnly,
    passwordPolicy: passwordPolicyOf(description),
    firstFactors: firstFactorsOf(Policies?.SignInPolicy?.AllowedFirstAuthFactors),
    deletionProtection: description.DeletionProtection === 'ACTIVE',
    verifyBeforeUpdate: description.UserAttributeUpdateSettings?.AttributesRequireVerificationBeforeUpdate ?? [],
    ...omitUndefined({
      name: description.Name,
      accountRecovery: recovery?.RecoveryMechanisms?.toSorted((a, b) => a.Priority - b.Priority).map(
        ({ Name }) => Name,
      ),
      webAuthn:
        WebAuthnConfiguration &&
        omitUndefined({
          relyingPartyId: WebAuthnConfiguration.RelyingPartyId,
          userVerification: WebAuthnConfiguration.UserVerification,
        }),
    }),
  }
}

function firstFactorsOf(factors: string[] = ['PASSWORD']): FirstFactor[] {
  return EVERY_FIRST_FACTOR.filter((factor) => factors.includes(factor))
}

function mfaTypesOf(description: PoolDescription): MfaType[] {
  const types: MfaType[] = []
  if (description.SmsConfiguration) types.push('SMS_MFA')
  if (description.SoftwareTokenMfaConfiguration?.Enabled) types.push('SOFTWARE_TOKEN_MFA')
  if (description.EmailMfaConfiguration) types.push('EMAIL_OTP')
  return types
}

function deviceTrackingOf(configuration: PoolDescription['DeviceConfiguration']): DeviceTracking {
  if (!configuration) return 'off'
  return configuration.DeviceOnlyRememberedOnUserPrompt ? 'opt-in' : 'always'
}

function passwordPolicyOf({ Policies, AdminCreateUserConfig }: PoolDescription): PasswordPolicy {
  const policy = Policies?.PasswordPolicy
  return omitUndefined({
    minimumLength: policy?.MinimumLength,
    requireUppercase: policy?.RequireUppercase,
    requireLowercase: policy?.RequireLowercase,
    requireNumbers: policy?.RequireNumbers,
    requireSymbols: policy?.RequireSymbols,
    historySize: policy?.PasswordHistorySize,
    temporaryPasswordValidityDays:
      policy?.TemporaryPasswordValidityDays ?? AdminCreateUserConfig?.UnusedAccountValidityDays,
  })
}

/** Describes a configured pool as the service would. */
export function describeSettings(settings: UserPoolSettings, region: string, nowMs: number): PoolDescription {
  const { id, passwordPolicy: policy = {}, mfaTypes, webAuthn } = settings
  const allows = (type: MfaType) => !mfaTypes || mfaTypes.includes(type)
  const days = policy.temporaryPasswordValidityDays ?? DEFAULT_POLICY.temporaryPasswordValidityDays
  const messages = describeMessages(settings.messages)
  return {
    Id: id,
    Name: settings.name ?? id,
    Arn: poolArn(region, id),
    CreationDate: nowMs / 1000,
    LastModifiedDate: nowMs / 1000,
    Policies: {
      PasswordPolicy: {
        MinimumLength: policy.minimumLength ?? DEFAULT_POLICY.minimumLength,
        RequireUppercase: policy.requireUppercase ?? DEFAULT_POLICY.requireUppercase,
        RequireLowercase: policy.requireLowercase ?? DEFAULT_POLICY.requireLowercase,
        RequireNumbers: policy.requireNumbers ?? DEFAULT_POLICY.requireNumbers,
        RequireSymbols: policy.requireSymbols ?? DEFAULT_POLICY.requireSymbols,
        PasswordHistorySize: policy.historySize,
        TemporaryPasswordValidityDays: days,
      },
      SignInPolicy: {
        AllowedFirstAuthFactors: settings.firstFactors ?? EVERY_FIRST_FACTOR,
      },
    },
    DeletionProtection: settings.deletionProtection ? 'ACTIVE' : 'INACTIVE',
    LambdaConfig: {},
    SchemaAttributes: attributesOf(settings).map(showAttribute),
    AutoVerifiedAttributes: settings.autoVerifiedAttributes ?? ['email', 'phone_number'],
    AliasAttributes: settings.aliasAttributes,
    UsernameAttributes: settings.usernameAttributes,
    UsernameConfiguration: { CaseSensitive: settings.usernameCaseSensitive ?? false },
    VerificationMessageTemplate: messages.VerificationMessageTemplate,
    SmsAuthenticationMessage: messages.SmsAuthenticationMessage,
    UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: settings.verifyBeforeUpdate ?? [] },
    MfaConfiguration: settings.mfa ?? 'OPTIONAL',
    SmsConfiguration: allows('SMS_MFA') ? { SnsCallerArn: SMS_ROLE } : undefined,
    SoftwareTokenMfaConfiguration: { Enabled: allows('SOFTWARE_TOKEN_MFA') },
    EmailMfaConfiguration: allows('EMAIL_OTP') ? messages.EmailMfaConfiguration : undefined,
    WebAuthnConfiguration: webAuthn && {
      RelyingPartyId: webAuthn.relyingPartyId,
      UserVerification: webAuthn.userVerification,
    },
    DeviceConfiguration: describeDeviceTracking(settings.deviceTracking ?? 'off'),
    EmailConfiguration: { EmailSendingAccount: 'COGNITO_DEFAULT' },
    AdminCreateUserConfig: {
      AllowAdminCreateUserOnly: settings.allowSignUp === false,
      UnusedAccountValidityDays: days,
      InviteMessageTemplate: messages.InviteMessageTemplate,
    },
    AccountRecoverySetting: settings.accountRecovery && {
      RecoveryMechanisms: settings.accountRecovery.map((Name, index) => ({ Name, Priority: index + 1 })),
    },
    UserPoolTier: 'ESSENTIALS',
    AcrConfiguration: acrConfigurationOf(),
  }
}

function describeDeviceTracking(tracking: DeviceTracking): PoolDescription['DeviceConfiguration'] {
  if (tracking === 'off') return undefined
  return { ChallengeRequiredOnNewDevice: true, DeviceOnlyRememberedOnUserPrompt: tracking === 'opt-in' }
}
