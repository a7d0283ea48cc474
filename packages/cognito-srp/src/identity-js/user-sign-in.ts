/* oxlint-disable typescript/no-explicit-any -- these are the signatures that programs were written against */
import type { CognitoClient } from '../client.ts'
import type { AuthAnswer, AuthenticationResult } from '../service/wire.ts'
import { registerDevice } from '../sign-in/new-device.ts'
import { readChallenge } from '../sign-in/read-challenge.ts'
import { startSignIn, type SignInFlow, type SignInRequest } from '../sign-in/sign-in.ts'
import { answerChallenge, nextStep, type StepResult } from '../sign-in/step.ts'
import { deliver, request, type ChallengeName, type ClientMetadata, type IAuthenticationCallback } from './callbacks.ts'
import type { AuthenticationDetails } from './details.ts'
import type { CognitoUserSession } from './tokens.ts'
import { keepSession, UserSession, type UserInput } from './user-session.ts'

/** User of the pool, with methods to sign in. */
export class UserSignIn extends UserSession {
  /** Programs set this property to remember the current challenge. A completed sign-in clears the property. */
  declare challengeName?: ChallengeName
  /** @internal */
  declare authenticationFlowType: string

  constructor(data: UserInput) {
    super(data)
    this.authenticationFlowType = 'USER_SRP_AUTH'
  }

  getAuthenticationFlowType(): string {
    return this.authenticationFlowType
  }

  /**
   * Sets the flow of `authenticateUser` to `USER_SRP_AUTH` (the default), `USER_PASSWORD_AUTH` (which sends the password) or
   * `CUSTOM_AUTH`.
   */
  setAuthenticationFlowType(authenticationFlowType: string): string {
    this.authenticationFlowType = authenticationFlowType
    return undefined as never // despite its type, amazon-cognito-identity-js returns undefined here
  }

  /** Signs in with a password. */
  authenticateUser(authenticationDetails: AuthenticationDetails, callbacks: IAuthenticationCallback): void {
    switch (this.authenticationFlowType) {
      case 'USER_PASSWORD_AUTH':
        return this.authenticateUserPlainUsernamePassword(authenticationDetails, callbacks)
      case 'USER_SRP_AUTH':
      case 'CUSTOM_AUTH':
        return this.authenticateUserDefaultAuth(authenticationDetails, callbacks)
      default:
        return callbacks.onFailure(new Error('Authentication flow type is invalid.'))
    }
  }

  /** @internal Signs in with SRP. Sets `username` to the service's own name for the user. */
  authenticateUserDefaultAuth(details: AuthenticationDetails, callbacks: IAuthenticationCallback): void {
    const client = clientOf(this)
    const request = requestOf(this, details, details.getPassword() || NO_PASSWORD)
    // The client calls this function with the name in each request, so `username` becomes the service's own name even if the
    // password is wrong.
    const userContextData = (username: string) => {
      this.setUsername(username)
      return client.userContextData?.(username)
    }
    follow(this, startSignIn({ ...client, userContextData }, request), callbacks)
  }

  /** @internal */
  authenticateUserPlainUsernamePassword(details: AuthenticationDetails, callbacks: IAuthenticationCallback): void {
    if (!details.getPassword()) return callbacks.onFailure(new Error('PASSWORD parameter is required'))
    follow(this, startSignIn(clientOf(this), requestOf(this, details, details.getPassword())), callbacks)
  }

  /** Starts a sign-in with the pool's custom challenges, without a password. */
  initiateAuth(authenticationDetails: AuthenticationDetails, callbacks: IAuthenticationCallback): void {
    const [client, clientMetadata] = [clientOf(this), metadataOf(authenticationDetails)]
    const state = { username: this.username, flow: 'CUSTOM_AUTH', clientMetadata }
    const reached = request<AuthAnswer>(client, 'InitiateAuth', {
      AuthFlow: 'CUSTOM_AUTH',
      ClientId: this.pool.getClientId(),
      AuthParameters: { ...authenticationDetails.getAuthParameters(), USERNAME: this.username },
      ClientMetadata: clientMetadata,
      UserContextData: this.getUserContextData(),
    }).then((answer) => nextStep(client, state, answer))
    follow(this, reached, callbacks)
  }

  /** Answers `customChallenge`. */
  sendCustomChallengeAnswer(
    answerChallenge: any,
    callback: IAuthenticationCallback,
    clientMetaData?: ClientMetadata,
  ): void {
    this.getCachedDeviceKeyAndPassword()
    follow(this, respond(this, 'CUSTOM_CHALLENGE', { ANSWER: answerChallenge }, clientMetaData), callback)
  }

  /** Answers `newPasswordRequired`. */
  completeNewPasswordChallenge(
    newPassword: string,
    requiredAttributeData: any,
    callbacks: IAuthenticationCallback,
    clientMetadata?: ClientMetadata,
  ): void {
    if (!newPassword) return callbacks.onFailure(new Error('New password is required.'))
    const attributes = Object.entries<any>(requiredAttributeData ?? {})
    const responses = {
      NEW_PASSWORD: newPassword,
      ...Object.fromEntries(attributes.map(([name, value]) => [`userAttributes.${name}`, value])),
    }
    follow(this, respond(this, 'NEW_PASSWORD_REQUIRED', responses, clientMetadata), callbacks)
  }

  /** Answers `mfaRequired`, or `totpRequired` if `mfaType` is `SOFTWARE_TOKEN_MFA`. */
  sendMFACode(
    confirmationCode: string,
    callbacks: Pick<IAuthenticationCallback, 'onSuccess' | 'onFailure'>,
    mfaType?: string,
    clientMetadata?: ClientMetadata,
  ): void {
    const type = mfaType || 'SMS_MFA'
    follow(this, respond(this, type, { [`${type}_CODE`]: confirmationCode }, clientMetadata), callbacks)
  }

  /** Answers `selectMFAType` with `SMS_MFA` or `SOFTWARE_TOKEN_MFA`. */
  sendMFASelectionAnswer(
    answerChallenge: string,
    callbacks: {
      onSuccess: (session: CognitoUserSession) => void
      onFailure: (err: any) => void
      mfaRequired?: (challengeName: ChallengeName, challengeParameters: any) => void
      totpRequired?: (challengeName: ChallengeName, challengeParameters: any) => void
    },
  ): void {
    const reached = respond(this, 'SELECT_MFA_TYPE', { ANSWER: answerChallenge })
    // The chosen factor comes next, even if the response does not name it.
    const named = reached.then(({ answer, ...rest }) => ({
      ...rest,
      answer: { ChallengeName: answerChallenge, ...answer },
    }))
    follow(this, named, callbacks)
  }

  /** Passes the secret for an authenticator app to `associateSecretCode`, after `mfaSetup` or for a signed-in user. */
  associateSoftwareToken(callbacks: {
    associateSecretCode: (secretCode: string) => void
    onFailure: (err: any) => void
  }): void {
    const session = validSession(this)
    const proof = session ? { AccessToken: session.getAccessToken().getJwtToken() } : { Session: this.Session }
    deliver(
      request<{ SecretCode: string; Session?: string }>(this.pool.cognito, 'AssociateSoftwareToken', proof),
      ({ SecretCode, Session }) => {
        if (!session) this.Session = Session ?? null
        callbacks.associateSecretCode(SecretCode)
      },
      (error) => callbacks.onFailure(error),
    )
  }

  /**
   * Verifies the first code from an authenticator app. During a sign-in, the method then continues the sign-in. For a signed-in
   * user, `onSuccess` gets the response.
   */
  verifySoftwareToken(
    totpCode: string,
    friendlyDeviceName: string,
    callbacks: { onSuccess: (session: CognitoUserSession) => void; onFailure: (err: Error) => void },
  ): void {
    const session = validSession(this)
    const verify = (proof: object) =>
      request<{ Session?: string }>(this.pool.cognito, 'VerifySoftwareToken', {
        ...proof,
        UserCode: totpCode,
        FriendlyDeviceName: friendlyDeviceName,
      })
    if (session) {
      return deliver(
        verify({ AccessToken: session.getAccessToken().getJwtToken() }),
        (answer) => callbacks.onSuccess(answer as CognitoUserSession),
        (error) => callbacks.onFailure(error as Error),
      )
    }
    const reached = verify({ Session: this.Session }).then(({ Session = null }) => {
      this.Session = Session
      return respond(this, 'MFA_SETUP', {})
    })
    follow(this, reached, callbacks)
  }
}

/** Returns the session if it is valid. */
export function validSession({ signInUserSession }: UserSession): CognitoUserSession | undefined {
  return signInUserSession?.isValid() ? signInUserSession : undefined
}

/**
 * Substitute for a missing password. No user's password is that short, so the service rejects the sign-in, as in
 * amazon-cognito-identity-js.
 */
const NO_PASSWORD = ' '

function requestOf(user: UserSignIn, details: AuthenticationDetails, password: string): SignInRequest {
  const [{ username }, flow] = [user, user.authenticationFlowType as SignInFlow]
  return { username, password, flow, clientMetadata: metadataOf(details) }
}

function respond(
  user: UserSignIn,
  ChallengeName: string,
  responses: Record<string, string>,
  clientMetadata?: ClientMetadata,
): Promise<StepResult> {
  const state = { username: user.username, clientMetadata }
  return answerChallenge(clientOf(user), state, { ChallengeName, Session: user.Session ?? '' }, responses)
}

function metadataOf(details: AuthenticationDetails): Record<string, string> {
  const validationData = details.getValidationData() as unknown as Record<string, string>
  return Object.keys(validationData).length > 0 ? validationData : details.getClientMetadata()
}

/** Returns the pool's client with a storage that finds the user's device under both the typed name and the service's name. */
function clientOf(user: UserSignIn): CognitoClient {
  const { storage, keyPrefix, username } = user
  const ownKey = (key: string) => `${keyPrefix}.${username}${key.slice(key.lastIndexOf('.'))}`
  return {
    ...user.pool.cognito,
    storage: {
      getItem: (key) => storage.getItem(key) || storage.getItem(ownKey(key)),
      setItem: (key, value) => storage.setItem(key, value),
      removeItem: (key) => new Set([key, ownKey(key)]).forEach((each) => storage.removeItem(each)),
    },
  }
}

/** Passes the result of a sign-in step to the callbacks. */
function follow(
  user: UserSignIn,
  reached: Promise<StepResult>,
  callbacks: Pick<IAuthenticationCallback, 'onSuccess' | 'onFailure'>,
): void {
  deliver(
    reached,
    ({ answer }) => tell(user, answer, callbacks as Required<IAuthenticationCallback>),
    (error) => callbacks.onFailure(error),
  )
}

async function tell(user: UserSignIn, answer: AuthAnswer, callbacks: Required<IAuthenticationCallback>): Promise<void> {
  readDevice(user)
  const { ChallengeName: name, ChallengeParameters: parameters } = answer
  if (!name) return tellSession(user, answer.AuthenticationResult, callbacks)
  const asked = ASKED.get(name)
  if (!asked) throw new Error(`The service requests ${name}, which only the functions of @cognito-srp/client support.`)
  if (typeof callbacks[asked] !== 'function') throw new TypeError(`callback.${asked} is not a function`)
  user.Session = answer.Session ?? null
  const challenge = readChallenge(answer, { username: user.username, challengeSession: '', expiresAtMs: 0 })
  if (challenge.name === 'NEW_PASSWORD_REQUIRED') {
    return callbacks.newPasswordRequired(challenge.userAttributes, challenge.requiredAttributes)
  }
  if (challenge.name === 'CUSTOM_CHALLENGE') return callbacks.customChallenge(parameters)
  return callbacks[asked as 'mfaRequired'](challenge.name as ChallengeName, parameters)
}

/** Name of the callback for each supported challenge. */
const ASKED = /* @__PURE__ */ new Map<string, keyof IAuthenticationCallback>([
  ['SMS_MFA', 'mfaRequired'],
  ['SELECT_MFA_TYPE', 'selectMFAType'],
  ['MFA_SETUP', 'mfaSetup'],
  ['SOFTWARE_TOKEN_MFA', 'totpRequired'],
  ['CUSTOM_CHALLENGE', 'customChallenge'],
  ['NEW_PASSWORD_REQUIRED', 'newPasswordRequired'],
])

/** Stores the session, and registers a device that the service offers to remember. */
async function tellSession(
  user: UserSignIn,
  result: AuthenticationResult | undefined,
  callbacks: IAuthenticationCallback,
): Promise<void> {
  const session = keepSession(user, result)
  user.challengeName = undefined as unknown as ChallengeName
  if (!result?.NewDeviceMetadata) return callbacks.onSuccess(session)
  const jwt = session.getAccessToken().getJwtToken()
  const { device, needsConsent } = await registerDevice(user.pool.cognito, jwt, result.NewDeviceMetadata)
  user.deviceKey = device.deviceKey
  user.randomPassword = device.devicePassword
  user.deviceGroupKey = device.deviceGroupKey
  user.cacheDeviceKeyAndPassword()
  if (needsConsent) return callbacks.onSuccess(session, true)
  return callbacks.onSuccess(session)
}

/** Reads the device again, because the client removes a device that the service has forgotten. */
function readDevice(user: UserSignIn): void {
  user.deviceKey = user.randomPassword = user.deviceGroupKey = null
  user.getCachedDeviceKeyAndPassword()
}
