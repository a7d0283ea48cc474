import { bytesToHex } from '@noble/hashes/utils.js'

import { drawBytes, type RandomBytes } from './claim.ts'
import { bytesToBase64 } from './encoding.ts'
import { padBytes, readHex } from './integers.ts'
import type { Srp } from './srp.ts'

const DEVICE_PASSWORD_LENGTH_BYTES = 40
const SALT_LENGTH_BYTES = 16

/** `NewDeviceMetadata` of a sign-in, with the source of randomness. */
export type DeviceVerifierInput = {
  deviceGroupKey: string
  deviceKey: string
  /** The default is the platform's generator. */
  randomBytes?: RandomBytes | undefined
}

/** New device password, which stays on the device, with `Salt` and `PasswordVerifier` for `ConfirmDevice` in base64. */
export type DeviceVerifier = { devicePassword: string; Salt: string; PasswordVerifier: string }

/**
 * Creates a device password (base64 of 40 random bytes) and the verifier with which Cognito later checks that password.
 *
 * @throws ConfigurationError when `randomBytes` does not return random bytes, or is missing on a platform without
 *   `crypto.getRandomValues`.
 */
export async function createDeviceVerifier(
  srp: Srp,
  { randomBytes, ...keys }: DeviceVerifierInput,
): Promise<DeviceVerifier> {
  const devicePassword = bytesToBase64(drawBytes(DEVICE_PASSWORD_LENGTH_BYTES, randomBytes))
  const salt = bytesToHex(drawBytes(SALT_LENGTH_BYTES, randomBytes))
  const { Salt, PasswordVerifier } = await traceDeviceVerifier(srp, { ...keys, devicePassword, salt })
  return { devicePassword, Salt, PasswordVerifier }
}

/** Known values from which {@link traceDeviceVerifier} computes a verifier. `salt` is hex of any length. */
export type DeviceVerifierTraceInput = {
  deviceGroupKey: string
  deviceKey: string
  devicePassword: string
  salt: string
}

/** `x` and `verifier` as lower-case hex without padding, and `Salt` and `PasswordVerifier` in base64 for `ConfirmDevice`. */
export type DeviceVerifierTrace = { x: string; verifier: string; Salt: string; PasswordVerifier: string }

/**
 * Computes all values of a device's enrolment. {@link createDeviceVerifier} returns only the device password, `Salt` and
 * `PasswordVerifier`.
 *
 * @throws SrpError when `salt` is not hex.
 */
export async function traceDeviceVerifier(srp: Srp, input: DeviceVerifierTraceInput): Promise<DeviceVerifierTrace> {
  const salt = padBytes(readHex(input.salt, 'salt'))
  const identity = input.deviceGroupKey + input.deviceKey
  const { x, verifier } = await srp.verifier({ salt, identity, password: input.devicePassword })
  return { x, verifier, Salt: bytesToBase64(salt), PasswordVerifier: bytesToBase64(padBytes(verifier)) }
}
