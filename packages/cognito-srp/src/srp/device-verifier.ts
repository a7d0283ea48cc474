import { bytesToHex } from '@noble/hashes/utils.js'

import { drawBytes, type RandomBytes } from './claim.ts'
import { bytesToBase64 } from './encoding.ts'
import { padBytes, readHex } from './integers.ts'
import type { Srp } from './srp.ts'

const DEVICE_PASSWORD_LENGTH_BYTES = 40
const SALT_LENGTH_BYTES = 16

/** `NewDeviceMetadata` of a sign-in, and where the randomness comes from. */
export type DeviceVerifierInput = {
  deviceGroupKey: string
  deviceKey: string
  /** Default: the platform's. */
  randomBytes?: RandomBytes | undefined
}

/** `Salt` and `PasswordVerifier` go to `ConfirmDevice` (base64); the device password stays on the device. */
export type DeviceVerifier = { devicePassword: string; Salt: string; PasswordVerifier: string }

/**
 * A new device password (base64 of 40 random bytes) and the verifier that lets Cognito check it later.
 *
 * @throws ConfigurationError when `randomBytes` gives anything but fresh bytes.
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
 * All values of a device's enrolment; {@link createDeviceVerifier} keeps what goes on the wire.
 *
 * @throws SrpError when `salt` is not hex.
 */
export async function traceDeviceVerifier(srp: Srp, input: DeviceVerifierTraceInput): Promise<DeviceVerifierTrace> {
  const salt = padBytes(readHex(input.salt, 'salt'))
  const identity = input.deviceGroupKey + input.deviceKey
  const { x, verifier } = await srp.verifier({ salt, identity, password: input.devicePassword })
  return { x, verifier, Salt: bytesToBase64(salt), PasswordVerifier: bytesToBase64(padBytes(verifier)) }
}
