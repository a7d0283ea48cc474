import { customScopesOf } from '../operations/resource-servers.ts'
import type { ClientConfig } from '../options/client-options.ts'
import { OWN_SCOPES } from '../pools/client-description.ts'
import type { Caller } from '../pools/pools.ts'
import type { Database } from '../storage/database.ts'

type OAuthFlow = NonNullable<ClientConfig['oauthFlows']>[number]

/** Whether a client allows a grant. */
export function allowsGrant({ oauthFlows = [] }: ClientConfig, flow: OAuthFlow): boolean {
  return oauthFlows.includes(flow)
}

/** Returns the existing scopes that a client can request. */
export function allowedScopes(database: Database, { pool, client }: Caller): string[] {
  const existing = new Set<string>([...OWN_SCOPES, ...customScopesOf(database, pool)])
  return (client.oauthScopes ?? []).filter((scope) => existing.has(scope))
}

/** Splits a scope parameter and removes duplicates. */
export function readScopes(text: string | undefined): string[] {
  return [...new Set(text?.split(' ').filter((scope) => scope !== ''))]
}
