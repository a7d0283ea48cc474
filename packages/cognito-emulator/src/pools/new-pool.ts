import type {
  CreateUserPoolRequest,
  SetUserPoolMfaConfigRequest,
  UpdateUserPoolRequest,
} from '@aws-sdk/client-cognito-identity-provider'

import { invalidParameter } from '../service-error.ts'
import { omitUndefined } from '../wire.ts'
import type { Json } from '../wire.ts'
import { schemaWith } from './new-attributes.ts'
import { checkPool, unavailableInTier } from './pool-checks.ts'
import { DEFAULT_POLICY, poolArn, type PoolDescription } from './pool-description.ts'

/** What CreateUserPool takes, and a template says of a pool. */
export type NewPool = Json<CreateUserPoolRequest>

/** What SetUserPoolMfaConfig takes. */
export type NewMfaConfig = Omit<Json<SetUserPoolMfaConfigRequest>, 'UserPoolId'>

type Changeable = Omit<Json<UpdateUserPoolRequest>, 'UserPoolId' | 'PoolName'>
type Template = NonNullable<PoolDescription['VerificationMessageTemplate']>

/** Which pool is described, and when. */
export type PoolIdentity = { id: string; region: string; nowMs: number }

/**
 * A new pool, with the service's defaults for what it was not given.
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
 * A pool as UpdateUserPool makes it: what is not given becomes the service's default, but for the tier and what only other
 * operations set.
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
 * A pool as SetUserPoolMfaConfig makes it. A factor that is not named is switched off, but for SMS, which a pool has as long
 * as it has an SMS configuration, and MFA that is not named is off. Passkeys are no second factor and stay when not named.
 *
 * @throws {ServiceError} InvalidParameterException when a second factor is asked for that nobody can have, or is named
 *   although none is asked for; FeatureUnavailableInTierException
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

/** Codes of e-mail MFA are sent by SES, and need a tier above LITE. */
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
  })
  checkPool(description)
  return description
}

/** A policy that is given has nothing but what it says; one that is not is the service's own. */
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
 * Days of a temporary password: in the policy, or where they were said before it had them; 0 is the default. Both are shown,
 * but only one may be given.
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

/** The three members that are older than the template say the same as it does. */
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
