import { bytesToBase64, bytesToHex } from './encoding.ts'
import { cognitoModPow } from './cognito-modpow.ts'
import { computeDeviceVerifier } from './device-verifier.ts'
import { computeA } from './formulas.ts'
import { integerFromHex, integerToHex } from './integer.ts'
import type { ModPow } from './modpow/modpow.ts'
import { computePasswordClaim, type PasswordClaimInput } from './password-claim.ts'
import { cognitoSuite } from './suite.ts'

/** Every value of a password claim: integers as lower-case hex without padding, the key as 32 hex digits. */
export type PasswordClaimTrace = {
  A: string
  k: string
  x: string
  u: string
  S: string
  key: string
  /** Base64, as sent in `PASSWORD_CLAIM_SIGNATURE`. */
  signature: string
}

/**
 * Computes a password claim from a known `a` and shows every value on the way, for reviewers and test vectors. Runs
 * the code of a real sign-in; never give it a secret that is in use.
 *
 * @param input `a` in hex of any length, the rest as Cognito sends it
 * @throws {@link SrpError} as a real sign-in would.
 */
export async function tracePasswordClaim(
  { a: hexA, ...input }: PasswordClaimInput & { a: string },
  modPow: ModPow = cognitoModPow(),
): Promise<PasswordClaimTrace> {
  const a = integerFromHex(hexA, 'a')
  const A = await computeA(cognitoSuite(), a, modPow)
  const { k, x, u, S, key, signature } = await computePasswordClaim({ a, A }, input, modPow)
  return {
    A: integerToHex(A),
    k: integerToHex(k),
    x: integerToHex(x),
    u: integerToHex(u),
    S: integerToHex(S),
    key: bytesToHex(key),
    signature: bytesToBase64(signature),
  }
}

/** A device's enrolment with everything known; `salt` in hex of any length. */
export type DeviceVerifierTraceInput = {
  deviceGroupKey: string
  deviceKey: string
  devicePassword: string
  salt: string
}

/** `x` and `verifier` as lower-case hex without padding, `Salt` and `PasswordVerifier` in base64 as `ConfirmDevice` gets them. */
export type DeviceVerifierTrace = { x: string; verifier: string; Salt: string; PasswordVerifier: string }

/**
 * Computes a device's verifier from a known password and salt, for reviewers and test vectors.
 *
 * @throws {@link SrpError} when `salt` is not hex.
 */
export async function traceDeviceVerifier(
  { salt, ...device }: DeviceVerifierTraceInput,
  modPow: ModPow = cognitoModPow(),
): Promise<DeviceVerifierTrace> {
  const traced = await computeDeviceVerifier({ ...device, salt: integerFromHex(salt, 'salt') }, modPow)
  return { ...traced, x: integerToHex(traced.x), verifier: integerToHex(traced.verifier) }
}
