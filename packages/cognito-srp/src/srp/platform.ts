import * as claim from './claim.ts'
import { cognitoGroup } from './cognito.ts'
import * as device from './device-verifier.ts'
import { createFallback } from './fallback.ts'
import { createSrp, type Srp } from './srp.ts'

// This module contains the SRP functions for any platform. In the CommonJS files, which Node loads, platform.node.ts replaces
// this file.

/**
 * Creates a new pair (a, A = g^a % N) from 32 random bytes.
 *
 * @throws SrpError when A % N is 0; ConfigurationError when `randomBytes` does not return random bytes, or the platform lacks
 *   `crypto.getRandomValues` or BigInt and the program provides no replacement.
 */
export async function createEphemeral(randomBytes?: claim.RandomBytes): Promise<claim.Ephemeral> {
  return claim.createEphemeral(loadSrp(), randomBytes)
}

/**
 * Computes `PASSWORD_CLAIM_SIGNATURE` in base64, which proves the password to Cognito without sending it.
 *
 * @throws SrpError when the challenge is malformed or a value requires the client to abort; ConfigurationError when the platform
 *   has no BigInt and `without-bigint` is not imported.
 */
export async function signPasswordClaim(ephemeral: claim.Ephemeral, input: claim.PasswordClaimInput): Promise<string> {
  return claim.signPasswordClaim(loadSrp(), ephemeral, input)
}

/**
 * Creates a device password (base64 of 40 random bytes) and the verifier with which Cognito later checks that password.
 *
 * @throws ConfigurationError when `randomBytes` does not return random bytes, or the platform lacks `crypto.getRandomValues` or
 *   BigInt and the program provides no replacement.
 */
export async function createDeviceVerifier(input: device.DeviceVerifierInput): Promise<device.DeviceVerifier> {
  return device.createDeviceVerifier(loadSrp(), input)
}

/**
 * Computes a password claim from a known `a` and returns every intermediate value, for reviewers and test vectors. Runs the code
 * of a real sign-in. Never pass a secret that is in use.
 *
 * @param input `a` in hex of any length, and the other fields in Cognito's format
 * @throws SrpError when `a` is not hex, the challenge is malformed, or a value requires the client to abort; ConfigurationError
 *   when the platform has no BigInt and `without-bigint` is not imported.
 * @example
 * import { tracePasswordClaim } from '@cognito-srp/client/srp'
 *
 * const { A, signature } = await tracePasswordClaim({
 *   a: '0f'.repeat(32),
 *   B: '2b'.repeat(384),
 *   salt: 'c0ffee',
 *   poolName: 'AbCdEf123',
 *   userId: 'ana',
 *   password: 'Senha-123',
 *   secretBlock: btoa('secret block'),
 *   timestamp: 'Tue Nov 3 04:05:06 UTC 2026',
 * })
 */
export async function tracePasswordClaim(input: claim.PasswordClaimTraceInput): Promise<claim.PasswordClaimTrace> {
  return claim.tracePasswordClaim(loadSrp(), input)
}

/**
 * Computes a device's verifier from a known password and salt, for reviewers and test vectors.
 *
 * @throws SrpError when `salt` is not hex; ConfigurationError when the platform has no BigInt and `without-bigint` is not
 *   imported.
 * @example
 * import { traceDeviceVerifier } from '@cognito-srp/client/srp'
 *
 * const { Salt, PasswordVerifier } = await traceDeviceVerifier({
 *   deviceGroupKey: '-AbCdEf1',
 *   deviceKey: 'sa-east-1_0cbf2b11-5a52-4c0e-9d3e-6d1f0a1c2b3d',
 *   devicePassword: btoa('forty random bytes'),
 *   salt: '9c'.repeat(16),
 * })
 */
export async function traceDeviceVerifier(input: device.DeviceVerifierTraceInput): Promise<device.DeviceVerifierTrace> {
  return device.traceDeviceVerifier(loadSrp(), input)
}

let srp: Srp | undefined

/** Returns the implementation with native BigInt, or the registered one if the platform has no BigInt. */
function loadSrp(): Srp {
  return (srp ??= typeof BigInt === 'function' ? createSrp(cognitoGroup()) : createFallback())
}
