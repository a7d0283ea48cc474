export { createCognitoClient, type CognitoClient } from './client.ts'
export type { CognitoConfig, Lock, RefreshFlow, UserContextData } from './config.ts'
export {
  ChallengeError,
  CognitoError,
  ConfigurationError,
  NetworkError,
  ServiceError,
  SessionError,
  SrpError,
  StorageError,
  TimeoutError,
} from './errors.ts'
export {
  confirmForgotPassword,
  confirmSignUp,
  forgotPassword,
  resendConfirmationCode,
  signUp,
  type SignUpInput,
  type SignUpOutput,
} from './operations/account.ts'
export {
  confirmDevice,
  doNotRememberDevice,
  forgetDevice,
  getDevice,
  listDevices,
  rememberDevice,
  updateDeviceStatus,
  type DeviceRecord,
} from './operations/devices.ts'
export { setUserMfaPreference, setUserSettings, verifySoftwareToken, type MfaSettings } from './operations/mfa.ts'
export {
  completeWebAuthnRegistration,
  deleteWebAuthnCredential,
  listWebAuthnCredentials,
  startWebAuthnRegistration,
  type WebAuthnCredential,
} from './operations/passkeys.ts'
export type { CodeDeliveryDetails, UserAttributes } from './operations/shapes.ts'
export { globalSignOut, revokeToken } from './operations/tokens.ts'
export {
  changePassword,
  deleteUser,
  deleteUserAttributes,
  getUser,
  getUserAttributeVerificationCode,
  getUserAuthFactors,
  updateUserAttributes,
  verifyUserAttribute,
  type User,
  type UserAuthFactors,
} from './operations/user.ts'
export type { Fetch, FetchAnswer, FetchRequest } from './service/fetch.ts'
export type { RetryOptions } from './service/retry.ts'
export type { AbortSignalLike, CallOptions, Signal } from './service/signal.ts'
export type { AuthEvent } from './session/auth-event.ts'
export { onAuthChange, type AuthListener } from './session/events.ts'
export { currentUsername, getAccessToken, getSession, type GetSessionOptions } from './session/get-session.ts'
export { isSessionValid, type Session } from './session/session.ts'
export { signOut, type SignOutOptions } from './session/sign-out.ts'
export type { JwtClaims, Token } from './session/token.ts'
export type {
  AnswerTo,
  Challenge,
  ChallengeBase,
  ChallengeName,
  ChallengeOf,
  MfaSetup,
  MfaSetupStep,
  MfaType,
} from './sign-in/challenge.ts'
export type { DeviceOutcome } from './sign-in/device.ts'
export { prepareSignIn } from './sign-in/ephemeral.ts'
export { associateSoftwareToken } from './sign-in/mfa-setup.ts'
export { parseChallenge } from './sign-in/parse-challenge.ts'
export type { SignedIn, SignInStep } from './sign-in/proceed.ts'
export { respondToChallenge, type RespondOptions } from './sign-in/respond.ts'
export { signIn, type SignInFlow, type SignInRequest } from './sign-in/sign-in.ts'
export type {
  AuthenticationResponseJSON,
  CredentialCreationOptionsJSON,
  CredentialDescriptorJSON,
  CredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from './sign-in/webauthn.ts'
export type { RandomBytes } from './srp/random-bytes.ts'
export { cookieStorage, type CookieOptions } from './storage/cookie-storage.ts'
export { memoryStorage } from './storage/memory-storage.ts'
export type { TokenStorage } from './storage/token-storage.ts'
