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
 * Claims that a trigger cannot set or remove, as documented by the service. Without this list, a trigger that copies user input
 * into claims could be used to forge tokens. Claims with the prefix `dev:` are reserved too. As an exception, a trigger can set
 * `aud` of an access token to the token's client.
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
/** Prefix of the service's own scopes. A trigger can add only one of these scopes: `aws.cognito.signin.user.admin`. */
const SERVICE_PREFIX = 'aws.cognito.'

/** Changes to the tokens of one response, from the pool's pre-token trigger. */
export type ClaimOverrides = {
  /** The user's groups in both tokens, and their roles. */
  roles: UserRoles
  /** Changes the claims of the id token. */
  idToken: (claims: JWTPayload) => JWTPayload
  /** Changes the claims of the access token, including its scopes. */
  accessToken: (claims: JWTPayload) => JWTPayload
}

/** Input of the pre-token trigger. */
type TokenEvent = {
  caller: Caller
  user: User
  triggerSource: TokenTriggerSource
  clientMetadata?: Record<string, string> | undefined
}

/**
 * Runs the pool's trigger, which can replace the `roles` of the user's groups.
 *
 * @throws {ServiceError} as `runTrigger`
 */
export async function askClaimOverrides(
  event: TokenEvent,
  roles: UserRoles,
  scopes: string[],
): Promise<ClaimOverrides> {
  const { caller, user, triggerSource, clientMetadata } = event
  return ask(caller, { triggerSource, user, request: requestOf(caller, roles, scopes), clientMetadata }, roles)
}

/**
 * Runs a trigger of version 3 for the token of a client that acts on its own behalf. Triggers of other versions do not run.
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

/** Reads the response of a trigger. In the access token, a response of version 1 can change only the groups. */
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

/**
 * Returns the groups and roles of the trigger's response, which replace the user's own groups and roles. Missing values
 * and null mean no groups or roles.
 */
function toRoles(changed: ChangedGroups): UserRoles {
  const { groupsToOverride = [], iamRolesToOverride = [], preferredRole } = changed ?? {}
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
    ([name, value]) => isFree(name) || (name === 'aud' && value === clientId), // an access token can have its client in `aud`
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
