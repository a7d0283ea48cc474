export {
  type ChallengeName,
  type ClientMetadata,
  type IAuthenticationCallback,
  type NodeCallback,
  type UpdateAttributesNodeCallback,
} from './callbacks.ts'
export {
  AuthenticationDetails,
  CognitoUserAttribute,
  DateHelper,
  WordArray,
  type IAuthenticationDetailsData,
  type ICognitoUserAttributeData,
} from './details.ts'
export {
  CognitoUser,
  CognitoUserPool,
  type CodeDeliveryDetails,
  type ICognitoUserData,
  type ICognitoUserPoolData,
  type ISignUpResult,
} from './pool.ts'
export { CookieStorage, type ICognitoStorage, type ICookieStorageData } from './storage.ts'
export {
  CognitoAccessToken,
  CognitoIdToken,
  CognitoRefreshToken,
  CognitoUserSession,
  type ICognitoUserSessionData,
} from './tokens.ts'
export { appendToCognitoUserAgent, UserAgent } from './user-agent.ts'
export type { IMfaSettings, MFAOption, UserData } from './user-account.ts'
export type { GetSessionOptions } from './user-session.ts'
