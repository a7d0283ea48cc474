import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Password sign-in that a test describes. `a` is hexadecimal text. */
export type SignIn = {
  userPoolId: string
  /** Name that the user types. */
  username: string
  password: string
  a: string
  atMs: number
  challengeParameters: Record<string, string>
}

/** Sign-in with a password and then with a remembered device. `challengeParameters` belong to the challenge for the device. */
export type DeviceSignIn = Omit<SignIn, 'userPoolId' | 'username' | 'password'> & {
  deviceGroupKey: string
  deviceKey: string
  devicePassword: string
}

export type Device = { deviceGroupKey: string; deviceKey: string; devicePassword: string; salt: string }

/** Values that a library sends to Cognito. */
export type Claim = { A: string; signature: string; timestamp: string; secretBlock: string }

export type SecretHashInput = { clientSecret: string; username: string; clientId: string }

export type Verifier = { Salt: string; PasswordVerifier: string }

/** A library under test. If the library does not offer a function, the adapter omits the function. */
export type Library = {
  name: string
  /** Day on which the installed version was published. */
  published: string
  /** Name of the program in `reproductions` that runs one test without this adapter. */
  reproduction: string
  signIn(input: SignIn): Promise<Claim>
  signInWithDevice?(input: DeviceSignIn): Promise<Claim>
  createVerifier?(input: Device): Promise<Verifier>
  computeSecretHash?(input: SecretHashInput): Promise<string>
  /** SECRET_HASH in a challenge response. `username` is the typed name. */
  computeChallengeSecretHash?(input: SecretHashInput & { challengeParameters: Record<string, string> }): Promise<string>
}

/** Thrown when a test cannot be run through the public API of a library. */
export class NotCovered extends Error {}

/** Number of bytes that each of the four libraries draws for `a`. */
export const BYTES_OF_A = 128

const BYTES_OF_SALT = 16
const BYTES_OF_DEVICE_PASSWORD = 40

/** Returns the random bytes that a library reads as the integer `hex`. */
export function drawnInteger(hex: string, lengthBytes: number): Uint8Array {
  if (!/^[0-9a-f]+$/i.test(hex)) throw new NotCovered(`${hex} cannot be drawn`)
  const digits = BigInt(`0x${hex}`).toString(16)
  if (digits.length > 2 * lengthBytes)
    throw new NotCovered(`The library draws only ${lengthBytes} bytes, and the integer is longer.`)
  return Buffer.from(digits.padStart(2 * lengthBytes, '0'), 'hex')
}

export function drawnSalt({ salt }: Device): Uint8Array {
  return drawnInteger(salt, BYTES_OF_SALT)
}

export function drawnDevicePassword({ devicePassword }: Device): Uint8Array {
  const drawn = Buffer.from(devicePassword, 'base64')
  if (drawn.length !== BYTES_OF_DEVICE_PASSWORD || drawn.toString('base64') !== devicePassword)
    throw new NotCovered('The library generates device passwords only as base64 of 40 bytes.')
  return drawn
}

/** Version of an installed library. */
export function versionOf(name: string): string {
  const text = readFileSync(join(import.meta.dirname, 'node_modules', name, 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
