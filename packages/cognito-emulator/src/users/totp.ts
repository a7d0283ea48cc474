import { createHmac, randomBytes } from 'node:crypto'

import { isSameSecret } from '../pools/secrets.ts'
import { codeMismatch, expiredCode } from '../service-error.ts'
import type { MfaSettings, SoftwareToken } from './user.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const SECRET_LENGTH_BYTES = 20
const STEP_SECONDS = 30
const DIGITS = 6
const ACCEPTED_STEPS = [0, -1, 1]

/** Creates a secret for an authenticator app, in base32 without padding. */
export function createTotpSecret(): string {
  const bits = [...randomBytes(SECRET_LENGTH_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((group) => BASE32[Number.parseInt(group, 2)]).join('')
}

/** Enables an authenticator app that the user has verified. */
export function useSoftwareToken(mfa: MfaSettings, token: SoftwareToken): void {
  mfa.software = token
  mfa.isSoftwareEnabled = true
}

/**
 * Checks a code and returns the token with the time step of the code marked as used.
 *
 * @throws {ServiceError} CodeMismatchException, or ExpiredCodeException if the time step is not later than the last
 *   used one.
 */
export function acceptTotp(token: SoftwareToken | undefined, code: string, nowMs: number): SoftwareToken {
  const step = token && findTotpStep(token.secret, code, nowMs)
  if (!token || step === undefined) throw codeMismatch('Invalid code received for user')
  if (step <= (token.lastStep ?? -1)) throw expiredCode('Your software token has already been used once.')
  return { ...token, lastStep: step }
}

/**
 * Returns the time step of a code: the current step or one of its neighbours. Returns undefined if the code does not
 * match any of these steps.
 */
export function findTotpStep(secret: string, code: string, nowMs: number): number | undefined {
  const present = Math.floor(nowMs / 1000 / STEP_SECONDS)
  const steps = ACCEPTED_STEPS.map((distance) => present + distance)
  return steps.find((step) => isSameSecret(totpCode(secret, step), code))
}

/** Returns the code that an app shows during a time step (RFC 6238, SHA-1, 30 seconds, six digits). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', decodeBase32(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}

function decodeBase32(text: string): Buffer {
  const symbols = text.toUpperCase().match(/[A-Z2-7]/g) ?? []
  const bits = symbols.map((symbol) => BASE32.indexOf(symbol).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
