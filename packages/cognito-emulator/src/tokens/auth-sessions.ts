import { createHash, randomBytes, randomUUID } from 'node:crypto'

import type { Clock } from '../controls/clock.ts'
import type { ClientConfig } from '../options/client-options.ts'
import { DEFAULT_SECONDS } from '../pools/client-description.ts'
import type { Pool } from '../pools/pools.ts'
import { notAuthorized, ServiceError } from '../service-error.ts'
import type { Database } from '../storage/database.ts'
import { toRecordId } from '../users/user-directory.ts'
import type { AuthenticationClaims } from './authentication-methods.ts'

const REFRESH_TOKEN_LENGTH_BYTES = 64
const KEPT_ROTATED_TOKENS = 20
/** Maximum number of sessions per user. */
const KEPT_SESSIONS = 500
/** Number of sessions that remain after a user exceeds `KEPT_SESSIONS`. The oldest sessions are revoked. */
const KEPT_AFTER_CLEARING = 450

/** A stored refresh token, identified by its hash. A replaced token stops working at `usableUntilMs`. */
type RefreshToken = { hash: string; usableUntilMs?: number }

/**
 * Session that begins when a user gets tokens and ends when the session is revoked or expires. Revocable tokens contain
 * the id of their session as `origin_jti`.
 */
export type AuthSession = AuthenticationClaims & {
  originJti: string
  /** Event id of the sign-in. All id tokens and access tokens of the session contain this event id. */
  eventId: string
  username: string
  /** Distinguishes the user from a later user with the same name. */
  sub: string
  clientId: string
  authTimeMs: number
  expiresAtMs: number
  deviceKey?: string
  /** Scopes that an OAuth sign-in granted. Undefined after a sign-in without OAuth. */
  scopes?: string[]
  refreshTokens: RefreshToken[]
}

export type AuthSessions = {
  /** Starts a session. The refresh token is returned once, and only its hash is stored. */
  start(pool: Pool, client: ClientConfig, owner: SessionOwner): StartedSession
  find(pool: Pool, originJti: string): AuthSession | undefined
  /**
   * Finds a session by the event id of its sign-in. Tokens that cannot be revoked contain the event id of their sign-in,
   * but not the id of their session.
   */
  findByEvent(pool: Pool, username: string, eventId: string): AuthSession | undefined
  /** Finds the session of a current or replaced refresh token, even if the token no longer works. */
  findByRefreshToken(pool: Pool, refreshToken: string): AuthSession | undefined
  /**
   * Returns the session that a refresh token belongs to.
   *
   * @throws {ServiceError} NotAuthorizedException, or RefreshTokenReuseException for a replaced token
   *   after the grace period.
   */
  verifyRefreshToken(pool: Pool, client: ClientConfig, refreshToken: string): AuthSession
  /** Replaces a refresh token. The old token expires after the client's grace period. */
  rotate(pool: Pool, client: ClientConfig, session: AuthSession, refreshToken: string): string
  revoke(pool: Pool, originJti: string): void
  /** Deletes expired sessions, so that a data file does not grow without limit. */
  forgetExpired(pool: Pool): void
  /** Revokes all sessions of a client. */
  revokeClient(pool: Pool, client: ClientConfig): void
  /** Revokes all sessions of a user, except the session with the id `exceptOriginJti`. */
  revokeAll(pool: Pool, username: string, exceptOriginJti?: string): void
}

/** User, device, scopes and authentication claims of a new session. The default of `authTimeMs` is the current time. */
export type SessionOwner = Pick<AuthSession, 'username' | 'sub' | 'deviceKey' | 'scopes' | 'acr' | 'amr'> & {
  authTimeMs?: number
}

export type StartedSession = { session: AuthSession; refreshToken: string }

export function openAuthSessions(database: Database, clock: Clock): AuthSessions {
  const sessions = database.collection<AuthSession>('session')
  const write = (pool: Pool, session: AuthSession): void =>
    sessions.put(pool.id, session.originJti, session, toRecordId(pool, session.username))
  const deleteAll = (pool: Pool, ids: { id: string }[]): void =>
    database.transaction(() => {
      for (const { id } of ids) sessions.delete(pool.id, id)
    })
  const deleteWhere = (pool: Pool, isOver: (session: AuthSession) => boolean): void =>
    deleteAll(
      pool,
      sessions.list(pool.id).filter(({ value }) => isOver(value)),
    )
  const endOldest = (pool: Pool, username: string): void => {
    const owner = toRecordId(pool, username)
    if (sessions.countOwned(pool.id, owner) <= KEPT_SESSIONS) return
    const newestFirst = sessions.listOwned(pool.id, owner).toSorted((a, b) => b.value.authTimeMs - a.value.authTimeMs)
    deleteAll(pool, newestFirst.slice(KEPT_AFTER_CLEARING))
  }

  return {
    start(pool, client, owner) {
      const started = startSession(client, owner, clock.nowMs())
      write(pool, started.session)
      endOldest(pool, owner.username)
      return started
    },
    find: (pool, originJti) => sessions.get(pool.id, originJti),
    findByEvent: (pool, username, eventId) =>
      sessions
        .listOwned(pool.id, toRecordId(pool, username))
        .map(({ value }) => value)
        .find((session) => session.eventId === eventId),
    findByRefreshToken(pool, refreshToken) {
      const session = sessions.get(pool.id, originOf(refreshToken) ?? '')
      return session && tokenOf(session, refreshToken) && session
    },
    verifyRefreshToken(pool, client, refreshToken) {
      const originJti = originOf(refreshToken)
      if (originJti === undefined) throw notAuthorized('Invalid Refresh Token.')
      const session = sessions.get(pool.id, originJti)
      if (!session) throw notAuthorized('Refresh Token has been revoked')
      checkUsable(session, client, refreshToken, clock.nowMs())
      return session
    },
    rotate(pool, client, session, refreshToken) {
      const successor = createRefreshToken(session.originJti)
      write(pool, withSuccessor(session, client, { refreshToken, successor, nowMs: clock.nowMs() }))
      return successor
    },
    revoke: (pool, originJti) => sessions.delete(pool.id, originJti),
    forgetExpired: (pool) => deleteWhere(pool, ({ expiresAtMs }) => clock.nowMs() >= expiresAtMs),
    revokeClient: (pool, { id }) => deleteWhere(pool, ({ clientId }) => clientId === id),
    revokeAll: (pool, username, exceptOriginJti) =>
      deleteAll(
        pool,
        sessions.listOwned(pool.id, toRecordId(pool, username)).filter(({ id }) => id !== exceptOriginJti),
      ),
  }
}

function startSession({ id, refreshTokenSeconds }: ClientConfig, owner: SessionOwner, nowMs: number): StartedSession {
  const originJti = randomUUID()
  const refreshToken = createRefreshToken(originJti)
  const session: AuthSession = {
    originJti,
    eventId: randomUUID(),
    authTimeMs: nowMs,
    ...owner,
    clientId: id,
    expiresAtMs: nowMs + (refreshTokenSeconds ?? DEFAULT_SECONDS.refresh) * 1000,
    refreshTokens: [{ hash: hashOf(refreshToken) }],
  }
  return { session, refreshToken }
}

/**
 * Returns a copy of the session with the new refresh token. The replaced token expires after the client's grace period.
 */
function withSuccessor(
  session: AuthSession,
  { refreshTokenRotation }: ClientConfig,
  { refreshToken, successor, nowMs }: { refreshToken: string; successor: string; nowMs: number },
): AuthSession {
  const usableUntilMs = nowMs + (refreshTokenRotation?.graceSeconds ?? 0) * 1000
  const withExpiry = (token: RefreshToken) =>
    token.hash === hashOf(refreshToken) ? { usableUntilMs, ...token } : token
  const rotated = session.refreshTokens.map(withExpiry).slice(-KEPT_ROTATED_TOKENS)
  return { ...session, refreshTokens: [...rotated, { hash: hashOf(successor) }] }
}

function checkUsable(session: AuthSession, client: ClientConfig, refreshToken: string, nowMs: number): void {
  const token = tokenOf(session, refreshToken)
  if (!token || session.clientId !== client.id) throw notAuthorized('Invalid Refresh Token.')
  if (nowMs >= session.expiresAtMs) throw notAuthorized('Refresh Token has expired')
  if (token.usableUntilMs !== undefined && nowMs >= token.usableUntilMs) {
    throw new ServiceError('RefreshTokenReuseException', 'Refresh token has already been used.')
  }
}

function tokenOf({ refreshTokens }: AuthSession, refreshToken: string): RefreshToken | undefined {
  return refreshTokens.find(({ hash }) => hash === hashOf(refreshToken))
}

/** Creates a refresh token that starts with the session's id, so that the session can be found without a second index. */
function createRefreshToken(originJti: string): string {
  return `${Buffer.from(originJti).toString('base64url')}.${randomBytes(REFRESH_TOKEN_LENGTH_BYTES).toString('base64url')}`
}

function originOf(refreshToken: string): string | undefined {
  const [head = '', secret, ...rest] = refreshToken.split('.')
  return secret === undefined || rest.length > 0 ? undefined : Buffer.from(head, 'base64url').toString()
}

function hashOf(refreshToken: string): string {
  return createHash('sha256').update(refreshToken).digest('base64url')
}
