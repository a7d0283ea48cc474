import type { BigInteger } from 'big-integer'

import { cognitoModPow } from './cognito-modpow.ts'
import { bytesToBase64 } from './encoding.ts'
import { computeVerifier, computeX } from './formulas.ts'
import { integerFromBytes } from './integer.ts'
import type { ModPow } from './modpow/modpow.ts'
import { drawBytes, type RandomBytes } from './random-bytes.ts'
import { cognitoSuite } from './suite.ts'

const DEVICE_PASSWORD_LENGTH_BYTES = 40
const SALT_LENGTH_BYTES = 16

/** `NewDeviceMetadata` of a sign-in, and where the randomness comes from. */
export type DeviceVerifierInput = { deviceGroupKey: string; deviceKey: string; randomBytes: RandomBytes }

/** `Salt` and `PasswordVerifier` go to `ConfirmDevice` (base64); the device password stays on the device. */
export type DeviceVerifier = { devicePassword: string; Salt: string; PasswordVerifier: string }

/** A new device password (base64 of 40 random bytes) and the verifier that lets Cognito check it later. */
export async function createDeviceVerifier(
  { deviceGroupKey, deviceKey, randomBytes }: DeviceVerifierInput,
  modPow: ModPow = cognitoModPow(),
): Promise<DeviceVerifier> {
  const devicePassword = bytesToBase64(drawBytes(randomBytes, DEVICE_PASSWORD_LENGTH_BYTES))
  const salt = integerFromBytes(drawBytes(randomBytes, SALT_LENGTH_BYTES))
  const { Salt, PasswordVerifier } = await computeDeviceVerifier(
    { deviceGroupKey, deviceKey, devicePassword, salt },
    modPow,
  )
  return { devicePassword, Salt, PasswordVerifier }
}

/** All values of a device's enrolment; {@link createDeviceVerifier} keeps what goes on the wire. */
export async function computeDeviceVerifier(
  device: { deviceGroupKey: string; deviceKey: string; devicePassword: string; salt: BigInteger },
  modPow: ModPow,
): Promise<{ x: BigInteger; verifier: BigInteger; Salt: string; PasswordVerifier: string }> {
  const suite = cognitoSuite()
  const salt = suite.pad(device.salt)
  const identity = device.deviceGroupKey + device.deviceKey
  const x = computeX(suite, { salt, identity, password: device.devicePassword })
  const verifier = await computeVerifier(suite, x, modPow)
  return { x, verifier, Salt: bytesToBase64(salt), PasswordVerifier: bytesToBase64(suite.pad(verifier)) }
}
