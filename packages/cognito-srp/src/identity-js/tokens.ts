/* oxlint-disable typescript/no-explicit-any -- these are the signatures that programs were written against */
import { isSessionValid, measureClockDrift, readPayload, type JwtClaims, type Token } from '../session/session.ts'

/** A JSON Web Token, read and not verified. One that cannot be read says nothing: its payload is empty. */
class CognitoJwtToken {
  /** @internal */
  declare jwtToken: string
  /** What the token says. */
  declare payload: { [key: string]: any }

  /** @internal */
  constructor(token: string | undefined) {
    this.jwtToken = token || ''
    this.payload = this.decodePayload()
  }

  /** The token as it is sent. */
  getJwtToken(): string {
    return this.jwtToken
  }

  /** When it ends, in seconds since 1970; undefined when the token has no finite number there. */
  getExpiration(): number {
    return readSeconds(this.payload['exp'])
  }

  /** When it was issued, in seconds since 1970; undefined when the token has no finite number there. */
  getIssuedAt(): number {
    return readSeconds(this.payload['iat'])
  }

  /** What the token says, read anew. */
  decodePayload(): { [id: string]: any } {
    return readPayload(this.jwtToken) ?? {}
  }
}

/** A time of a token, also in a text of digits, as the incumbent accepts it. Its type is the incumbent's. */
function readSeconds(claim: unknown): number {
  const seconds = typeof claim === 'string' && /^\d+$/.test(claim) ? Number(claim) : claim
  return (Number.isFinite(seconds) ? seconds : undefined) as number
}

/**
 * The token that APIs and the user pool accept.
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
 * The token that says who signed in.
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
 * The token that renews the others.
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

  /** The token as it is sent; empty where there is none. */
  getToken(): string {
    return this.token
  }
}

/** What {@link CognitoUserSession} is made of. */
export interface ICognitoUserSessionData {
  IdToken: CognitoIdToken
  AccessToken: CognitoAccessToken
  RefreshToken?: CognitoRefreshToken
  /** @internal Seconds, as they were kept. */
  ClockDrift?: number
}

/**
 * The tokens of a signed-in user.
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

  /** Undefined where the session was made without one. */
  getRefreshToken(): CognitoRefreshToken {
    return this.refreshToken as CognitoRefreshToken
  }

  getAccessToken(): CognitoAccessToken {
    return this.accessToken
  }

  /** Whether neither token has ended, the drift of this device's clock taken off. */
  isValid(): boolean {
    const [idToken, accessToken] = this.readTokens((token) => ({ exp: token.getExpiration() }))
    return isSessionValid({ username: '', idToken, accessToken, clockDriftSeconds: this.clockDrift })
  }

  /** @internal Seconds by which this device's clock was ahead when the tokens arrived. */
  getClockDrift(): number {
    return this.clockDrift
  }

  /** @internal The drift, if the tokens arrived just now. */
  calculateClockDrift(): number {
    const [idToken, accessToken] = this.readTokens((token) => ({ exp: 0, iat: token.getIssuedAt() }))
    return measureClockDrift(idToken, accessToken, Date.now())
  }

  /** @internal Both tokens as the client's functions take them. */
  readTokens(read: (token: CognitoJwtToken) => JwtClaims): [Token, Token] {
    return [
      { jwt: '', claims: read(this.idToken) },
      { jwt: '', claims: read(this.accessToken) },
    ]
  }
}
