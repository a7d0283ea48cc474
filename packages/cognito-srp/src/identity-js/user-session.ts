/* oxlint-disable typescript/no-explicit-any -- these are the signatures that programs were written against */
import { PLACEHOLDER_TOKEN } from '../service/token-requests.ts'
import { readTextMembers, type AuthenticationResult } from '../service/wire.ts'
import { isOf, readPayload } from '../session/session.ts'
import { lastAuthUserKey } from '../storage/token-storage.ts'
import { deliver, type ClientMetadata, type NodeCallback } from './callbacks.ts'
import {
  DEVICE_ITEMS,
  defaultStorage,
  keyOf,
  readItem,
  removeItems,
  writeItems,
  type ICognitoStorage,
} from './storage.ts'
import { renew, revoke, type PoolOfUser } from './token-exchange.ts'
import { CognitoAccessToken, CognitoIdToken, CognitoRefreshToken, CognitoUserSession } from './tokens.ts'

/** Input of the {@link UserSession} constructor. */
export type UserInput = { Username: string; Pool: PoolOfUser; Storage?: ICognitoStorage }

/** Options of `getSession`. */
export interface GetSessionOptions {
  /** Metadata for the pool's triggers, sent if the tokens are renewed. */
  clientMetadata: Record<string, string>
}

/** User of the pool, with the user's stored session. */
export class UserSession {
  /** @internal The user name as typed. A sign-in with SRP replaces the typed name with the service's own name for the user. */
  declare username: string
  /** @internal */
  declare pool: PoolOfUser
  /**
   * @internal Cognito's `Session` string of the current challenge. Programs store this string across a reload and set the
   * property again.
   */
  declare Session: string | null
  /** @internal */
  declare signInUserSession: CognitoUserSession | null
  /** @internal */
  declare storage: ICognitoStorage
  /** @internal */
  declare keyPrefix: string
  /** @internal */
  declare userDataKey: string
  /** @internal */
  declare deviceKey: string | null | undefined
  /** @internal */
  declare deviceGroupKey: string | null | undefined
  /** @internal */
  declare randomPassword: string | null | undefined

  constructor(data: UserInput) {
    if ((data?.Username ?? null) === null || !data.Pool) throw new Error('Username and Pool information are required.')
    this.username = data.Username
    this.pool = data.Pool
    this.Session = null
    this.signInUserSession = null
    this.storage = data.Storage ?? defaultStorage()
    this.keyPrefix = `CognitoIdentityServiceProvider.${this.pool.getClientId()}`
    this.userDataKey = keyOf(this, 'userData')
  }

  /** Adopts a session and stores it. */
  setSignInUserSession(signInUserSession: CognitoUserSession): void {
    this.clearCachedUserData()
    this.signInUserSession = signInUserSession
    this.cacheTokens()
  }

  /** Returns the session in memory. `getSession` also reads the storage. */
  getSignInUserSession(): CognitoUserSession | null {
    return this.signInUserSession
  }

  getUsername(): string {
    return this.username
  }

  /**
   * Passes a valid session to `callback`. If the session in memory or in the storage is valid, `callback` is called before this
   * method returns. Otherwise the session is renewed. The possible errors are 'Username is null. Cannot retrieve a new session',
   * 'Local storage is missing an ID Token, Please authenticate', 'Cannot retrieve a new session. Please authenticate.', and
   * errors from a refresh.
   */
  getSession(
    callback: ((error: Error, session: null) => void) | ((error: null, session: CognitoUserSession) => void),
    options?: GetSessionOptions,
  ): void {
    const tell = callback as NodeCallback<any, any>
    if (typeof this.username !== 'string') {
      return tell(new Error('Username is null. Cannot retrieve a new session'), null)
    }
    if (!this.signInUserSession?.isValid()) {
      const IdToken = readItem(this, 'idToken')
      if (!IdToken) return tell(new Error('Local storage is missing an ID Token, Please authenticate'), null)
      const AccessToken = readItem(this, 'accessToken')
      const refreshToken = new CognitoRefreshToken({ RefreshToken: readItem(this, 'refreshToken') })
      const stored = new CognitoUserSession({
        IdToken: new CognitoIdToken({ IdToken }),
        AccessToken: new CognitoAccessToken({ AccessToken }),
        RefreshToken: refreshToken,
        ClockDrift: parseInt(readItem(this, 'clockDrift'), 10) || 0,
      })
      if (!stored.isValid()) {
        if (refreshToken.getToken()) return this.refreshSession(refreshToken, tell, options?.clientMetadata)
        return tell(new Error('Cannot retrieve a new session. Please authenticate.'), null)
      }
      this.signInUserSession = stored
    }
    return tell(null, this.signInUserSession)
  }

  /**
   * Renews the tokens and stores them. If the service does not respond or is busy, the request is repeated for about six seconds.
   * If the service rejects the refresh token, the tokens are removed. Parallel calls share one request.
   */
  refreshSession(
    refreshToken: CognitoRefreshToken,
    callback: NodeCallback<any, any>,
    clientMetadata?: ClientMetadata,
  ): void {
    const tell: NodeCallback<any, any> = this.pool.wrapRefreshSessionCallback?.(callback) ?? callback
    const token = refreshToken.getToken()
    // The user may have typed an alias, but the tokens are stored under the service's own name.
    const lastUser = this.storage.getItem(lastAuthUserKey(this.pool))
    const last = { username: lastUser ?? '', storage: this.storage, pool: this.pool }
    if (lastUser && readItem(last, 'refreshToken') === token) this.setUsername(lastUser)
    this.deviceKey = readItem(this, 'deviceKey') || this.deviceKey
    const stored = readItem(this, 'refreshToken')
    const renewed = readItem(this, 'idToken')
    deliver(
      renew(this.pool, {
        refreshToken: token,
        accessToken: readItem(this, 'accessToken'),
        username: this.username,
        deviceKey: this.deviceKey ?? undefined,
        clientMetadata,
        context: { UserContextData: this.getUserContextData() },
      }),
      ({ AuthenticationResult: result }) => {
        if (stored && !readItem(this, 'refreshToken')) throw new Error('The user has signed out.')
        tell(null, keepSession(this, { RefreshToken: token, ...result }, renewed))
      },
      (error) => {
        const isRejected = (error as { code?: string }).code === 'NotAuthorizedException'
        // Another sign-in may have replaced the refresh token in the meantime.
        if (isRejected && readItem(this, 'refreshToken') === stored) this.clearCachedUser()
        tell(error, null)
      },
    )
  }

  /**
   * Removes the local session. With a callback, this method first revokes the refresh token, and the callback gets the error if
   * the revocation failed. If there is no session to revoke, the method removes nothing and the callback gets an error.
   */
  signOut(callback?: () => void): void {
    if (typeof callback !== 'function') {
      const ended = endOnServer(this)
      this.cleanClientData()
      ended?.catch(() => undefined) // there is no callback to call
      return
    }
    const tell: (error?: unknown) => void = callback
    const finish = (error?: unknown) => {
      this.cleanClientData()
      tell(error)
    }
    this.getSession((error: Error | null, session: CognitoUserSession | null) => {
      if (error || !session) return tell(error)
      const token = session.getRefreshToken()?.getToken()
      // Cognito adds this claim only if the app client has token revocation enabled.
      if (!token || !session.getAccessToken().decodePayload()['origin_jti']) return finish()
      const accessToken = readItem(this, 'accessToken')
      deliver(revoke(this.pool, { refreshToken: token, accessToken }), () => finish(), finish)
    })
  }

  /** Reads the keys and password of the user's remembered device. */
  getCachedDeviceKeyAndPassword(): void {
    const deviceKey = readItem(this, 'deviceKey')
    if (!deviceKey) return
    this.deviceKey = deviceKey
    this.randomPassword = readItem(this, 'randomPasswordKey')
    this.deviceGroupKey = readItem(this, 'deviceGroupKey')
  }

  /** @internal */
  setUsername(username: string): void {
    this.username = username
    this.userDataKey = keyOf(this, 'userData')
  }

  /** @internal */
  getCognitoUserSession(result: any): CognitoUserSession {
    return new CognitoUserSession({
      IdToken: new CognitoIdToken(result),
      AccessToken: new CognitoAccessToken(result),
      RefreshToken: new CognitoRefreshToken(result),
    })
  }

  /** @internal */
  cacheTokens(): void {
    const session = this.signInUserSession as CognitoUserSession
    writeItems(this, [
      ['idToken', session.getIdToken().getJwtToken()],
      ['accessToken', session.getAccessToken().getJwtToken()],
      ['refreshToken', session.getRefreshToken()?.getToken() ?? ''],
      ['clockDrift', `${session.getClockDrift()}`],
    ])
    this.storage.setItem(lastAuthUserKey(this.pool), this.username)
  }

  /** @internal */
  clearCachedTokens(): void {
    removeItems(this, ['idToken', 'accessToken', 'refreshToken'])
    this.storage.removeItem(lastAuthUserKey(this.pool))
    removeItems(this, ['clockDrift'])
  }

  /** @internal */
  cacheUserData(userData: object): void {
    this.storage.setItem(this.userDataKey, JSON.stringify(userData))
  }

  /** @internal */
  clearCachedUserData(): void {
    this.storage.removeItem(this.userDataKey)
  }

  /** @internal */
  clearCachedUser(): void {
    this.clearCachedTokens()
    this.clearCachedUserData()
  }

  /** @internal */
  cleanClientData(): void {
    this.signInUserSession = null
    this.clearCachedUser()
  }

  /** @internal */
  cacheDeviceKeyAndPassword(): void {
    writeItems(this, [
      ['deviceKey', this.deviceKey as string],
      ['randomPasswordKey', this.randomPassword as string],
      ['deviceGroupKey', this.deviceGroupKey as string],
    ])
  }

  /** @internal */
  clearCachedDeviceKeyAndPassword(): void {
    removeItems(this, DEVICE_ITEMS)
  }

  /** @internal */
  getUserContextData(): { EncodedData?: string } | undefined {
    return this.pool.getUserContextData(this.username)
  }
}

/**
 * Starts the revocation of a session whose tokens a server keeps. Returns undefined if no server keeps the tokens, or if the
 * storage cannot be read.
 */
function endOnServer(user: UserSession): Promise<void> | undefined {
  try {
    if (readItem(user, 'refreshToken') !== PLACEHOLDER_TOKEN) return undefined
    return revoke(user.pool, { refreshToken: PLACEHOLDER_TOKEN, accessToken: readItem(user, 'accessToken') })
  } catch {
    return undefined
  }
}

/**
 * Stores and returns the session from a response.
 *
 * @param renewed the replaced id token, which must belong to the same user
 * @throws Error when the response lacks an id token or an access token, or contains a token of another user pool, app client or
 *   user.
 */
export function keepSession(user: UserSession, result: AuthenticationResult = {}, renewed = ''): CognitoUserSession {
  const { IdToken, AccessToken } = readTextMembers(result)
  if (!IdToken || !AccessToken) throw new Error('Id token and Access Token must be present.')
  const [id, access] = [readPayload(IdToken) ?? {}, readPayload(AccessToken) ?? {}]
  const { cognito } = user.pool
  if (!isOf(cognito, id, 'id', readPayload(renewed)?.['sub']) || !isOf(cognito, access, 'access', id['sub'])) {
    throw new Error('The tokens belong to another user pool, app client or user.')
  }
  const session = user.getCognitoUserSession(result)
  user.signInUserSession = session
  user.cacheTokens()
  return session
}
