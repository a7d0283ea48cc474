export { SrpError } from '../errors.ts'
export type { Ephemeral, PasswordClaimInput, PasswordClaimTrace, PasswordClaimTraceInput } from './claim.ts'
export { COGNITO, cognitoGroup } from './cognito.ts'
export type { DeviceVerifierTrace, DeviceVerifierTraceInput } from './device-verifier.ts'
export {
  computeA,
  computeK,
  computeS,
  computeU,
  computeVerifier,
  computeX,
  type Credentials,
  type SrpValues,
} from './formulas.ts'
export { createGroup, type Group, type GroupDefinition, type Pow } from './group.ts'
export { traceDeviceVerifier, tracePasswordClaim } from './platform.ts'
