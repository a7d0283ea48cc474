import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import { sha256 } from '../srp/group.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const SECRET_LENGTH_BYTES = 20
const STEP_SECONDS = 30
const DIGITS = 6
const ACCEPTED_STEPS = [0, -1, 1]

/** A new secret for an authenticator app, in base32 without padding. */
export function createTotpSecret(): string {
  const bits = [...randomBytes(SECRET_LENGTH_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((group) => BASE32[Number.parseInt(group, 2)]).join('')
}

/** The code an app shows during one time step (RFC 6238, SHA-1, 30 seconds, six digits). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', decodeBase32(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The time step whose code this is, of the present one and its neighbours; `undefined` when the code is of none. */
export function findTotpStep(secret: string, code: string, nowMs: number): number | undefined {
  const present = Math.floor(nowMs / 1000 / STEP_SECONDS)
  const steps = ACCEPTED_STEPS.map((distance) => present + distance)
  return steps.find((step) => timingSafeEqual(sha256(totpCode(secret, step)), sha256(code)))
}

function decodeBase32(text: string): Buffer {
  const symbols = text.toUpperCase().match(/[A-Z2-7]/g) ?? []
  const bits = symbols.map((symbol) => BASE32.indexOf(symbol).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
