import { describeMfaConfig } from '../pools/new-pool.ts'
import type { Services } from '../services.ts'
import { omitUndefined } from '../wire.ts'
import type { Input, Operations, Output } from './operation.ts'

/** Operations on a pool's settings for second factors and passkeys. */
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
    SoftwareTokenMfaConfiguration,
    EmailMfaConfiguration: description.EmailMfaConfiguration,
    WebAuthnConfiguration: description.WebAuthnConfiguration,
  }
}

function setUserPoolMfaConfig(
  { pools, clock }: Pick<Services, 'pools' | 'clock'>,
  { UserPoolId, ...input }: Input<'SetUserPoolMfaConfig'>,
): Output<'SetUserPoolMfaConfig'> {
  const pool = pools.get(UserPoolId)
  const description = describeMfaConfig(pool.description, input, clock.nowMs())
  pools.update(pool, description)
  return { ...input, MfaConfiguration: description.MfaConfiguration }
}
