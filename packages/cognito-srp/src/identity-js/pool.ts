import { createCognitoClient, platformFetch, type CognitoClient } from '../client.ts'
import type { AuthAnswer } from '../service/wire.ts'
import { lastAuthUserKey } from '../storage/token-storage.ts'
import { asIncumbent, callbacksOf, deliver, request, type ClientMetadata, type NodeCallback } from './callbacks.ts'
import type { CognitoUserAttribute } from './details.ts'
import { defaultStorage, type ICognitoStorage } from './storage.ts'
import { userAgentHeader } from './user-agent.ts'
import { UserAccount } from './user-account.ts'

/** Input of {@link CognitoUser}. */
export interface ICognitoUserData {
  Username: string
  Pool: CognitoUserPool
  /** Storage of the user's tokens. The default is `localStorage` or this program's memory, not the pool's storage. */
  Storage?: ICognitoStorage
}

/**
 * User of the pool, with methods to confirm a sign-up, sign in, sign out and change the account. This object has a session after
 * a sign-in, or after `getSession` has read the session. Without a valid session, methods that need a session report 'User is not
 * authenticated' before they return.
 *
 * @throws Error 'Username and Pool information are required.'
 * @example
 * const Pool = new CognitoUserPool({ UserPoolId: 'sa-east-1_AbCdEf123', ClientId: '1example23456789' })
 * const user = new CognitoUser({ Username: 'ana', Pool })
 * user.authenticateUser(new AuthenticationDetails({ Username: 'ana', Password: 'Senha-123' }), {
 *   onSuccess: (session) => console.log(session.getIdToken().payload['email']),
 *   onFailure: (error) => console.log(error.code, error.message),
 * })
 */
export class CognitoUser extends UserAccount {
  /** @internal */
  declare pool: CognitoUserPool

  // oxlint-disable-next-line no-useless-constructor -- the published types name the parameter `data`
  constructor(data: ICognitoUserData) {
    super(data)
  }
}

/** Input of {@link CognitoUserPool}. */
export interface ICognitoUserPoolData {
  /** Id of the user pool in the form `<region>_<id>`. */
  UserPoolId: string
  /** Id of an app client without a secret. */
  ClientId: string
  /**
   * Address of the service: an http(s) address, or a path on the page's own host. The default is the service in the pool's
   * region.
   */
  endpoint?: string
  /** Options for `fetch`. Only `credentials` is supported. */
  fetchOptions?: { credentials?: 'include' | 'omit' | 'same-origin' }
  /** Storage of tokens. The default is `localStorage`, or this program's memory if `localStorage` is not available. */
  Storage?: ICognitoStorage
  /**
   * Whether requests contain data about this device, for threat protection. Default true. The service's script
   * `AmazonCognitoAdvancedSecurityData` collects the data, so the option has no effect in programs that do not load the script.
   */
  AdvancedSecurityDataCollectionFlag?: boolean
}

/** Destination of a code. */
export interface CodeDeliveryDetails {
  AttributeName: string
  DeliveryMedium: string
  Destination: string
}

/** Result of `signUp`. */
export interface ISignUpResult {
  user: CognitoUser
  userConfirmed: boolean
  userSub: string
  codeDeliveryDetails: CodeDeliveryDetails
}

type SignUpAnswer = { UserConfirmed: boolean; UserSub: string; CodeDeliveryDetails: CodeDeliveryDetails }

/** Global variable that the service's script defines in pages that load the script. */
declare const AmazonCognitoAdvancedSecurityData:
  | { getData(username: string, userPoolId: string, clientId: string): string | undefined }
  | undefined

/**
 * User pool with an app client.
 *
 * @throws Error 'Both UserPoolId and ClientId are required.', 'Invalid UserPoolId format.', or another message for an invalid
 *   `endpoint`.
 * @example
 * const pool = new CognitoUserPool({ UserPoolId: 'sa-east-1_AbCdEf123', ClientId: '1example23456789' })
 * pool.getCurrentUser()?.getSession((error: Error | null, session: CognitoUserSession | null) => {
 *   console.log(error ? error.message : session?.getIdToken().payload)
 * })
 */
export class CognitoUserPool {
  /** @internal */
  declare userPoolId: string
  /** @internal */
  declare clientId: string
  /** @internal */
  declare storage: ICognitoStorage
  /** @internal */
  declare advancedSecurityDataCollectionFlag: boolean
  /** @internal */
  declare wrapRefreshSessionCallback: ((target: NodeCallback.Any) => NodeCallback.Any) | undefined
  /** @internal Client that sends the requests. */
  declare cognito: CognitoClient
  /** @internal Pending refreshes, keyed by refresh token. */
  declare refreshes: Map<string, Promise<AuthAnswer>>

  constructor(data: ICognitoUserPoolData, wrapRefreshSessionCallback?: (target: NodeCallback.Any) => NodeCallback.Any) {
    const { UserPoolId, ClientId, endpoint, fetchOptions, Storage, AdvancedSecurityDataCollectionFlag } = { ...data }
    const credentials = fetchOptions?.credentials && { credentials: fetchOptions.credentials }
    try {
      const cognito = createCognitoClient({
        userPoolId: UserPoolId,
        clientId: ClientId,
        endpoint,
        deviceName: platformName(),
        fetch: (url, { headers, ...options }) =>
          platformFetch(url, { ...options, ...credentials, headers: { ...headers, ...userAgentHeader() } }),
        userContextData: (username) => this.getUserContextData(username)?.EncodedData,
      })
      // The properties are not enumerable, because programs print pools and users. The properties are configurable, because
      // frameworks wrap pools and users in proxies.
      const hidden = { configurable: true, writable: true }
      Object.defineProperty(this, 'cognito', { ...hidden, value: cognito })
      Object.defineProperty(this, 'refreshes', { ...hidden, value: new Map() })
    } catch (error) {
      throw asIncumbent(error) as Error
    }
    this.userPoolId = UserPoolId
    this.clientId = ClientId
    this.advancedSecurityDataCollectionFlag = AdvancedSecurityDataCollectionFlag !== false
    this.storage = Storage ?? defaultStorage()
    if (wrapRefreshSessionCallback) this.wrapRefreshSessionCallback = wrapRefreshSessionCallback
  }

  getUserPoolId(): string {
    return this.userPoolId
  }

  /** Returns the part of the pool's id after `_`. */
  getUserPoolName(): string {
    return this.cognito.poolName
  }

  getClientId(): string {
    return this.clientId
  }

  /** Creates an account. `callback` gets the error, or the new user. */
  signUp(
    username: string,
    password: string,
    userAttributes: CognitoUserAttribute[],
    validationData: CognitoUserAttribute[],
    callback: NodeCallback<Error, ISignUpResult>,
    clientMetadata?: ClientMetadata,
  ): void {
    const payload = {
      ClientId: this.clientId,
      Username: username,
      Password: password,
      UserAttributes: userAttributes,
      ValidationData: validationData,
      ClientMetadata: clientMetadata,
      UserContextData: this.getUserContextData(username),
    }
    const signedUp = request<SignUpAnswer>(this.cognito, 'SignUp', payload).then((answer) => ({
      user: new CognitoUser({ Username: username, Pool: this, Storage: this.storage }),
      userConfirmed: answer.UserConfirmed,
      userSub: answer.UserSub,
      codeDeliveryDetails: answer.CodeDeliveryDetails,
    }))
    const { onSuccess, onFailure } = callbacksOf(callback)
    deliver(signedUp, onSuccess, onFailure)
  }

  /**
   * Returns the user who signed in last, or null if no user is signed in. Reads the storage synchronously and sends no request.
   */
  getCurrentUser(): CognitoUser | null {
    const Username = this.storage.getItem(lastAuthUserKey(this))
    return Username ? new CognitoUser({ Username, Pool: this, Storage: this.storage }) : null
  }

  /** @internal Returns the device data from the service's script; undefined if the script is not loaded. */
  getUserContextData(username: string): { EncodedData?: string } | undefined {
    if (typeof AmazonCognitoAdvancedSecurityData === 'undefined') return undefined
    const isEnabled = this.advancedSecurityDataCollectionFlag
    const { userPoolId, clientId } = this
    const EncodedData = isEnabled && AmazonCognitoAdvancedSecurityData.getData(username, userPoolId, clientId)
    return EncodedData ? { EncodedData } : {}
  }
}

/** Returns the name of this device in the user's list of devices. */
function platformName(): string {
  if (typeof navigator === 'undefined') return 'nodejs'
  return navigator.product === 'ReactNative' ? 'react-native' : navigator.userAgent
}
