export type { TlsOptions } from './keys/certificate.ts'
export type { Fault, FaultOrder } from './controls/faults.ts'
export type { ProviderAnswer, ProviderAnswerOrder } from './controls/provider-answers.ts'
export { createEmulator, startEmulator, type Emulator, type RunningEmulator, type ServerOptions } from './emulator.ts'
export type { IdentityProviderConfig, ProviderDetails, ProviderUser } from './options/identity-provider-options.ts'
export type { EmulatorOptions, TemplateOptions } from './options/emulator-options.ts'
export type {
  AttributeSchema,
  GroupConfig,
  PasswordPolicy,
  ResourceServerConfig,
  UserPoolConfig,
  UserPoolSettings,
  WebAuthnConfig,
} from './options/pool-options.ts'
export type { ClientConfig } from './options/client-options.ts'
export type { MfaType, UserConfig } from './options/user-options.ts'
export type { MessageSettings, MessageTexts } from './options/message-settings.ts'
export { describeDelivery, describeRequest, type AnsweredRequest, type DeliveredMessage } from './printing.ts'
export type {
  Lambdas,
  PreTokenGenerationVersion,
  Trigger,
  TriggerFunction,
  Triggers,
  TriggerTarget,
} from './triggers/configuration.ts'
export type {
  ChallengeResult,
  ClaimsAndScopeOverrideDetails,
  ClaimsOverrideDetails,
  CreateAuthChallengeRequest,
  CreateAuthChallengeResponse,
  CustomMessageRequest,
  CustomMessageResponse,
  CustomSenderRequest,
  DefineAuthChallengeRequest,
  DefineAuthChallengeResponse,
  GroupOverrideDetails,
  PreSignUpRequest,
  PreSignUpResponse,
  PreTokenGenerationRequest,
  PreTokenGenerationResponse,
  TriggerEventOf,
  TriggerEvents,
  UserMigrationRequest,
  UserMigrationResponse,
  VerifyAuthChallengeRequest,
  VerifyAuthChallengeResponse,
} from './triggers/events.ts'
export type { LambdaCallback, LambdaContext } from './triggers/invoke-function.ts'
