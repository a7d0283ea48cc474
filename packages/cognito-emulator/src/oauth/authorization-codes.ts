import { createHash, randomUUID } from 'node:crypto'

import type { Clock } from '../controls/clock.ts'
import { isSameSecret } from '../pools/secrets.ts'
import type { ProvenUser } from '../sign-in/sign-in.ts'
import { createBoundedMap } from '../storage/bounded-map.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import { OAuthError } from './errors.ts'

/** Lifetime of a code, as documented by the service. */
const CODE_SECONDS = 300
const KEPT_CODES = 10_000
const KEPT_BYTES = 16 * 2 ** 20
const CODE_BYTES = 600

/** Data of an authorization code. */
export type Grant = {
  user: ProvenUser
  authTimeMs: number
  request: AuthorizationRequest
}

/** Parameters with which a client redeems a code. */
export type Redemption = { clientId: string; redirectUri: string | undefined; codeVerifier: string | undefined }

/** Authorization codes, which are stored only in memory. After a restart, users have to sign in again. */
export type AuthorizationCodes = {
  issue(grant: Grant): string
  /**
   * Redeems a code by calling `start`, which starts the session of the tokens. The code is used up even if the redemption
   * fails. If the code is redeemed again, the session is revoked.
   *
   * @throws {OAuthError} invalid_grant
   */
  redeem<Started extends { originJti: string }>(
    code: string,
    redemption: Redemption,
    start: (grant: Grant) => Started,
  ): Started
}

type KeptCode = { grant: Grant; expiresAtMs: number; isUsed: boolean; originJti?: string }

/** @param endSession called with the `originJti` of the session if its code is redeemed again */
export function createAuthorizationCodes(
  clock: Clock,
  endSession: (grant: Grant, originJti: string) => void,
): AuthorizationCodes {
  const isOver = ({ expiresAtMs }: KeptCode): boolean => clock.nowMs() >= expiresAtMs
  const codes = createBoundedMap<KeptCode>({ entries: KEPT_CODES, bytes: KEPT_BYTES, sizeOf: bytesOf, isOver })
  return {
    issue(grant) {
      const code = randomUUID()
      codes.set(code, { grant, expiresAtMs: clock.nowMs() + CODE_SECONDS * 1000, isUsed: false })
      return code
    },
    redeem(code, redemption, start) {
      const kept = codes.get(code)
      if (!kept || isOver(kept)) throw invalidGrant()
      const { grant, originJti, isUsed } = kept
      kept.isUsed = true
      if (originJti !== undefined) endSession(grant, originJti)
      if (isUsed || !isRedeemedBy(grant, redemption)) throw invalidGrant()
      const started = start(grant)
      kept.originJti = started.originJti
      return started
    },
  }
}

export function invalidGrant(): OAuthError {
  return new OAuthError('invalid_grant')
}

function isRedeemedBy({ request }: Grant, { clientId, redirectUri, codeVerifier }: Redemption): boolean {
  const { caller, codeChallenge, namesRedirectUri } = request
  const named = redirectUri ?? (namesRedirectUri ? undefined : request.redirectUri)
  if (caller.client.id !== clientId || named !== request.redirectUri) return false
  // A verifier without a challenge can mean that an attacker removed the challenge from the request (RFC 9700 §2.1.1).
  if (codeChallenge === undefined || codeVerifier === undefined) return codeChallenge === codeVerifier
  return isSameSecret(codeChallenge, createHash('sha256').update(codeVerifier).digest('base64url'))
}

function bytesOf(_code: string, { grant }: KeptCode): number {
  const { redirectUri, scopes, state = '', nonce = '' } = grant.request
  return CODE_BYTES + 2 * (redirectUri.length + scopes.join(' ').length + state.length + nonce.length)
}
