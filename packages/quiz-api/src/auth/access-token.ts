import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose'

import { KeysUnavailableError, TokenError } from './token-errors.ts'

/** Who an accepted access token speaks for. */
export type Caller = { userId: string; expiresAtMs: number }

/**
 * @throws TokenError when the token is not good
 * @throws KeysUnavailableError when the keys cannot be fetched
 */
export type VerifyToken = (token: string) => Promise<Caller>

/** What a token must match. */
export type TokenRules = {
  /** `https://cognito-idp.<region>.amazonaws.com/<poolId>`, whatever the address the keys come from. */
  issuer: string
  clientIds: readonly string[]
  jwks: JWTVerifyGetKey
  /** Milliseconds since 1970. */
  now: () => number
}

/**
 * Checks a Cognito access token: RS256 signature, issuer, `token_use`, client id, expiry
 * (https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-tokens-verifying-a-jwt.html).
 */
export function createTokenVerifier({ issuer, clientIds, jwks, now }: TokenRules): VerifyToken {
  return async (token) => {
    const payload = await verifySignature(token, { issuer, jwks, now })
    if (payload['token_use'] !== 'access') throw new TokenError('token-use', 'The token is not an access token.')
    if (!clientIds.some((id) => id === payload['client_id'])) {
      throw new TokenError('token-client', 'The token was issued to another client.')
    }
    const { username, exp } = payload
    if (typeof username !== 'string' || username === '' || exp === undefined) {
      throw new TokenError('token-claims', 'The token names no user.')
    }
    return { userId: username, expiresAtMs: exp * 1_000 }
  }
}

async function verifySignature(
  token: string,
  { issuer, jwks, now }: Omit<TokenRules, 'clientIds'>,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, jwks, {
      issuer,
      algorithms: ['RS256'],
      requiredClaims: ['exp'],
      currentDate: new Date(now()),
    })
    return payload
  } catch (error) {
    throw toTokenError(error)
  }
}

/** Anything that is not a verdict about the token came up while its key was looked for. */
function toTokenError(error: unknown): Error {
  if (error instanceof errors.JWTExpired) return new TokenError('token-expired', 'The token has expired.')
  if (error instanceof errors.JWTClaimValidationFailed) return toClaimError(error.claim)
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return new TokenError('token-signature', 'The signature of the token is wrong.')
  }
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported) {
    return new TokenError('token-algorithm', 'The token is not signed with RS256.')
  }
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) {
    return new TokenError('token-key-unknown', 'The token is signed with a key that is not one of this user pool.')
  }
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid) {
    return new TokenError('token-malformed', 'The token is not a JSON Web Token.')
  }
  return new KeysUnavailableError('The keys of the user pool could not be fetched.', { cause: error })
}

function toClaimError(claim: string): TokenError {
  if (claim === 'iss') return new TokenError('token-issuer', 'The token was issued by another user pool.')
  return new TokenError('token-claims', `The claim "${claim}" of the token is missing or not valid.`)
}
