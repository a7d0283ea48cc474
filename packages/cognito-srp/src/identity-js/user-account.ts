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

/** A second factor, on or off. */
export interface IMfaSettings {
  /** Asked for first. */
  PreferredMfa: boolean
  Enabled: boolean
}

/** A second factor of the old kind. */
export interface MFAOption {
  DeliveryMedium: 'SMS' | 'EMAIL'
  AttributeName: string
}

/** What the service says of a user. */
export interface UserData {
  MFAOptions: MFAOption[]
  PreferredMfaSetting: string
  UserAttributes: ICognitoUserAttributeData[]
  UserMFASettingList: string[]
  Username: string
}

/** For where a code goes: `inputVerificationCode` is called in place of `onSuccess`, with the whole answer. */
type CodeCallbacks<Data> = Callbacks<any> & { inputVerificationCode?: (data: Data) => void | null }

/** A user of the pool: signing up and everything else that belongs to the account. */
export class UserAccount extends UserDevices {
  /** Confirms the account with the code that was sent. */
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

  /** Sends the code of the account again. */
  resendConfirmationCode(callback: NodeCallback<Error, any>, clientMetaData?: ClientMetadata): void {
    const { onSuccess, onFailure } = callbacksOf(callback)
    deliver(requestAbout(this, 'ResendConfirmationCode', { ClientMetadata: clientMetaData }), onSuccess, onFailure)
  }

  /** Sends a code to set a new password with. */
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

  /** Sets a new password with the code of `forgotPassword`. */
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

  /** Sets a new password, given the present one. */
  changePassword(
    oldPassword: string,
    newPassword: string,
    callback: NodeCallback<Error, 'SUCCESS'>,
    clientMetadata?: ClientMetadata,
  ): void {
    const passwords = { PreviousPassword: oldPassword, ProposedPassword: newPassword }
    command(this, 'ChangePassword', { ...passwords, ClientMetadata: clientMetadata }, callbacksOf(callback))
  }

  /** Gives the attributes of the user. */
  getUserAttributes(callback: NodeCallback<Error, CognitoUserAttribute[]>): void {
    const { onSuccess, onFailure } = callbacksOf(callback)
    const tell = ({ UserAttributes }: UserData) =>
      onSuccess(readRecords(UserAttributes).map((data) => new CognitoUserAttribute(data)))
    ask(this, 'GetUser', {}, { onSuccess: tell, onFailure })
  }

  /** Changes attributes; `callback` also gets the answer, which says where codes went. */
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

  /** Sends a code that proves an e-mail address or phone number. */
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

  /** Proves an e-mail address or phone number with the code that was sent. */
  verifyAttribute(
    attributeName: string,
    confirmationCode: string,
    callbacks: { onSuccess: (success: string) => void; onFailure: (err: Error) => void },
  ): void {
    command(this, 'VerifyUserAttribute', { AttributeName: attributeName, Code: confirmationCode }, callbacks)
  }

  /**
   * Gives what the service says of the user; where it was kept in the storage, that, before this call returns. With
   * `{ bypassCache: true }` the service is asked all the same, and kept data tell that the tokens are renewed as well.
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

  /** Gives the second factors of the old kind, which the service no longer fills. */
  getMFAOptions(callback: NodeCallback<Error, MFAOption[]>): void {
    const { onSuccess, onFailure } = callbacksOf(callback)
    ask(this, 'GetUser', {}, { onSuccess: ({ MFAOptions }: UserData) => onSuccess(MFAOptions), onFailure })
  }

  /** Turns codes by SMS on. `setUserMfaPreference` is its successor. */
  enableMFA(callback: NodeCallback<Error, string>): void {
    const options = [{ DeliveryMedium: 'SMS', AttributeName: 'phone_number' }]
    command(this, 'SetUserSettings', { MFAOptions: options }, callbacksOf(callback))
  }

  /** Turns codes by SMS off. `setUserMfaPreference` is its successor. */
  disableMFA(callback: NodeCallback<Error, string>): void {
    command(this, 'SetUserSettings', { MFAOptions: [] }, callbacksOf(callback))
  }

  /** Turns second factors on or off; null leaves one as it is. */
  setUserMfaPreference(
    smsMfaSettings: IMfaSettings | null,
    softwareTokenMfaSettings: IMfaSettings | null,
    callback: NodeCallback<Error, string>,
  ): void {
    const payload = { SMSMfaSettings: smsMfaSettings, SoftwareTokenMfaSettings: softwareTokenMfaSettings }
    command(this, 'SetUserMFAPreference', payload, callbacksOf(callback))
  }

  /** Ends the sessions of the user everywhere, and forgets the one here once the service has. */
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

  /** Deletes the account for good, and forgets the session here. */
  deleteUser(callback: NodeCallback<Error, string>, clientMetadata?: ClientMetadata): void {
    const { onSuccess, onFailure } = callbacksOf(callback)
    const tell = () => {
      this.clearCachedUser()
      onSuccess(SUCCESS)
    }
    ask(this, 'DeleteUser', { ClientMetadata: clientMetadata }, { onSuccess: tell, onFailure })
  }
}

/** Sends a request about the user, who need not have signed in. */
function requestAbout(user: UserAccount, operation: string, input: object): Promise<object> {
  return request(user.pool.cognito, operation, {
    ClientId: user.pool.getClientId(),
    Username: user.username,
    UserContextData: user.getUserContextData(),
    ...input,
  })
}

/** Tells where a code went, to those who have a callback for it. */
function tellDelivery(callbacks: CodeCallbacks<any>, answer: object, otherwise: unknown): void {
  if (typeof callbacks.inputVerificationCode === 'function') callbacks.inputVerificationCode(answer)
  else callbacks.onSuccess(otherwise)
}

/** What was kept of a user; something that another program damaged is dropped. */
function tellKept(user: UserAccount, kept: string, tell: NodeCallback<any, any>): void {
  try {
    tell(null, JSON.parse(kept))
  } catch (error) {
    user.clearCachedUserData()
    tell(error, null)
  }
}
