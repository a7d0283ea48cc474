import type { JWTPayload } from 'jose'

import type { Caller } from '../pools/pools.ts'
import type { TokenTriggerSource } from '../triggers/events.ts'
import { findTrigger } from '../triggers/find-trigger.ts'
import type { TriggerAnswers } from '../triggers/response-checks.ts'
import { runTrigger, type TriggerCall } from '../triggers/run-trigger.ts'
import type { UserRoles } from '../users/group-directory.ts'
import type { User } from '../users/user.ts'
import { SIGNED_IN_SCOPE } from './claims.ts'

/**
 * What no trigger may say or leave out, as the service lists it: else one that copies what users name makes any token. Those
 * with the prefix `dev:` besides.
 */
const RESERVED_CLAIMS = [
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
]
const DEVELOPER_PREFIX = 'dev:'
const RESERVED_IN: Record<'id' | 'access', ReadonlySet<string>> = {
  id: new Set(RESERVED_CLAIMS),
  access: new Set([...RESERVED_CLAIMS, 'client_id', 'device_key', 'event_id', 'scope', 'username', 'version']),
}
/** Scopes of the service's own, of which a trigger may add but one. */
const SERVICE_PREFIX = 'aws.cognito.'

/** What the pool's pre-token trigger wants of the tokens of one answer. */
export type ClaimOverrides = {
  /** The user's groups as both tokens carry them, and their roles. */
  roles: UserRoles
  /** Changes what the id token says. */
  idToken: (claims: JWTPayload) => JWTPayload
  /** Changes what the access token says, its scopes included. */
  accessToken: (claims: JWTPayload) => JWTPayload
}

/** Who gets tokens, as far as the trigger is told. */
type TokenEvent = {
  caller: Caller
  user: User
  triggerSource: TokenTriggerSource
  clientMetadata?: Record<string, string> | undefined
}

/** Asks the pool's trigger, which may replace the `roles` of the user's groups. @throws {ServiceError} as `runTrigger` */
export async function askClaimOverrides(
  event: TokenEvent,
  roles: UserRoles,
  scopes: string[],
): Promise<ClaimOverrides> {
  const { caller, user, triggerSource, clientMetadata } = event
  return ask(caller, { triggerSource, user, request: requestOf(caller, roles, scopes), clientMetadata }, roles)
}

/**
 * Asks a trigger of version 3 about the token of a client that acts for itself; those of other versions are not asked.
 *
 * @throws {ServiceError} as `runTrigger`
 */
export async function askClientOverrides(
  caller: Caller,
  scopes: string[],
  clientMetadata?: Record<string, string>,
): Promise<ClaimOverrides['accessToken']> {
  if (versionIn(caller) !== 'V3_0') return (claims) => claims
  const roles: UserRoles = { groups: [], roles: [] }
  const call: TriggerCall<'preTokenGeneration'> = {
    triggerSource: 'TokenGeneration_ClientCredentials',
    user: { username: caller.client.id, attributes: {} },
    request: requestOf(caller, roles, scopes),
    clientMetadata,
  }
  return (await ask(caller, call, roles)).accessToken
}

async function ask(caller: Caller, call: TriggerCall<'preTokenGeneration'>, roles: UserRoles): Promise<ClaimOverrides> {
  const answer = await runTrigger(caller, 'preTokenGeneration', call)
  const { id, access, groups } = readOverrides(answer, versionIn(caller))
  return {
    roles: groups === undefined ? roles : toRoles(groups),
    idToken: (claims) => overrideClaims(claims, 'id', id),
    accessToken: (claims) => overrideScopes(overrideClaims(claims, 'access', access, caller.client.id), access),
  }
}

function versionIn({ pool }: Caller) {
  return findTrigger(pool, 'preTokenGeneration')?.version
}

function requestOf(caller: Caller, { groups, roles, preferredRole }: UserRoles, scopes: string[]) {
  const groupConfiguration = {
    groupsToOverride: groups,
    iamRolesToOverride: roles,
    preferredRole: preferredRole ?? null,
  }
  return { groupConfiguration, ...(versionIn(caller) !== 'V1_0' && { scopes }) }
}

type Answer = TriggerAnswers['preTokenGeneration']
type ChangedClaims = {
  claimsToAddOrOverride?: Record<string, unknown> | undefined
  claimsToSuppress?: string[] | undefined
}
type ChangedScopes = { scopesToAdd?: string[] | undefined; scopesToSuppress?: string[] | undefined }
type ChangedGroups = NonNullable<Answer['claimsOverrideDetails']>['groupOverrideDetails']

/** The answer in the words of version 2. One of version 1 says nothing of the access token. */
function readOverrides(
  { claimsOverrideDetails, claimsAndScopeOverrideDetails }: Answer,
  version: ReturnType<typeof versionIn>,
): { id?: ChangedClaims | undefined; access?: (ChangedClaims & ChangedScopes) | undefined; groups?: ChangedGroups } {
  if (claimsAndScopeOverrideDetails && version !== 'V1_0') {
    const { idTokenGeneration, accessTokenGeneration, groupOverrideDetails } = claimsAndScopeOverrideDetails
    return { id: idTokenGeneration, access: accessTokenGeneration, groups: groupOverrideDetails }
  }
  if (!claimsOverrideDetails || version === 'V2_0' || version === 'V3_0') return {}
  return { id: claimsOverrideDetails, groups: claimsOverrideDetails.groupOverrideDetails }
}

/** What the trigger gives replaces all: what it leaves out, or gives as null, is gone. */
function toRoles(given: ChangedGroups): UserRoles {
  const { groupsToOverride = [], iamRolesToOverride = [], preferredRole } = given ?? {}
  return { groups: groupsToOverride, roles: iamRolesToOverride, ...(preferredRole !== undefined && { preferredRole }) }
}

function overrideClaims(
  claims: JWTPayload,
  token: 'id' | 'access',
  changed: ChangedClaims | undefined,
  clientId?: string,
): JWTPayload {
  const isFree = (name: string): boolean => !RESERVED_IN[token].has(name) && !name.startsWith(DEVELOPER_PREFIX)
  const added = Object.entries(changed?.claimsToAddOrOverride ?? {}).filter(
    ([name, value]) => isFree(name) || (name === 'aud' && value === clientId), // an access token may name its client there
  )
  const suppressed = new Set(changed?.claimsToSuppress?.filter(isFree))
  const all = { ...claims, ...Object.fromEntries(added) }
  return Object.fromEntries(Object.entries(all).filter(([name]) => !suppressed.has(name)))
}

function overrideScopes(claims: JWTPayload, changed: ChangedScopes | undefined): JWTPayload {
  const { scopesToAdd = [], scopesToSuppress = [] } = changed ?? {}
  const addable = scopesToAdd.filter(
    (scope) => /^\S+$/.test(scope) && (scope === SIGNED_IN_SCOPE || !scope.startsWith(SERVICE_PREFIX)),
  )
  const scopes = new Set([...String(claims['scope']).split(' '), ...addable])
  for (const scope of scopesToSuppress) scopes.delete(scope)
  return { ...claims, scope: [...scopes].filter((scope) => scope !== '').join(' ') }
}
