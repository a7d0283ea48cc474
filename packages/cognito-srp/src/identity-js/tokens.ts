/* oxlint-disable typescript/no-explicit-any -- these are the signatures that programs were written against */
import { isSessionValid, measureClockDrift, readPayload, type JwtClaims, type Token } from '../session/session.ts'

/** JSON Web Token, decoded without verification. If the token cannot be decoded, the payload is empty. */
class CognitoJwtToken {
  /** @internal */
  declare jwtToken: string
  /** Claims of the token. */
  declare payload: { [key: string]: any }

  /** @internal */
  constructor(token: string | undefined) {
    this.jwtToken = token || ''
    this.payload = this.decodePayload()
  }

  /** Returns the encoded token. */
  getJwtToken(): string {
    return this.jwtToken
  }

  /**
   * Returns the expiry of the token in seconds since 1970; undefined if the claim is neither a finite number nor a string of
   * digits.
   */
  getExpiration(): number {
    return readSeconds(this.payload['exp'])
  }

  /**
   * Returns the time of issue in seconds since 1970; undefined if the claim is neither a finite number nor a string of digits.
   */
  getIssuedAt(): number {
    return readSeconds(this.payload['iat'])
  }

  /** Decodes the claims of the token again. */
  decodePayload(): { [id: string]: any } {
    return readPayload(this.jwtToken) ?? {}
  }
}

/**
 * Reads a time claim. Like amazon-cognito-identity-js, this function also accepts a string of digits and has a return type
 * without `undefined`.
 */
function readSeconds(claim: unknown): number {
  const seconds = typeof claim === 'string' && /^\d+$/.test(claim) ? Number(claim) : claim
  return (Number.isFinite(seconds) ? seconds : undefined) as number
}

/**
 * Access token, which APIs and the user pool accept.
 *
 * @example
 * const token = new CognitoAccessToken({ AccessToken: 'header.eyJleHAiOjEyM30.signature' })
 * console.log(token.getExpiration()) // 123
 */
export class CognitoAccessToken extends CognitoJwtToken {
  constructor({ AccessToken }: { AccessToken: string } = { AccessToken: '' }) {
    super(AccessToken)
  }
}

/**
 * Id token, which identifies the signed-in user.
 *
 * @example
 * const token = new CognitoIdToken({ IdToken: 'header.eyJlbWFpbCI6ImFAYi5jIn0.signature' })
 * console.log(token.payload['email']) // a@b.c
 */
export class CognitoIdToken extends CognitoJwtToken {
  constructor({ IdToken }: { IdToken: string } = { IdToken: '' }) {
    super(IdToken)
  }
}

/**
 * Refresh token, which renews the other tokens.
 *
 * @example
 * const token = new CognitoRefreshToken({ RefreshToken: 'what the service gave' })
 * console.log(token.getToken().length)
 */
export class CognitoRefreshToken {
  /** @internal */
  declare token: string

  constructor({ RefreshToken }: { RefreshToken: string } = { RefreshToken: '' }) {
    this.token = RefreshToken || ''
  }

  /** Returns the token, or an empty string if the session has no refresh token. */
  getToken(): string {
    return this.token
  }
}

/** Input of {@link CognitoUserSession}. */
export interface ICognitoUserSessionData {
  IdToken: CognitoIdToken
  AccessToken: CognitoAccessToken
  RefreshToken?: CognitoRefreshToken
  /** @internal Stored clock drift in seconds. */
  ClockDrift?: number
}

/**
 * Tokens of a signed-in user.
 *
 * @throws Error 'Id token and Access Token must be present.'
 * @example
 * const session = new CognitoUserSession({
 *   IdToken: new CognitoIdToken({ IdToken: 'header.eyJleHAiOjEyM30.signature' }),
 *   AccessToken: new CognitoAccessToken({ AccessToken: 'header.eyJleHAiOjEyM30.signature' }),
 * })
 * console.log(session.isValid()) // false
 */
export class CognitoUserSession {
  /** @internal */
  declare idToken: CognitoIdToken
  /** @internal */
  declare accessToken: CognitoAccessToken
  /** @internal */
  declare refreshToken: CognitoRefreshToken | undefined
  /** @internal */
  declare clockDrift: number

  constructor(data: ICognitoUserSessionData) {
    const { IdToken, AccessToken, RefreshToken, ClockDrift } = { ...data }
    if (!IdToken || !AccessToken) throw new Error('Id token and Access Token must be present.')
    this.idToken = IdToken
    this.refreshToken = RefreshToken
    this.accessToken = AccessToken
    this.clockDrift = ClockDrift ?? this.calculateClockDrift()
  }

  getIdToken(): CognitoIdToken {
    return this.idToken
  }

  /** Returns the refresh token; undefined if the session was created without one. */
  getRefreshToken(): CognitoRefreshToken {
    return this.refreshToken as CognitoRefreshToken
  }

  getAccessToken(): CognitoAccessToken {
    return this.accessToken
  }

  /** Whether both tokens are still valid. Takes the drift of this device's clock into account. */
  isValid(): boolean {
    const [idToken, accessToken] = this.readTokens((token) => ({ exp: token.getExpiration() }))
    return isSessionValid({ username: '', idToken, accessToken, clockDriftSeconds: this.clockDrift })
  }

  /** @internal Returns the number of seconds by which this device's clock was ahead when the tokens arrived. */
  getClockDrift(): number {
    return this.clockDrift
  }

  /** @internal Computes the drift, assuming that the tokens arrived just now. */
  calculateClockDrift(): number {
    const [idToken, accessToken] = this.readTokens((token) => ({ exp: 0, iat: token.getIssuedAt() }))
    return measureClockDrift(idToken, accessToken, Date.now())
  }

  /** @internal Converts both tokens to the type that the client's functions accept. */
  readTokens(read: (token: CognitoJwtToken) => JwtClaims): [Token, Token] {
    return [
      { jwt: '', claims: read(this.idToken) },
      { jwt: '', claims: read(this.accessToken) },
    ]
  }
}
