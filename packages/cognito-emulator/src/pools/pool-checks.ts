import { invalidParameter, ServiceError } from '../service-error.ts'
import { hasOwnAcrNames } from './acr-levels.ts'
import type { PoolDescription } from './pool-description.ts'

/**
 * Rejects combinations of settings that the service rejects. The messages are the service's, as recorded by users and in
 * cdk-preflight's deployments.
 *
 * @throws {ServiceError} InvalidParameterException, FeatureUnavailableInTierException
 */
export function checkPool(description: PoolDescription): void {
  checkSms(description)
  checkVerifiedFirst(description)
  checkMfa(description)
  checkEmail(description)
  checkRecovery(description)
  checkSenders(description)
  checkTier(description)
}

/** Error for a feature that the pool's tier does not include. */
export function unavailableInTier(tier: string | undefined, feature: string): ServiceError {
  return new ServiceError(
    'FeatureUnavailableInTierException',
    `The following features need to be disabled for the ${tier} pricing tier configured: ${feature}`,
  )
}

function checkSms({ AutoVerifiedAttributes = [], SmsConfiguration }: PoolDescription): void {
  if (AutoVerifiedAttributes.includes('phone_number') && !SmsConfiguration) {
    throw invalidParameter('SMS configuration is required when phone_number is selected for auto verification')
  }
}

/** A pool can require a code before an address changes only if the pool verifies new addresses automatically. */
function checkVerifiedFirst(pool: PoolDescription): void {
  const { AutoVerifiedAttributes = [], UserAttributeUpdateSettings: settings } = pool
  const waiting = settings?.AttributesRequireVerificationBeforeUpdate ?? []
  if (waiting.every((name) => AutoVerifiedAttributes.includes(name))) return
  throw invalidParameter(
    'All attributes in AttributesRequireVerificationBeforeUpdate must exist in AutoVerifiedAttributes',
  )
}

/** A pool with MFA must offer a second factor (see SetUserPoolMfaConfig). */
function checkMfa(description: PoolDescription): void {
  const { MfaConfiguration, SmsConfiguration, SoftwareTokenMfaConfiguration, EmailMfaConfiguration } = description
  if (MfaConfiguration === 'OFF' || SmsConfiguration || SoftwareTokenMfaConfiguration?.Enabled || EmailMfaConfiguration)
    return
  throw invalidParameter(
    'SMS configuration and Auto verification for phone_number are required when MFA is required/optional',
  )
}

function checkEmail({ EmailConfiguration: email }: PoolDescription): void {
  if (email?.EmailSendingAccount === 'DEVELOPER' && !email.SourceArn) {
    throw invalidParameter('Source ARN is required to use DEVELOPER email sending owner')
  }
}

function checkRecovery({ AccountRecoverySetting }: PoolDescription): void {
  const mechanisms = AccountRecoverySetting?.RecoveryMechanisms ?? []
  const distinct = (values: unknown[]) => new Set(values).size === mechanisms.length
  const invalid = (reason: string) =>
    invalidParameter(`Invalid account recovery setting parameter. Account Recovery Setting ${reason}`)
  if (!distinct(mechanisms.map(({ Name }) => Name)) || !distinct(mechanisms.map(({ Priority }) => Priority))) {
    throw invalid('cannot have duplicate priorities or recovery mechanisms.')
  }
  if (mechanisms.length > 1 && mechanisms.some(({ Name }) => Name === 'admin_only')) {
    throw invalid('cannot use admin_only setting with any other recovery mechanisms.')
  }
}

function checkSenders({ LambdaConfig: lambdas }: PoolDescription): void {
  if ((lambdas?.CustomEmailSender ?? lambdas?.CustomSMSSender) && !lambdas?.KMSKeyID) {
    throw invalidParameter('KMSKeyId parameter is required when Custom SMS/Email Lambda trigger is used.')
  }
}

function checkTier(description: PoolDescription): void {
  const { UserPoolTier: tier, UserPoolAddOns, Policies, LambdaConfig } = description
  const mode = UserPoolAddOns?.AdvancedSecurityMode ?? 'OFF'
  if (tier !== 'PLUS' && mode !== 'OFF') throw unavailableInTier(tier, 'Threat Protection')
  if (tier !== 'LITE') return
  if (hasOwnAcrNames(description.AcrConfiguration)) throw unavailableInTier(tier, 'Custom ACR Level Names')
  const factors = Policies?.SignInPolicy?.AllowedFirstAuthFactors ?? []
  if (factors.some((factor) => factor !== 'PASSWORD')) throw unavailableInTier(tier, 'Passwordless Sign-In')
  const version = LambdaConfig?.PreTokenGenerationConfig?.LambdaVersion ?? 'V1_0'
  if (version !== 'V1_0') {
    throw unavailableInTier(tier, `Token Customization with Pre-Token Generation Lambda ${version}`)
  }
}
