/* oxlint-disable typescript/no-explicit-any -- these are the signatures that programs were written against */
import { readRecords } from '../service/wire.ts'
import {
  callbacksOf,
  deliver,
  request,
  type Callbacks,
  type ClientMetadata,
  type NodeCallback,
  type UpdateAttributesNodeCallback,
} from './callbacks.ts'
import { CognitoUserAttribute, type ICognitoUserAttributeData } from './details.ts'
import { ask, command, SUCCESS, UserDevices } from './user-devices.ts'
import { validSession } from './user-sign-in.ts'

/** Settings of a second factor. */
export interface IMfaSettings {
  /** Whether the service requests this factor first. */
  PreferredMfa: boolean
  Enabled: boolean
}

/** Second factor in the service's legacy format. */
export interface MFAOption {
  DeliveryMedium: 'SMS' | 'EMAIL'
  AttributeName: string
}

/** Response of `GetUser`. */
export interface UserData {
  MFAOptions: MFAOption[]
  PreferredMfaSetting: string
  UserAttributes: ICognitoUserAttributeData[]
  UserMFASettingList: string[]
  Username: string
}

/**
 * Callbacks for operations that send a code. If the program provides `inputVerificationCode`, this callback gets the whole
 * response, and `onSuccess` is not called.
 */
type CodeCallbacks<Data> = Callbacks<any> & { inputVerificationCode?: (data: Data) => void | null }

/** User of the pool, with operations on the user's account. */
export class UserAccount extends UserDevices {
  /** Confirms the account with the code from the service. */
  confirmRegistration(
    code: string,
    forceAliasCreation: boolean,
    callback: NodeCallback<any, any>,
    clientMetadata?: ClientMetadata,
  ): void {
    const input = { ConfirmationCode: code, ForceAliasCreation: forceAliasCreation, ClientMetadata: clientMetadata }
    const { onFailure } = callbacksOf(callback)
    deliver(requestAbout(this, 'ConfirmSignUp', input), () => callback(null, SUCCESS), onFailure)
  }

  /** Sends the confirmation code again. */
  resendConfirmationCode(callback: NodeCallback<Error, any>, clientMetaData?: ClientMetadata): void {
    const { onSuccess, onFailure } = callbacksOf(callback)
    deliver(requestAbout(this, 'ResendConfirmationCode', { ClientMetadata: clientMetaData }), onSuccess, onFailure)
  }

  /** Sends a code for setting a new password. */
  forgotPassword(
    callbacks: {
      onSuccess: (data: any) => void
      onFailure: (err: Error) => void
      inputVerificationCode?: (data: any) => void
    },
    clientMetaData?: ClientMetadata,
  ): void {
    deliver(
      requestAbout(this, 'ForgotPassword', { ClientMetadata: clientMetaData }),
      (answer) => tellDelivery(callbacks, answer, answer),
      (error) => callbacks.onFailure(error as Error),
    )
  }

  /** Sets a new password with the code from `forgotPassword`. */
  confirmPassword(
    verificationCode: string,
    newPassword: string,
    callbacks: { onSuccess: (success: string) => void; onFailure: (err: Error) => void },
    clientMetaData?: ClientMetadata,
  ): void {
    const input = { ConfirmationCode: verificationCode, Password: newPassword, ClientMetadata: clientMetaData }
    deliver(
      requestAbout(this, 'ConfirmForgotPassword', input),
      () => callbacks.onSuccess(SUCCESS),
      (error) => callbacks.onFailure(error as Error),
    )
  }

  /** Replaces the current password with a new password. */
  changePassword(
    oldPassword: string,
    newPassword: string,
    callback: NodeCallback<Error, 'SUCCESS'>,
    clientMetadata?: ClientMetadata,
  ): void {
    const passwords = { PreviousPassword: oldPassword, ProposedPassword: newPassword }
    command(this, 'ChangePassword', { ...passwords, ClientMetadata: clientMetadata }, callbacksOf(callback))
  }

  /** Passes the user's attributes to `callback`. */
  getUserAttributes(callback: NodeCallback<Error, CognitoUserAttribute[]>): void {
    const { onSuccess, onFailure } = callbacksOf(callback)
    const tell = ({ UserAttributes }: UserData) =>
      onSuccess(readRecords(UserAttributes).map((data) => new CognitoUserAttribute(data)))
    ask(this, 'GetUser', {}, { onSuccess: tell, onFailure })
  }

  /** Changes attributes. `callback` also gets the response, which contains the destinations of codes. */
  updateAttributes(
    attributes: (CognitoUserAttribute | ICognitoUserAttributeData)[],
    callback: UpdateAttributesNodeCallback<Error, string, any>,
    clientMetadata?: ClientMetadata,
  ): void {
    const tell: UpdateAttributesNodeCallback<any, string, any> = callback
    const payload = { UserAttributes: attributes, ClientMetadata: clientMetadata }
    ask(this, 'UpdateUserAttributes', payload, {
      onSuccess: (answer) => this.getUserData(() => tell(null, SUCCESS, answer), { bypassCache: true }),
      onFailure: callbacksOf(tell).onFailure,
    })
  }

  /** Removes attributes. */
  deleteAttributes(attributeList: string[], callback: NodeCallback<Error, string>): void {
    const { onSuccess, onFailure } = callbacksOf(callback)
    ask(
      this,
      'DeleteUserAttributes',
      { UserAttributeNames: attributeList },
      {
        onSuccess: () => this.getUserData(() => onSuccess(SUCCESS), { bypassCache: true }),
        onFailure,
      },
    )
  }

  /** Sends a code to verify an e-mail address or phone number. */
  getAttributeVerificationCode(
    name: string,
    callback: {
      onSuccess: (success: string) => void
      onFailure: (err: Error) => void
      inputVerificationCode?: (data: string) => void | null
    },
    clientMetadata?: ClientMetadata,
  ): void {
    ask(
      this,
      'GetUserAttributeVerificationCode',
      { AttributeName: name, ClientMetadata: clientMetadata },
      {
        onSuccess: (answer) => tellDelivery(callback, answer, SUCCESS),
        onFailure: (error) => callback.onFailure(error),
      },
    )
  }

  /** Verifies an e-mail address or phone number with the code from the service. */
  verifyAttribute(
    attributeName: string,
    confirmationCode: string,
    callbacks: { onSuccess: (success: string) => void; onFailure: (err: Error) => void },
  ): void {
    command(this, 'VerifyUserAttribute', { AttributeName: attributeName, Code: confirmationCode }, callbacks)
  }

  /**
   * Passes the response of `GetUser` to `callback`. Requires a valid session. If the storage contains user data, `callback` gets
   * that data before this method returns. With `{ bypassCache: true }`, the method sends a request even if the storage contains
   * user data. If the storage contained user data and there is a refresh token, the method also renews the tokens.
   */
  getUserData(callback: NodeCallback<Error, UserData>, params?: any): void {
    const tell: NodeCallback<any, any> = callback
    const session = validSession(this)
    if (!session) {
      this.clearCachedUserData()
      return tell(new Error('User is not authenticated'), null)
    }
    const kept = this.storage.getItem(this.userDataKey)
    if (kept && !params?.bypassCache) return tellKept(this, kept, tell)
    const payload = { AccessToken: session.getAccessToken().getJwtToken() }
    const fetched = request<UserData>(this.pool.cognito, 'GetUser', payload).then(async (userData) => {
      this.cacheUserData(userData)
      const refreshToken = session.getRefreshToken()
      if (kept && refreshToken?.getToken()) {
        await new Promise<void>((resolve) => this.refreshSession(refreshToken, () => resolve(), params.clientMetadata))
      }
      return userData
    })
    deliver(fetched, (userData) => tell(null, userData), tell)
  }

  /** Passes the user's second factors in the legacy format to `callback`. The service no longer fills this list. */
  getMFAOptions(callback: NodeCallback<Error, MFAOption[]>): void {
    const { onSuccess, onFailure } = callbacksOf(callback)
    ask(this, 'GetUser', {}, { onSuccess: ({ MFAOptions }: UserData) => onSuccess(MFAOptions), onFailure })
  }

  /** Turns on codes by SMS. `setUserMfaPreference` replaces this method. */
  enableMFA(callback: NodeCallback<Error, string>): void {
    const options = [{ DeliveryMedium: 'SMS', AttributeName: 'phone_number' }]
    command(this, 'SetUserSettings', { MFAOptions: options }, callbacksOf(callback))
  }

  /** Turns off codes by SMS. `setUserMfaPreference` replaces this method. */
  disableMFA(callback: NodeCallback<Error, string>): void {
    command(this, 'SetUserSettings', { MFAOptions: [] }, callbacksOf(callback))
  }

  /** Turns second factors on or off. Null leaves a factor unchanged. */
  setUserMfaPreference(
    smsMfaSettings: IMfaSettings | null,
    softwareTokenMfaSettings: IMfaSettings | null,
    callback: NodeCallback<Error, string>,
  ): void {
    const payload = { SMSMfaSettings: smsMfaSettings, SoftwareTokenMfaSettings: softwareTokenMfaSettings }
    command(this, 'SetUserMFAPreference', payload, callbacksOf(callback))
  }

  /** Ends all of the user's sessions. Removes the local session after the service has ended the sessions. */
  globalSignOut(callbacks: { onSuccess: (msg: string) => void; onFailure: (err: Error) => void }): void {
    ask(
      this,
      'GlobalSignOut',
      {},
      {
        onSuccess: () => {
          this.clearCachedUser()
          callbacks.onSuccess(SUCCESS)
        },
        onFailure: (error) => callbacks.onFailure(error),
      },
    )
  }

  /** Deletes the account permanently and removes the local session. */
  deleteUser(callback: NodeCallback<Error, string>, clientMetadata?: ClientMetadata): void {
    const { onSuccess, onFailure } = callbacksOf(callback)
    const tell = () => {
      this.clearCachedUser()
      onSuccess(SUCCESS)
    }
    ask(this, 'DeleteUser', { ClientMetadata: clientMetadata }, { onSuccess: tell, onFailure })
  }
}

/** Sends a request about a user. The user does not have to be signed in. */
function requestAbout(user: UserAccount, operation: string, input: object): Promise<object> {
  return request(user.pool.cognito, operation, {
    ClientId: user.pool.getClientId(),
    Username: user.username,
    UserContextData: user.getUserContextData(),
    ...input,
  })
}

/**
 * Passes `answer` to `inputVerificationCode`, or `otherwise` to `onSuccess` if the program does not provide
 * `inputVerificationCode`.
 */
function tellDelivery(callbacks: CodeCallbacks<any>, answer: object, otherwise: unknown): void {
  if (typeof callbacks.inputVerificationCode === 'function') callbacks.inputVerificationCode(answer)
  else callbacks.onSuccess(otherwise)
}

/** Passes the stored user data to `tell`. If the user data is damaged, removes the data and passes an error. */
function tellKept(user: UserAccount, kept: string, tell: NodeCallback<any, any>): void {
  try {
    tell(null, JSON.parse(kept))
  } catch (error) {
    user.clearCachedUserData()
    tell(error, null)
  }
}
