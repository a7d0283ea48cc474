const STEP_SECONDS = 30
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The six digits an authenticator app shows now (RFC 6238, SHA-1). @param secret base32 */
export async function currentCode(secret: string, nowMs = Date.now()): Promise<string> {
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(Math.floor(nowMs / 1000 / STEP_SECONDS)))
  const algorithm = { name: 'HMAC', hash: 'SHA-1' }
  const key = await crypto.subtle.importKey('raw', decodeBase32(secret), algorithm, false, ['sign'])
  const digest = new DataView(await crypto.subtle.sign('HMAC', key, counter.buffer))
  const offset = digest.getUint8(digest.byteLength - 1) & 0x0f
  const number = digest.getUint32(offset) & 0x7f_ff_ff_ff
  return String(number % 1_000_000).padStart(6, '0')
}

function decodeBase32(text: string): Uint8Array<ArrayBuffer> {
  const bits = text
    .replaceAll('=', '')
    .split('')
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Uint8Array.from({ length: Math.floor(bits.length / 8) }, (_, index) =>
    Number.parseInt(bits.slice(index * 8, index * 8 + 8), 2),
  )
}
