import { acrValueOf, type AcrLevel } from '../pools/acr-levels.ts'
import type { Pool } from '../pools/pools.ts'

const METHODS = ['pwd', 'otp', 'sms', 'email_otp', 'swk', 'hwk', 'fed'] as const

/**
 * Value of the claim `amr` for a factor that the user completed. `otp` is a code from an authenticator app, and `fed` a sign-in
 * at an identity provider.
 */
export type AuthMethod = (typeof METHODS)[number]

/** Value for a sign-in with at least two factors. */
const MULTI_FACTOR = 'mfa'

/** Claims about the strength of a sign-in. A refresh does not change these claims. */
export type AuthenticationClaims = { acr?: string; amr?: string[] }

/**
 * Returns the highest level that the completed factors satisfy
 * (https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-step-up-authentication.html).
 */
export function levelReached(methods: readonly AuthMethod[]): AcrLevel | undefined {
  const has = (method: AuthMethod) => methods.includes(method)
  const hasSentCode = has('sms') || has('email_otp')
  if (has('pwd') && has('otp')) return 4
  if (has('swk') || has('hwk') || (has('pwd') && hasSentCode)) return 3
  if (hasSentCode) return 2
  return has('pwd') ? 1 : undefined
}

/** Returns the claims of a sign-in with these factors. Returns no claims for a sign-in without a known factor. */
export function authenticationClaims(pool: Pool, methods: readonly AuthMethod[] = []): AuthenticationClaims {
  const level = levelReached(methods)
  return {
    ...(level !== undefined && { acr: acrValueOf(pool, level) }),
    ...(methods.length > 0 && { amr: methods.length > 1 ? [...methods, MULTI_FACTOR] : [...methods] }),
  }
}

/** Returns the completed factors that a claim lists. */
export function methodsIn(amr: readonly string[] = []): AuthMethod[] {
  return METHODS.filter((method) => amr.includes(method))
}
