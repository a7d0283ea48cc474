import type { MfaType } from '../options/user-options.ts'
import type { Pool } from '../pools/pools.ts'
import type { User } from './user.ts'

const ALL_MFA: MfaType[] = ['SMS_MFA', 'SOFTWARE_TOKEN_MFA', 'EMAIL_OTP']

/** Second factors that the pool lets its users have. */
export function allowedMfa({ settings }: Pool): MfaType[] {
  return settings.mfaTypes ?? ALL_MFA
}

/** Second factors of the user that are set up and may be used, in the order the service lists them. */
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
 * Second factors that stand in where the pool demands one and the user has switched none on: an app that is set up, and a
 * phone where the pool names SMS. A configured pool that names no factors offers to set one up instead.
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

/** Second factors that a sign-in of the user asks for. */
export function askedMfa(pool: Pool, user: User): MfaType[] {
  const chosen = activeMfa(pool, user)
  return pool.settings.mfa === 'ON' && chosen.length === 0 ? fallbackMfa(pool, user) : chosen
}
