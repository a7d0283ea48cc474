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
export { CognitoUserPool, type CodeDeliveryDetails, type ICognitoUserPoolData, type ISignUpResult } from './pool.ts'
export { CookieStorage, type ICognitoStorage, type ICookieStorageData } from './storage.ts'
export {
  CognitoAccessToken,
  CognitoIdToken,
  CognitoRefreshToken,
  CognitoUserSession,
  type ICognitoUserSessionData,
} from './tokens.ts'
export { appendToCognitoUserAgent, UserAgent } from './user-agent.ts'
export type { GetSessionOptions, ICognitoUserData } from './user-session.ts'
export { CognitoUser, type IMfaSettings, type MFAOption, type UserData } from './user.ts'
