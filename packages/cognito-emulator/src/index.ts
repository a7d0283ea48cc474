export type { TlsOptions } from './certificate.ts'
export type { Fault, FaultOrder } from './controls.ts'
export { createEmulator, startEmulator, type Emulator, type RunningEmulator, type ServerOptions } from './emulator.ts'
export type { EmulatorOptions, TemplateOptions } from './emulator-options.ts'
export type {
  AttributeSchema,
  ClientConfig,
  GroupConfig,
  MfaType,
  PasswordPolicy,
  ResourceServerConfig,
  UserConfig,
  UserPoolConfig,
  UserPoolSettings,
  WebAuthnConfig,
} from './options.ts'
export type { MessageSettings, MessageTexts } from './message-settings.ts'
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
