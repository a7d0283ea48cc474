import { createMiddleware } from 'hono/factory'
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose'
import { LRUCache } from 'lru-cache'

import { badToken, HttpProblem, unauthorized } from './problem.ts'
import { createRevocationCheck, SELF_SCOPE, type AskPool } from './revocation.ts'

/** Variables that {@link authenticate} sets for the routes that it protects. */
export type ApiEnv = { Variables: { userId: string; authentication: Authentication } }

/** A token's claims about the sign-in: its level, and its time in milliseconds since 1970. */
export type Authentication = { acr: string | undefined; authTimeMs: number | undefined }

/** Source of the user pool's public keys. */
export type KeySource = JWTVerifyGetKey

/** Requirements for an accepted token. */
export type TokenRules = {
  /**
   * `https://cognito-idp.<region>.amazonaws.com/<poolId>`, even if the keys come from another address. A list contains
   * all addresses of the pool.
   */
  issuer: string | readonly string[]
  clientIds: readonly string[]
  jwks: KeySource
  /** Milliseconds since 1970. */
  now: () => number
  /** Asks the pool whether a token is still valid. By default, the middleware does not ask the pool. */
  askPool?: AskPool | undefined
}

/** User, expiry, scopes and sign-in of an accepted access token. */
type Caller = { userId: string; expiresAtMs: number; scopes: readonly string[]; authentication: Authentication }

const BEARER = /^Bearer +([\w.~+/=-]+)$/i

/** Maximum number of cached tokens, which take at most about 10 MB (about 1 kB each). */
const MAX_TOKENS = 10_000

/**
 * Minimum time between two fetches of the keys, so that tokens with invented key ids cannot make the API flood the user
 * pool.
 */
const REFETCH_COOLDOWN_MS = 5_000

/**
 * Creates a source of the user pool's public keys. The keys are fetched when they are first needed, cached for ten
 * minutes, and fetched again when a token names an unknown key, for example after a rotation.
 *
 * @param url `https://cognito-idp.<region>.amazonaws.com/<poolId>/.well-known/jwks.json`
 */
export function remoteJwks(url: string | URL): KeySource {
  return createRemoteJWKSet(new URL(url), { cooldownDuration: REFETCH_COOLDOWN_MS })
}

/**
 * Creates middleware that accepts only requests with a valid access token, and sets `userId` and `authentication`.
 * Other requests get 401 with the reason (RFC 6750), or 503 if their token cannot be checked.
 *
 * Accepted tokens are cached until they expire, because checking an RSA signature for each request triples the slowest
 * response times under load. The cache key is the whole token, so a forged token never matches another token's entry.
 * Rejected tokens are not cached.
 *
 * @param maxTokens maximum number of cached tokens; the least recently used token is dropped first
 */
export function authenticate(rules: TokenRules, maxTokens: number = MAX_TOKENS) {
  const callers = new LRUCache<string, Caller>({ max: maxTokens })
  const requireLive = rules.askPool ? createRevocationCheck(rules.askPool, rules.now, maxTokens) : null

  async function identify(token: string): Promise<Caller> {
    const known = callers.get(token)
    if (known !== undefined && rules.now() < known.expiresAtMs) return known
    callers.delete(token)
    const caller = await verify(token, rules)
    callers.set(token, caller)
    return caller
  }

  return createMiddleware<ApiEnv>(async (c, next) => {
    const token = BEARER.exec(c.req.header('Authorization') ?? '')?.[1]
    if (token === undefined) {
      throw unauthorized('token-missing', 'The header must consist of "Bearer" and an access token.', 'Bearer')
    }
    const { userId, scopes, authentication } = await identify(token)
    if (requireLive !== null) {
      if (!scopes.includes(SELF_SCOPE)) throw badToken('token-scope', `The token lacks the scope ${SELF_SCOPE}.`)
      await requireLive(token)
    }
    c.set('userId', userId)
    c.set('authentication', authentication)
    await next()
  })
}

/**
 * Checks a Cognito access token: RS256 signature, issuer, `token_use`, client id, expiry, user name
 * (https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-tokens-verifying-a-jwt.html).
 */
async function verify(token: string, rules: TokenRules): Promise<Caller> {
  const payload = await verifySignature(token, rules)
  if (payload['token_use'] !== 'access') throw badToken('token-use', 'The token is not an access token.')
  if (!rules.clientIds.some((id) => id === payload['client_id'])) {
    throw badToken('token-client', 'The token was issued to another client.')
  }
  const { username, exp, scope } = payload
  if (typeof username !== 'string' || username === '' || exp === undefined) {
    throw badToken('token-claims', 'The token names no user.')
  }
  const { acr, auth_time: authTime } = payload
  return {
    userId: username,
    expiresAtMs: exp * 1_000,
    scopes: typeof scope === 'string' ? scope.split(' ') : [],
    authentication: {
      acr: typeof acr === 'string' ? acr : undefined,
      authTimeMs: typeof authTime === 'number' ? authTime * 1_000 : undefined,
    },
  }
}

async function verifySignature(token: string, { issuer, jwks, now }: TokenRules): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, jwks, {
      issuer: [issuer].flat(),
      algorithms: ['RS256'],
      requiredClaims: ['exp'],
      currentDate: new Date(now()),
    })
    if (!isCanonical(token)) throw new errors.JWSInvalid()
    return payload
  } catch (error) {
    throw toProblem(error)
  }
}

/**
 * Whether the signature is canonical base64url. The last character has unused bits, and padding could follow it.
 * Without this check, a client could send one token in about thirty encodings, each of which would miss the cache.
 */
function isCanonical(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}

function toProblem(error: unknown): HttpProblem {
  if (error instanceof errors.JWTExpired) return badToken('token-expired', 'The token has expired.')
  if (error instanceof errors.JWTClaimValidationFailed) return badClaim(error.claim)
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return badToken('token-signature', 'The signature of the token is not valid.')
  }
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported) {
    return badToken('token-algorithm', 'The token is not signed with RS256.')
  }
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) {
    return badToken('token-key-unknown', 'The token is signed with a key that does not belong to this user pool.')
  }
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid) {
    return badToken('token-malformed', 'The token is not a JSON Web Token.')
  }
  return keysUnavailable(error)
}

function badClaim(claim: string): HttpProblem {
  if (claim === 'iss') return badToken('token-issuer', 'The token was issued by another user pool.')
  return badToken('token-claims', `The claim "${claim}" of the token is missing or not valid.`)
}

/**
 * Returns the error for a token that could not be checked because its key could not be fetched. A retry may succeed.
 */
function keysUnavailable(cause: unknown): HttpProblem {
  return new HttpProblem({
    status: 503,
    code: 'keys-unavailable',
    detail: 'The keys of the user pool could not be fetched.',
    where: 'header Authorization',
    headers: { 'Retry-After': '1' },
    cause,
  })
}
