import type { FirstFactor as PoolFactor } from '../options/pool-options.ts'
import type { Pool } from '../pools/pools.ts'
import { isVerified } from '../users/attributes.ts'
import { activeMfa } from '../users/mfa-types.ts'
import type { User } from '../users/user.ts'
import type { FirstFactor } from './challenges.ts'

const PASSWORD_FACTORS: FirstFactor[] = ['PASSWORD', 'PASSWORD_SRP']

/** Whether a first factor proves the password. */
export function isPassword(factor: FirstFactor): boolean {
  return PASSWORD_FACTORS.includes(factor)
}

/**
 * Returns the first factors of a user. If the pool requires MFA or the user has a second factor, only a password can be the
 * first factor.
 */
export function availableFactors(pool: Pool, user: User): FirstFactor[] {
  if (user.status !== 'CONFIRMED' || !user.isEnabled) return PASSWORD_FACTORS
  const { firstFactors } = pool.settings
  const isAllowed = (factor: PoolFactor) => !firstFactors || firstFactors.includes(factor)
  const passwords = user.password && isAllowed('PASSWORD') ? PASSWORD_FACTORS : []
  if (pool.settings.mfa === 'ON' || activeMfa(pool, user).length > 0) return passwords
  const { email, phone_number: phoneNumber } = user.attributes
  const isAvailable: [Exclude<PoolFactor, 'PASSWORD'>, boolean][] = [
    ['EMAIL_OTP', Boolean(email) && isVerified(user, 'email')],
    ['SMS_OTP', Boolean(phoneNumber) && isVerified(user, 'phone_number')],
    ['WEB_AUTHN', user.passkeys.length > 0],
  ]
  return [...passwords, ...isAvailable.filter(([factor, is]) => is && isAllowed(factor)).map(([factor]) => factor)]
}
