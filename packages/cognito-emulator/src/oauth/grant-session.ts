import type { Caller } from '../pools/pools.ts'
import type { Services } from '../services.ts'
import { attributesOfScope } from '../tokens/scopes.ts'
import type { IssuedTokens } from '../tokens/tokens.ts'
import { mayRead } from '../users/attributes.ts'
import type { Grant } from './authorization-codes.ts'
import { stillProven } from './browser-sessions.ts'

/** What an application was granted, once it began: the tokens are signed when they are asked for. */
export type GrantSession = {
  originJti: string
  refreshToken: string
  /** @throws {ServiceError} of the pool's trigger */
  issue: () => Promise<IssuedTokens>
}

/**
 * Begins the session that a grant's tokens are of; none when its user may not go on, or the client may not read all that a
 * scope opens.
 */
export function startGrantSession(
  { users, authSessions, tokens }: Services,
  { pool, client }: Caller,
  { user: proven, authTimeMs, request: { scopes, nonce } }: Grant,
): GrantSession | undefined {
  const user = stillProven(users, pool, proven)
  const isReadable = scopes.every((scope) => [...attributesOfScope(scope)].every((name) => mayRead(client, name)))
  if (!user || !isReadable) return undefined
  const owner = { username: user.username, sub: user.sub, scopes, authTimeMs }
  const { session, refreshToken } = authSessions.start(pool, client, owner)
  const triggerSource = 'TokenGeneration_HostedAuth'
  return {
    originJti: session.originJti,
    refreshToken,
    issue: () => tokens.issue({ caller: { pool, client }, user, session, triggerSource, nonce }),
  }
}
