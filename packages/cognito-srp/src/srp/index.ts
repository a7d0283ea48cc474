export { SrpError } from '../errors.ts'
export { createModPow } from './cognito-modpow.ts'
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
export { padHex } from './integer.ts'
export type { ModPow } from './modpow/modpow.ts'
export type { PasswordClaimInput } from './password-claim.ts'
export { rfc5054Suite } from './rfc5054-suite.ts'
export { cognitoSuite, type Group, type Suite } from './suite.ts'
export {
  traceDeviceVerifier,
  tracePasswordClaim,
  type DeviceVerifierTrace,
  type DeviceVerifierTraceInput,
  type PasswordClaimTrace,
} from './trace.ts'
