import type {
  CreateUserPoolRequest,
  SetUserPoolMfaConfigRequest,
  UpdateUserPoolRequest,
} from '@aws-sdk/client-cognito-identity-provider'

import { invalidParameter } from '../service-error.ts'
import { omitUndefined } from '../wire.ts'
import type { Json } from '../wire.ts'
import { acrConfigurationOf } from './acr-levels.ts'
import { schemaWith } from './new-attributes.ts'
import { checkPool, unavailableInTier } from './pool-checks.ts'
import { DEFAULT_POLICY, poolArn, type PoolDescription } from './pool-description.ts'

/** Input of CreateUserPool, and the properties of a pool in a template. */
export type NewPool = Json<CreateUserPoolRequest>

/** Input of SetUserPoolMfaConfig without the pool id. */
export type NewMfaConfig = Omit<Json<SetUserPoolMfaConfigRequest>, 'UserPoolId'>

type Changeable = Omit<Json<UpdateUserPoolRequest>, 'UserPoolId' | 'PoolName'>
type Template = NonNullable<PoolDescription['VerificationMessageTemplate']>

/** The id and region of a described pool, and the current time. */
export type PoolIdentity = { id: string; region: string; nowMs: number }

/**
 * Describes a new pool. Missing members get the service's defaults.
 *
 * @throws {ServiceError} InvalidParameterException, FeatureUnavailableInTierException
 */
export function describeNewPool(input: NewPool, { id, region, nowMs }: PoolIdentity): PoolDescription {
  const { PoolName, Schema, AliasAttributes, UsernameAttributes, UsernameConfiguration, ...changeable } = input
  if (AliasAttributes?.length && UsernameAttributes?.length) {
    throw invalidParameter('Only one of the aliasAttributes or usernameAttributes can be set in a user pool.')
  }
  const description: PoolDescription = {
    Id: id,
    Name: PoolName,
    Arn: poolArn(region, id),
    CreationDate: nowMs / 1000,
    LastModifiedDate: nowMs / 1000,
    SchemaAttributes: schemaWith(Schema ?? []),
    AliasAttributes,
    UsernameAttributes,
    UsernameConfiguration,
    UserPoolTier: 'ESSENTIALS',
  }
  return withChanges(description, changeable)
}

/**
 * Applies UpdateUserPool to a pool. Missing members are reset to the service's defaults, except the tier and the members
 * that only other operations set.
 *
 * @throws {ServiceError} InvalidParameterException, FeatureUnavailableInTierException
 */
export function describeChangedPool(
  pool: PoolDescription,
  { UserPoolId: _id, PoolName, ...changes }: Json<UpdateUserPoolRequest>,
  nowMs: number,
): PoolDescription {
  const lasting: PoolDescription = {
    Id: pool.Id,
    Name: PoolName ?? pool.Name,
    Arn: pool.Arn,
    CreationDate: pool.CreationDate,
    LastModifiedDate: nowMs / 1000,
    SchemaAttributes: pool.SchemaAttributes,
    AliasAttributes: pool.AliasAttributes,
    UsernameAttributes: pool.UsernameAttributes,
    UsernameConfiguration: pool.UsernameConfiguration,
    UserPoolTier: pool.UserPoolTier,
    SoftwareTokenMfaConfiguration: pool.SoftwareTokenMfaConfiguration,
    EmailMfaConfiguration: pool.EmailMfaConfiguration,
    WebAuthnConfiguration: pool.WebAuthnConfiguration,
  }
  return withChanges(lasting, changes)
}

/**
 * Applies SetUserPoolMfaConfig to a pool. Without `MfaConfiguration`, MFA is off. A missing factor is disabled, except SMS,
 * which is enabled as long as the pool has an SMS configuration. If the passkey configuration is missing, the pool keeps
 * its current one, because passkeys are not a second factor.
 *
 * @throws {ServiceError} InvalidParameterException if the request turns MFA on without a second factor, or off with a
 *   second factor; FeatureUnavailableInTierException
 */
export function describeMfaConfig(pool: PoolDescription, input: NewMfaConfig, nowMs: number): PoolDescription {
  const { SmsMfaConfiguration: sms, SoftwareTokenMfaConfiguration, EmailMfaConfiguration } = input
  const SmsConfiguration = sms?.SmsConfiguration ?? pool.SmsConfiguration
  const MfaConfiguration = input.MfaConfiguration ?? 'OFF'
  if (MfaConfiguration === 'OFF' && (sms ?? SoftwareTokenMfaConfiguration ?? EmailMfaConfiguration)) {
    throw invalidParameter("Invalid MFA configuration given, can't turn off MFA and configure an MFA together.")
  }
  if (EmailMfaConfiguration) checkEmailMfa(pool)
  if (sms && !SmsConfiguration) throw invalidParameter('SMS configuration is required to turn on SMS MFA.')
  if (
    MfaConfiguration !== 'OFF' &&
    !SmsConfiguration &&
    !SoftwareTokenMfaConfiguration?.Enabled &&
    !EmailMfaConfiguration
  ) {
    throw invalidParameter(
      'Invalid MFA Configuration given. SMS MFA, Email MFA, or Software Token MFA must be enabled.',
    )
  }
  return {
    ...pool,
    MfaConfiguration,
    SmsConfiguration,
    SmsAuthenticationMessage: sms?.SmsAuthenticationMessage ?? pool.SmsAuthenticationMessage,
    SoftwareTokenMfaConfiguration,
    EmailMfaConfiguration,
    WebAuthnConfiguration: input.WebAuthnConfiguration ?? pool.WebAuthnConfiguration,
    LastModifiedDate: nowMs / 1000,
  }
}

/** E-mail MFA requires SES as the sender and a tier above LITE. */
function checkEmailMfa({ EmailConfiguration, UserPoolTier }: PoolDescription): void {
  if (UserPoolTier === 'LITE') throw unavailableInTier('LITE', 'Email MFA')
  if (EmailConfiguration?.EmailSendingAccount !== 'DEVELOPER') {
    throw invalidParameter(
      'Cannot set EmailMfaConfiguration when user pool EmailConfiguration contains an EmailSendingAccount of COGNITO_DEFAULT.',
    )
  }
}

function withChanges(lasting: PoolDescription, changes: Changeable): PoolDescription {
  const description: PoolDescription = omitUndefined({
    ...lasting,
    ...omitUndefined(changes),
    ...messagesOf(changes),
    Policies: policiesOf(changes),
    DeletionProtection: changes.DeletionProtection ?? 'INACTIVE',
    LambdaConfig: changes.LambdaConfig ?? {},
    MfaConfiguration: changes.MfaConfiguration ?? 'OFF',
    EmailConfiguration: { EmailSendingAccount: 'COGNITO_DEFAULT', ...changes.EmailConfiguration },
    AdminCreateUserConfig: adminCreateUserConfigOf(changes),
    UserPoolTags: changes.UserPoolTags ?? {},
    AcrConfiguration: acrConfigurationOf(changes.AcrConfiguration),
  })
  checkPool(description)
  return description
}

/**
 * Returns the policies. If the request contains a password policy, only the requirements in this policy apply. Otherwise,
 * all of the service's default requirements apply.
 */
function policiesOf({ Policies = {}, AdminCreateUserConfig }: Changeable): PoolDescription['Policies'] {
  const { PasswordPolicy, SignInPolicy } = Policies
  const isDefault = PasswordPolicy === undefined
  return {
    PasswordPolicy: {
      MinimumLength: DEFAULT_POLICY.minimumLength,
      RequireUppercase: isDefault,
      RequireLowercase: isDefault,
      RequireNumbers: isDefault,
      RequireSymbols: isDefault,
      ...PasswordPolicy,
      TemporaryPasswordValidityDays: passwordDays(PasswordPolicy, AdminCreateUserConfig),
    },
    SignInPolicy: SignInPolicy ?? { AllowedFirstAuthFactors: ['PASSWORD'] },
  }
}

/**
 * Validity of temporary passwords in days, from the password policy or from the older `UnusedAccountValidityDays`. 0
 * means the default. The service returns both members, but a request can contain only one member.
 */
function passwordDays(
  policy: NonNullable<Changeable['Policies']>['PasswordPolicy'],
  config: Changeable['AdminCreateUserConfig'],
): number {
  if (policy?.TemporaryPasswordValidityDays && config?.UnusedAccountValidityDays) {
    throw invalidParameter(
      'Please use TemporaryPasswordValidityDays in PasswordPolicy instead of UnusedAccountValidityDays',
    )
  }
  return (
    policy?.TemporaryPasswordValidityDays ||
    config?.UnusedAccountValidityDays ||
    DEFAULT_POLICY.temporaryPasswordValidityDays
  )
}

function adminCreateUserConfigOf(changes: Changeable): PoolDescription['AdminCreateUserConfig'] {
  return {
    AllowAdminCreateUserOnly: false,
    ...changes.AdminCreateUserConfig,
    UnusedAccountValidityDays: passwordDays(changes.Policies?.PasswordPolicy, changes.AdminCreateUserConfig),
  }
}

/** Returns the message template and the three older members that repeat its texts. */
function messagesOf(changes: Changeable): PoolDescription {
  const { SmsVerificationMessage, EmailVerificationMessage, EmailVerificationSubject } = changes
  const template: Template = {
    DefaultEmailOption: 'CONFIRM_WITH_CODE',
    ...omitUndefined({
      SmsMessage: SmsVerificationMessage,
      EmailMessage: EmailVerificationMessage,
      EmailSubject: EmailVerificationSubject,
    }),
    ...changes.VerificationMessageTemplate,
  }
  return {
    VerificationMessageTemplate: template,
    ...omitUndefined({
      SmsVerificationMessage: template.SmsMessage,
      EmailVerificationMessage: template.EmailMessage,
      EmailVerificationSubject: template.EmailSubject,
    }),
  }
}
