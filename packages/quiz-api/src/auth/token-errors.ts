/** Why a token is refused; the person has to sign in again, or the client to refresh. */
export type TokenReason =
  | 'token-malformed'
  | 'token-expired'
  | 'token-signature'
  | 'token-algorithm'
  | 'token-key-unknown'
  | 'token-issuer'
  | 'token-use'
  | 'token-client'
  | 'token-claims'

/** An access token that is not good for this API. Never holds the token or its claims. */
export class TokenError extends Error {
  override readonly name = 'TokenError'
  readonly code: TokenReason

  constructor(code: TokenReason, message: string) {
    super(message)
    this.code = code
  }
}

/** The user pool's keys could not be fetched: nothing is known about the token, and trying again may help. */
export class KeysUnavailableError extends Error {
  override readonly name = 'KeysUnavailableError'
  readonly code = 'keys-unavailable'
}
