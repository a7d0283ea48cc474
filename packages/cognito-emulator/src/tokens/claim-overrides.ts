import type { JWTPayload } from 'jose'

import type { Caller } from '../pools.ts'
import { runTrigger, type PreTokenGenerationResponse } from '../triggers.ts'
import type { UserRoles } from '../users/groups.ts'
import type { User } from '../users/user.ts'

/**
 * What no trigger may say or leave out, as the service lists it: else one that copies what users name makes any token. Those
 * with the prefix `dev:` besides.
 */
const RESERVED_CLAIMS: ReadonlySet<string> = new Set([
  'acr',
  'amr',
  'at_hash',
  'aud',
  'auth_time',
  'azp',
  'cnf',
  'cognito:username',
  'exp',
  'iat',
  'identities',
  'iss',
  'jti',
  'nbf',
  'nonce',
  'origin_jti',
  'sub',
  'token_use',
])
const DEVELOPER_PREFIX = 'dev:'

/** Why tokens are made, as the trigger is told. */
export type TokenTriggerSource =
  | 'TokenGeneration_Authentication'
  | 'TokenGeneration_HostedAuth'
  | 'TokenGeneration_NewPasswordChallenge'
  | 'TokenGeneration_AuthenticateDevice'
  | 'TokenGeneration_RefreshTokens'

/** What the pool's pre-token trigger wants of the tokens of one answer. */
export type ClaimOverrides = {
  /** The user's groups as both tokens carry them, and their roles. */
  roles: UserRoles
  /** Changes what the id token says. */
  idToken: (claims: JWTPayload) => JWTPayload
}

/** Asks the pool's trigger, which may replace the `roles` of the user's groups. @throws {ServiceError} as `runTrigger` */
export async function askClaimOverrides(
  {
    caller,
    user,
    triggerSource,
    clientMetadata,
  }: {
    caller: Caller
    user: User
    triggerSource: TokenTriggerSource
    clientMetadata?: Record<string, string> | undefined
  },
  roles: UserRoles,
): Promise<ClaimOverrides> {
  const { claimsOverrideDetails } = await runTrigger(caller, 'preTokenGeneration', {
    triggerSource,
    user,
    request: { groupConfiguration: { groupsToOverride: roles.groups } },
    response: {},
    clientMetadata,
  })
  const { groupsToOverride = roles.groups } = claimsOverrideDetails?.groupOverrideDetails ?? {}
  return {
    roles: { ...roles, groups: groupsToOverride },
    idToken: (claims) => overrideClaims(claims, claimsOverrideDetails),
  }
}

function overrideClaims(
  claims: JWTPayload,
  overrides: PreTokenGenerationResponse['claimsOverrideDetails'],
): JWTPayload {
  const added = Object.entries(overrides?.claimsToAddOrOverride ?? {}).filter(([name]) => isFree(name))
  const suppressed = new Set(overrides?.claimsToSuppress?.filter(isFree))
  const all = { ...claims, ...Object.fromEntries(added) }
  return Object.fromEntries(Object.entries(all).filter(([name]) => !suppressed.has(name)))
}

function isFree(claim: string): boolean {
  return !RESERVED_CLAIMS.has(claim) && !claim.startsWith(DEVELOPER_PREFIX)
}
