import type { PoolDescription } from '../descriptions/pool.ts'
import { omitUndefined } from '../omit-undefined.ts'
import { invalidParameter } from '../service-error.ts'
import type { Services } from '../services.ts'
import type { Input, Operations, Output } from './operation.ts'

/** Which second factors and passkeys a pool has. */
export const mfaConfigOperations: Operations = {
  GetUserPoolMfaConfig: getUserPoolMfaConfig,
  SetUserPoolMfaConfig: setUserPoolMfaConfig,
}

function getUserPoolMfaConfig(
  { pools }: Pick<Services, 'pools'>,
  { UserPoolId }: Input<'GetUserPoolMfaConfig'>,
): Output<'GetUserPoolMfaConfig'> {
  const { description } = pools.get(UserPoolId)
  const { SmsAuthenticationMessage, SmsConfiguration, SoftwareTokenMfaConfiguration } = description
  const sms = omitUndefined({ SmsAuthenticationMessage, SmsConfiguration })
  return {
    MfaConfiguration: description.MfaConfiguration,
    SmsMfaConfiguration: Object.keys(sms).length > 0 ? sms : undefined,
    SoftwareTokenMfaConfiguration: SoftwareTokenMfaConfiguration ?? { Enabled: false },
    EmailMfaConfiguration: description.EmailMfaConfiguration,
    WebAuthnConfiguration: description.WebAuthnConfiguration,
  }
}

/**
 * A factor that is not named is switched off, but for SMS, which a pool has as long as it has an SMS configuration. Whether
 * MFA is asked for, and passkeys, stay as they are when they are not named.
 */
function setUserPoolMfaConfig(
  { pools, clock }: Pick<Services, 'pools' | 'clock'>,
  { UserPoolId, ...input }: Input<'SetUserPoolMfaConfig'>,
): Output<'SetUserPoolMfaConfig'> {
  const pool = pools.get(UserPoolId)
  const before = pool.description
  const after: PoolDescription = {
    ...before,
    MfaConfiguration: input.MfaConfiguration ?? before.MfaConfiguration,
    SmsConfiguration: input.SmsMfaConfiguration?.SmsConfiguration ?? before.SmsConfiguration,
    SmsAuthenticationMessage: input.SmsMfaConfiguration?.SmsAuthenticationMessage ?? before.SmsAuthenticationMessage,
    SoftwareTokenMfaConfiguration: input.SoftwareTokenMfaConfiguration,
    EmailMfaConfiguration: input.EmailMfaConfiguration,
    WebAuthnConfiguration: input.WebAuthnConfiguration ?? before.WebAuthnConfiguration,
    LastModifiedDate: clock.nowMs() / 1000,
  }
  checkFactors(after, input)
  pools.update(pool, after)
  return { ...input, MfaConfiguration: after.MfaConfiguration }
}

function checkFactors(after: PoolDescription, input: Omit<Input<'SetUserPoolMfaConfig'>, 'UserPoolId'>): void {
  if (input.SmsMfaConfiguration && !after.SmsConfiguration) {
    throw invalidParameter('SMS configuration is required to turn on SMS MFA.')
  }
  const hasFactor =
    after.SmsConfiguration ?? (after.SoftwareTokenMfaConfiguration?.Enabled || after.EmailMfaConfiguration)
  if (after.MfaConfiguration !== 'OFF' && !hasFactor) {
    throw invalidParameter(
      "Invalid MFA configuration given, can't disable all MFAs with a required or optional configuration.",
    )
  }
}
