const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_MS = 30_000

/**
 * Computes the six digits that an authenticator app shows (RFC 6238 with HMAC-SHA-1 and steps of 30 seconds, as in
 * Cognito). The function uses WebCrypto, so that it works in Node and in browsers.
 *
 * @param secret base32, with or without padding
 */
export async function totpCode(secret: string, nowMs: number = Date.now()): Promise<string> {
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(Math.floor(nowMs / STEP_MS)))
  const algorithm = { name: 'HMAC', hash: 'SHA-1' }
  const key = await crypto.subtle.importKey('raw', decodeBase32(secret), algorithm, false, ['sign'])
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, counter.buffer))
  const offset = mac.getUint8(mac.byteLength - 1) & 0x0f // dynamic truncation, RFC 4226 §5.3
  return String((mac.getUint32(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}

/**
 * Computes the code that the app shows 30 seconds later. Tests need this code because each code is accepted only once.
 */
export function nextTotpCode(secret: string, nowMs: number = Date.now()): Promise<string> {
  return totpCode(secret, nowMs + STEP_MS)
}

function decodeBase32(text: string): Uint8Array<ArrayBuffer> {
  const symbols = Array.from(text.replaceAll('=', ''))
  const bits = symbols.map((symbol) => BASE32.indexOf(symbol).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}
