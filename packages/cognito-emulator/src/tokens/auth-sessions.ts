import { createHash, randomBytes, randomUUID } from 'node:crypto'

import type { Clock } from '../controls/clock.ts'
import type { ClientConfig } from '../options/client-options.ts'
import { DEFAULT_SECONDS } from '../pools/client-description.ts'
import type { Pool } from '../pools/pools.ts'
import { notAuthorized, ServiceError } from '../service-error.ts'
import type { Database } from '../storage/database.ts'
import { toRecordId } from '../users/user-directory.ts'

const REFRESH_TOKEN_LENGTH_BYTES = 64
const KEPT_ROTATED_TOKENS = 20
/** Of one user: who signs in more often has the oldest ended, some at a time. */
const KEPT_SESSIONS = 500
const KEPT_AFTER_CLEARING = 450

/** A refresh token by its hash. One that was rotated away has `usableUntilMs`, and works only until then. */
type RefreshToken = { hash: string; usableUntilMs?: number }

/** One sign-in, from its first tokens until it is revoked: all tokens of it carry its id as `origin_jti`. */
export type AuthSession = {
  originJti: string
  /** Of the sign-in, as both tokens of each of its answers carry it. */
  eventId: string
  username: string
  /** Tells the user from another one who takes the name later. */
  sub: string
  clientId: string
  authTimeMs: number
  expiresAtMs: number
  deviceKey?: string
  /** What its access tokens open, where that is not what they open without OAuth. */
  scopes?: string[]
  refreshTokens: RefreshToken[]
}

export type AuthSessions = {
  /** Starts a session; the refresh token is returned once and kept only as a hash. */
  start(pool: Pool, client: ClientConfig, owner: SessionOwner): StartedSession
  find(pool: Pool, originJti: string): AuthSession | undefined
  /** The session of a user's sign-in, which tokens that cannot be revoked name instead. */
  findByEvent(pool: Pool, username: string, eventId: string): AuthSession | undefined
  /** The session a refresh token is or was of, whether it still works or not. */
  findByRefreshToken(pool: Pool, refreshToken: string): AuthSession | undefined
  /**
   * The session that a refresh token continues.
   *
   * @throws {ServiceError} NotAuthorizedException, or RefreshTokenReuseException for a token that was rotated away.
   */
  verifyRefreshToken(pool: Pool, client: ClientConfig, refreshToken: string): AuthSession
  /** Replaces the token that was presented; the old one dies after the client's grace period. */
  rotate(pool: Pool, client: ClientConfig, session: AuthSession, refreshToken: string): string
  revoke(pool: Pool, originJti: string): void
  /** Deletes sessions whose refresh tokens have all expired, so that a data file does not grow for ever. */
  forgetExpired(pool: Pool): void
  /** Ends all sessions that a client began. */
  revokeClient(pool: Pool, client: ClientConfig): void
  /** Ends all sessions of a user, or all but one. */
  revokeAll(pool: Pool, username: string, exceptOriginJti?: string): void
}

/** Whose session it is, on which device, and what for. Without `authTimeMs` it was proven just now. */
export type SessionOwner = Pick<AuthSession, 'username' | 'sub' | 'deviceKey' | 'scopes'> & { authTimeMs?: number }

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

/** The session after a rotation: the token that was presented dies after the client's grace period. */
function withSuccessor(
  session: AuthSession,
  { refreshTokenRotation }: ClientConfig,
  { refreshToken, successor, nowMs }: { refreshToken: string; successor: string; nowMs: number },
): AuthSession {
  const usableUntilMs = nowMs + (refreshTokenRotation?.graceSeconds ?? 0) * 1000
  const rotateAway = (token: RefreshToken) =>
    token.hash === hashOf(refreshToken) ? { usableUntilMs, ...token } : token
  const rotated = session.refreshTokens.map(rotateAway).slice(-KEPT_ROTATED_TOKENS)
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

/** The id of the session is in front, so that a token is found without a second index. */
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
