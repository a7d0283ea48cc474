export { createDeviceVerifier } from './device-verifier.ts'
export { createEphemeral, signPasswordClaim } from './password-claim.ts'
