export type {
  AnswerTo,
  AnyAnswer,
  Challenge,
  ChallengeBase,
  ChallengeName,
  ChallengeOf,
  FirstFactor,
  MfaSetup,
  MfaSetupStep,
  MfaType,
} from './challenge.ts'
export { createCognitoClient, type Accounts, type CognitoClient, type CognitoConfig } from './client.ts'
export {
  ChallengeError,
  CognitoError,
  ConfigurationError,
  HostedLoginError,
  isCognitoError,
  NetworkError,
  PasskeyError,
  ServiceError,
  SessionError,
  SrpError,
  StorageError,
  TimeoutError,
  type AnyCognitoError,
  type HostedLoginErrorReason,
  type ResponseHeaders,
  type SessionErrorReason,
} from './errors.ts'
export {
  confirmForgotPassword,
  confirmSignUp,
  forgotPassword,
  resendConfirmationCode,
  signUp,
  type ConfirmSignUpInput,
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
export {
  setUserMfaPreference,
  setUserSettings,
  totpUri,
  verifySoftwareToken,
  type MfaSettings,
  type TotpUriInput,
} from './operations/mfa.ts'
export {
  completeWebAuthnRegistration,
  deleteWebAuthnCredential,
  listWebAuthnCredentials,
  registerPasskey,
  startWebAuthnRegistration,
  type WebAuthnCredential,
} from './operations/passkeys.ts'
export { globalSignOut, revokeToken } from './operations/revocation.ts'
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
export type { ServiceErrorCode, ServiceErrorReason } from './service-error-code.ts'
export type { RetryOptions } from './service/retry.ts'
export type { RefreshFlow } from './service/token-requests.ts'
export type {
  AbortSignalLike,
  CallOptions,
  Fetch,
  FetchAnswer,
  FetchRequest,
  RequestHeaders,
  Signal,
} from './service/transport.ts'
export type { CodeDeliveryDetails, UserAttributes, UserContextData } from './service/wire.ts'
export { adoptSession, listAccounts, switchAccount } from './session/accounts.ts'
export { createAuthStore, type AuthSnapshot, type AuthStore, type SignedInUser } from './session/auth-store.ts'
export { authenticationOf, type Authentication } from './session/authentication.ts'
export { onAuthChange, type AuthListener } from './session/events.ts'
export { currentUsername, getAccessToken, getSession, type GetSessionOptions } from './session/get-session.ts'
export {
  isSessionValid,
  type AccessTokenClaims,
  type AuthEvent,
  type IdTokenClaims,
  type JwtClaims,
  type Session,
  type Token,
  type TokensToAdopt,
} from './session/session.ts'
export { signOut, type SignOutOptions } from './session/sign-out.ts'
export type { Lock } from './session/tab-lock.ts'
export type {
  AuthenticatorCall,
  PasskeyAuthenticator,
  PasskeyMediation,
  PasskeyOptions,
  ProvePasskeyOptions,
} from './sign-in/authenticator.ts'
export type { DeviceOutcome } from './sign-in/new-device.ts'
export { associateSoftwareToken } from './sign-in/mfa-setup.ts'
export { prepareSignIn } from './sign-in/password-proof.ts'
export { provePasskey, signInWithPasskey, type PasskeySignIn } from './sign-in/passkey.ts'
export type { ChallengeStorage, Keep } from './sign-in/kept-challenge.ts'
export { parseChallenge } from './sign-in/read-challenge.ts'
export { respondToChallenge, type RespondOptions } from './sign-in/respond.ts'
export type { AuthenticatorSecret, ChallengeState, SignInState } from './sign-in/sign-in-states.ts'
export { createSignInStore, type SignInStore, type SignInStoreOptions } from './sign-in/sign-in-store.ts'
export { createStepStore, type Step, type StepStore, type StepStoreOptions } from './sign-in/step-store.ts'
export type { RequestedLevels } from './sign-in/requested-levels.ts'
export { readStepUpChallenge, type StepUpChallenge } from './sign-in/step-up-challenge.ts'
export { stepUp, type StepUpOptions } from './sign-in/step-up.ts'
export { signIn, type SignInFlow, type SignInRequest } from './sign-in/sign-in.ts'
export type { SignedIn, SignInStep } from './sign-in/step.ts'
export type { RandomBytes } from './srp/claim.ts'
export { cookieStorage, type CookieOptions } from './storage/cookie-storage.ts'
export { memoryStorage, type TokenStorage } from './storage/token-storage.ts'
export type {
  AuthenticationResponseJSON,
  CredentialCreationOptionsJSON,
  CredentialDescriptorJSON,
  CredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from './webauthn.ts'
