import { createCognitoClient, platformFetch, type CognitoClient } from '../client.ts'
import type { AuthAnswer } from '../service/wire.ts'
import { lastAuthUserKey } from '../storage/token-storage.ts'
import { asIncumbent, callbacksOf, deliver, request, type ClientMetadata, type NodeCallback } from './callbacks.ts'
import type { CognitoUserAttribute } from './details.ts'
import { defaultStorage, type ICognitoStorage } from './storage.ts'
import { userAgentHeader } from './user-agent.ts'
import { UserAccount } from './user-account.ts'

/** What a {@link CognitoUser} is made of. */
export interface ICognitoUserData {
  Username: string
  Pool: CognitoUserPool
  /** Default: `localStorage`, or the memory of this program; not that of the pool. */
  Storage?: ICognitoStorage
}

/**
 * A user of the pool: signing up, in and out, and what belongs to the account. A session belongs to this object once it
 * has signed in or `getSession` has read it; without a valid one, what needs one fails with 'User is not authenticated'
 * before the call returns.
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

  // oxlint-disable-next-line no-useless-constructor -- programs see its parameter under the published name
  constructor(data: ICognitoUserData) {
    super(data)
  }
}

/** What {@link CognitoUserPool} is made of. */
export interface ICognitoUserPoolData {
  /** `<region>_<id>`. */
  UserPoolId: string
  /** Id of an app client without a secret. */
  ClientId: string
  /** Where requests go: an http(s) address, or a path of the page's own host. Default: the service of the pool's region. */
  endpoint?: string
  /** Of the options of `fetch` only this one is taken. */
  fetchOptions?: { credentials?: 'include' | 'omit' | 'same-origin' }
  /** Default: `localStorage`, or the memory of this program where there is none. */
  Storage?: ICognitoStorage
  /**
   * Whether what `AmazonCognitoAdvancedSecurityData` says of this device is sent along, for threat protection. Default
   * true; does nothing in programs that do not load that script of the service.
   */
  AdvancedSecurityDataCollectionFlag?: boolean
}

/** Where a code was sent. */
export interface CodeDeliveryDetails {
  AttributeName: string
  DeliveryMedium: string
  Destination: string
}

/** What `signUp` gives. */
export interface ISignUpResult {
  user: CognitoUser
  userConfirmed: boolean
  userSub: string
  codeDeliveryDetails: CodeDeliveryDetails
}

type SignUpAnswer = { UserConfirmed: boolean; UserSub: string; CodeDeliveryDetails: CodeDeliveryDetails }

/** A script of the service, which pages may load. */
declare const AmazonCognitoAdvancedSecurityData:
  | { getData(username: string, userPoolId: string, clientId: string): string | undefined }
  | undefined

/**
 * A user pool and an app client.
 *
 * @throws Error 'Both UserPoolId and ClientId are required.', 'Invalid UserPoolId format.', or for an `endpoint` that is
 *   none.
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
  /** @internal What sends the requests. */
  declare cognito: CognitoClient
  /** @internal The refreshes in flight, by their refresh token. */
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
      // Not listed, as programs print pools and users; configurable, as frameworks wrap them in proxies.
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

  /** The part of the pool's id after `_`. */
  getUserPoolName(): string {
    return this.cognito.poolName
  }

  getClientId(): string {
    return this.clientId
  }

  /** Creates an account. `callback` takes the service's refusal, or the new user. */
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

  /** Who signed in last, if anybody is signed in. Reads the storage at once and makes no request. */
  getCurrentUser(): CognitoUser | null {
    const Username = this.storage.getItem(lastAuthUserKey(this))
    return Username ? new CognitoUser({ Username, Pool: this, Storage: this.storage }) : null
  }

  /** @internal What the service's script says of this device; undefined where no such script is loaded. */
  getUserContextData(username: string): { EncodedData?: string } | undefined {
    if (typeof AmazonCognitoAdvancedSecurityData === 'undefined') return undefined
    const isWanted = this.advancedSecurityDataCollectionFlag
    const { userPoolId, clientId } = this
    const EncodedData = isWanted && AmazonCognitoAdvancedSecurityData.getData(username, userPoolId, clientId)
    return EncodedData ? { EncodedData } : {}
  }
}

/** The name under which this device is remembered. */
function platformName(): string {
  if (typeof navigator === 'undefined') return 'nodejs'
  return navigator.product === 'ReactNative' ? 'react-native' : navigator.userAgent
}
