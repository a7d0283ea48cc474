export { createEmulator, type Emulator } from './emulator.ts'
export type { Fault, FaultOrder } from './controls.ts'
export type {
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
export { startEmulator, type RunningEmulator, type ServerOptions } from './start-emulator.ts'
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
