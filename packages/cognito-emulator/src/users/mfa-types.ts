import type { MfaType } from '../options/user-options.ts'
import type { Pool } from '../pools/pools.ts'
import { isVerified } from './attributes.ts'
import type { User } from './user.ts'

const ALL_MFA: MfaType[] = ['SMS_MFA', 'SOFTWARE_TOKEN_MFA', 'EMAIL_OTP']

/** Returns the second factors that the pool allows. */
export function allowedMfa({ settings }: Pool): MfaType[] {
  return settings.mfaTypes ?? ALL_MFA
}

/** Returns the user's second factors that are set up and enabled, in the order of {@link allowedMfa}. */
export function activeMfa(pool: Pool, { mfa, attributes }: User): MfaType[] {
  if (pool.settings.mfa === 'OFF') return []
  const isActive: Record<MfaType, boolean> = {
    SMS_MFA: mfa.isSmsEnabled && Boolean(attributes['phone_number']),
    SOFTWARE_TOKEN_MFA: mfa.isSoftwareEnabled && Boolean(mfa.software?.isVerified),
    EMAIL_OTP: mfa.isEmailEnabled && Boolean(attributes['email']),
  }
  return allowedMfa(pool).filter((mfaType) => isActive[mfaType])
}

/**
 * Returns the second factors with which a user can reach a higher authentication level: an app that is set up, and
 * codes to a verified address. The factors count even if the user's MFA preferences do not enable them.
 */
export function configuredMfa(pool: Pool, user: User): MfaType[] {
  if (pool.settings.mfa === 'OFF') return []
  const isConfigured: Record<MfaType, boolean> = {
    SMS_MFA: Boolean(user.attributes['phone_number']) && isVerified(user, 'phone_number'),
    SOFTWARE_TOKEN_MFA: Boolean(user.mfa.software?.isVerified),
    EMAIL_OTP: Boolean(user.attributes['email']) && isVerified(user, 'email'),
  }
  return allowedMfa(pool).filter((mfaType) => isConfigured[mfaType])
}

/**
 * Returns the second factors of a user without an enabled factor, if the pool requires a second factor. The possible
 * factors are an app that is set up, and SMS to a phone number if the pool lists SMS. A configured pool that does not
 * list its factors offers a set-up instead of SMS.
 */
function fallbackMfa(pool: Pool, { mfa, attributes }: User): MfaType[] {
  const { mfaTypes } = pool.settings
  const isAvailable: Record<MfaType, boolean> = {
    SMS_MFA: Boolean(mfaTypes && attributes['phone_number']),
    SOFTWARE_TOKEN_MFA: Boolean(mfa.software?.isVerified),
    EMAIL_OTP: false,
  }
  return allowedMfa(pool).filter((mfaType) => isAvailable[mfaType])
}

/** Returns the second factors that a sign-in asks for. The user must prove one of them. */
export function askedMfa(pool: Pool, user: User): MfaType[] {
  const chosen = activeMfa(pool, user)
  return pool.settings.mfa === 'ON' && chosen.length === 0 ? fallbackMfa(pool, user) : chosen
}
