import type { MfaType } from '../options/user-options.ts'
import { acrLevelOf, type AcrLevel } from '../pools/acr-levels.ts'
import { unavailableInTier } from '../pools/pool-checks.ts'
import type { Caller, Pool } from '../pools/pools.ts'
import { invalidParameter, notAuthorized } from '../service-error.ts'
import { levelReached, methodsIn, type AuthMethod } from '../tokens/authentication-methods.ts'
import { activeMfa, configuredMfa } from '../users/mfa-types.ts'
import type { User } from '../users/user.ts'
import type { FirstFactor } from './challenges.ts'
import { availableFactors, isPassword } from './first-factors.ts'
import { apparentUser, type SignIn, type SignInServices } from './sign-in.ts'

// Authentication levels that a client requests
// (https://docs.aws.amazon.com/cognito/latest/developerguide/authentication-flows-selection-sdk.html, "Step-up
// authentication with the USER_AUTH flow").

/** Factors in the claim `amr` of an access token, and the level in the token's claim `acr`. */
type Credit = { methods: AuthMethod[]; level: AcrLevel | undefined }

const NO_CREDIT: Credit = { methods: [], level: undefined }

/**
 * Reads the parameters TARGET_ACR_VALUES, MAX_AGE and ACCESS_TOKEN of a USER_AUTH sign-in. Adds the requested levels, and
 * the factors in the access token, to the progress of the sign-in.
 *
 * @throws {ServiceError} InvalidParameterException if a parameter is malformed, ACCESS_TOKEN is sent without
 *   TARGET_ACR_VALUES, the pool has none of the levels, the user can reach none of the levels, or the access token already
 *   has the level or a higher level; FeatureUnavailableInTierException if the pool's tier does not include authentication
 *   levels; NotAuthorizedException if the access token belongs to another user or client; errors from `tokens.verify`.
 */
export async function aimAtLevel(signIn: SignIn, parameters: Record<string, string>): Promise<SignIn> {
  const { TARGET_ACR_VALUES: acrValues, ACCESS_TOKEN: accessToken, MAX_AGE: maxAge } = parameters
  const maxAgeSeconds = readMaxAge(maxAge)
  const { pool } = signIn.caller
  if (acrValues === undefined) {
    if (accessToken !== undefined) throw invalidParameter('ACCESS_TOKEN requires TARGET_ACR_VALUES.')
    return signIn
  }
  if (!hasLevels(pool)) throw unavailableInTier(pool.description.UserPoolTier, 'Step-Up Authentication')
  const levels = readLevels(pool, acrValues)
  const credit = accessToken === undefined ? NO_CREDIT : await creditOf(signIn, accessToken, maxAgeSeconds)
  const aimed: SignIn = { ...signIn, progress: { ...signIn.progress, methods: credit.methods, levels } }
  const target = targetLevel(aimed, apparentUser(aimed))
  if (target !== undefined && credit.level !== undefined && credit.level >= target) {
    throw invalidParameter('The access token already has the requested authentication level.')
  }
  return aimed
}

/** Whether the tier of a pool includes authentication levels. */
export function hasLevels({ description }: Pool): boolean {
  return description.UserPoolTier !== 'LITE'
}

/**
 * Parses a space-separated list of level names in order of priority. Ignores unknown names.
 *
 * @throws {ServiceError} InvalidParameterException if the pool has none of the names.
 */
export function readLevels(pool: Pool, acrValues: string): AcrLevel[] {
  const levels = acrValues.split(' ').flatMap((value) => acrLevelOf(pool, value) ?? [])
  if (levels.length > 0) return levels
  throw invalidParameter('The user pool has none of the requested authentication levels.')
}

/**
 * Parses the maximum time since the user signed in, in seconds.
 *
 * @throws {ServiceError} InvalidParameterException if the value is not a non-negative integer with at most 10 digits.
 */
export function readMaxAge(text: string | undefined): number | undefined {
  if (text === undefined || /^\d{1,10}$/.test(text)) return text === undefined ? undefined : Number(text)
  throw invalidParameter('The maximum age must be a non-negative number of seconds.')
}

/** Whether a sign-in at `authTimeMs` is older than `maxAgeSeconds`. */
export function isTooOld(
  { clock }: Pick<SignInServices, 'clock'>,
  authTimeMs: number,
  maxAgeSeconds: number = Infinity,
): boolean {
  return clock.nowMs() - authTimeMs > maxAgeSeconds * 1000
}

/**
 * Returns the factors and the level of an access token. Returns no factors and no level if the sign-in is older than
 * `maxAgeSeconds`.
 */
async function creditOf(
  { services, caller, progress }: SignIn,
  accessToken: string,
  maxAgeSeconds: number | undefined,
): Promise<Credit> {
  const { caller: issuedTo, user, session } = await services.tokens.verify(accessToken)
  if (!isSameClient(issuedTo, caller) || user.sub !== progress.sub) {
    throw notAuthorized('The access token belongs to another user or client.')
  }
  if (isTooOld(services, session.authTimeMs, maxAgeSeconds)) return NO_CREDIT
  return { methods: methodsIn(session.amr), level: acrLevelOf(caller.pool, session.acr ?? '') }
}

function isSameClient(one: Caller, other: Caller): boolean {
  return one.pool === other.pool && one.client.id === other.client.id
}

/**
 * Returns the first requested level whose factors the user has set up, or undefined if the client requests no level.
 *
 * @throws {ServiceError} InvalidParameterException if the user can reach none of the requested levels.
 */
export function targetLevel(signIn: SignIn, user: User): AcrLevel | undefined {
  const { levels } = signIn.progress
  if (!levels) return undefined
  const target = levels.find((level) => firstFactorsToward(level, signIn, user).length > 0)
  if (target !== undefined) return target
  throw invalidParameter('The user has not set up the factors of any requested authentication level.')
}

/** Returns the first factors with which a sign-in can reach a level, or an empty list if the user cannot reach the level. */
export function firstFactorsToward(level: AcrLevel, { caller: { pool }, progress }: SignIn, user: User): FirstFactor[] {
  const available = availableFactors(pool, user)
  const passwords = available.filter(isPassword)
  const others = progress.isHosted ? [] : available.filter((factor) => !isPassword(factor)) // the pages ask for a password
  const passkeys = others.filter((factor) => factor === 'WEB_AUTHN')
  const withSecondFactor = secondFactorsOf(level, pool, user).length > 0 ? passwords : []
  if (level === 1) return passwords
  if (level === 2) return others.filter((factor) => factor !== 'WEB_AUTHN')
  return level === 3 ? [...withSecondFactor, ...passkeys] : withSecondFactor
}

/**
 * Returns the second factors that, together with a password, reach the requested level. Returns undefined if the client requests
 * no level, or if the requested level does not require a second factor.
 */
export function secondFactorsToward(signIn: SignIn, user: User): MfaType[] | undefined {
  const target = targetLevel(signIn, user)
  return target === undefined || target < 3 ? undefined : secondFactorsOf(target, signIn.caller.pool, user)
}

/** Whether the completed factors satisfy the requested level. */
export function hasReachedLevel(signIn: SignIn, user: User): boolean {
  const reached = levelReached(signIn.progress.methods ?? [])
  return reached !== undefined && reached >= (targetLevel(signIn, user) ?? Infinity)
}

/**
 * Returns the enabled second factors for a level. If no second factor for the level is enabled, returns the level's second
 * factors that the user has set up.
 */
function secondFactorsOf(level: AcrLevel, pool: Pool, user: User): MfaType[] {
  const isForLevel = (mfaType: MfaType) => (mfaType === 'SOFTWARE_TOKEN_MFA' ? level === 4 : level === 3)
  const enabled = activeMfa(pool, user).filter(isForLevel)
  return enabled.length > 0 ? enabled : configuredMfa(pool, user).filter(isForLevel)
}
