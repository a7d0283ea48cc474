export type { Fault, FaultOrder } from './controls.ts'
export { createEmulator, startEmulator, type Emulator, type RunningEmulator, type ServerOptions } from './emulator.ts'
export type {
  AnsweredRequest,
  AttributeSchema,
  ClientConfig,
  DeliveredMessage,
  EmulatorOptions,
  MfaType,
  PasswordPolicy,
  UserConfig,
  UserPoolConfig,
  UserPoolSettings,
  WebAuthnConfig,
} from './options.ts'
export { describeDelivery, describeRequest } from './printing.ts'
export type {
  ChallengeResult,
  CreateAuthChallengeRequest,
  CreateAuthChallengeResponse,
  DefineAuthChallengeRequest,
  DefineAuthChallengeResponse,
  PreSignUpRequest,
  PreSignUpResponse,
  PreTokenGenerationRequest,
  PreTokenGenerationResponse,
  Trigger,
  TriggerEventOf,
  Triggers,
  VerifyAuthChallengeRequest,
  VerifyAuthChallengeResponse,
} from './triggers.ts'
