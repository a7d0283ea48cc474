/** Error codes of OAuth 2.0 and OpenID Connect. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_token'
  | 'login_required'
  | 'server_error'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_token_type'

/** An error that is returned to a program as JSON. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly code: OAuthErrorCode
  readonly status: number

  constructor(code: OAuthErrorCode, description = '', status = 400) {
    super(description)
    this.code = code
    this.status = status
  }
}

/** An error that is sent to the application's redirect URI, if the client and the URI are valid. */
export class RedirectError extends Error {
  override readonly name = 'RedirectError'
  /** An {@link OAuthErrorCode}, or the error code that an identity provider returned. */
  readonly code: string
  readonly redirectUri: string
  readonly state: string | undefined

  constructor(
    { redirectUri, state }: { redirectUri: string; state?: string | undefined },
    code: string,
    description: string,
  ) {
    super(description)
    this.code = code
    this.redirectUri = redirectUri
    this.state = state
  }
}

/** An error that only the user sees. If the request cannot be trusted, the user is not redirected. */
export class PageError extends Error {
  override readonly name = 'PageError'
  readonly status: number

  constructor(message: string, status = 400) {
    super(message)
    this.status = status
  }
}
