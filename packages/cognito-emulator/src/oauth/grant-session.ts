import type { Caller } from '../pools/pools.ts'
import type { Services } from '../services.ts'
import { authenticationClaims } from '../tokens/authentication-methods.ts'
import { attributesOfScope } from '../tokens/scopes.ts'
import type { IssuedTokens } from '../tokens/tokens.ts'
import { mayRead } from '../users/attributes.ts'
import type { Grant } from './authorization-codes.ts'
import { findProvenUser } from './browser-sessions.ts'

/** The session that a grant starts. `issue` signs its tokens. */
export type GrantSession = {
  originJti: string
  refreshToken: string
  /** @throws {ServiceError} errors from the pool's trigger */
  issue: () => Promise<IssuedTokens>
}

/**
 * Starts the session of a grant. Returns undefined if the user's sign-in has ended, or if the client cannot read all attributes
 * of a scope.
 */
export function startGrantSession(
  { users, authSessions, tokens }: Services,
  { pool, client }: Caller,
  { user: proven, authTimeMs, request: { scopes, nonce } }: Grant,
): GrantSession | undefined {
  const user = findProvenUser(users, pool, proven)
  const isReadable = scopes.every((scope) => [...attributesOfScope(scope)].every((name) => mayRead(client, name)))
  if (!user || !isReadable) return undefined
  const claims = authenticationClaims(pool, proven.methods)
  const owner = { username: user.username, sub: user.sub, scopes, authTimeMs, ...claims }
  const { session, refreshToken } = authSessions.start(pool, client, owner)
  const triggerSource = 'TokenGeneration_HostedAuth'
  return {
    originJti: session.originJti,
    refreshToken,
    issue: () => tokens.issue({ caller: { pool, client }, user, session, triggerSource, nonce }),
  }
}
