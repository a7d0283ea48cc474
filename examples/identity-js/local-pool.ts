// A local pool, its outbox and an authenticator app, which replace a real user and their devices in these programs.

const endpoint = process.env['COGNITO_ENDPOINT'] ?? 'http://127.0.0.1:9339/'

/** Argument of `new CognitoUserPool(…)`. For a real pool, omit `endpoint`. */
export const poolData = { UserPoolId: 'local_Shop', ClientId: 'shop', endpoint }

/** Returns the code that the pool last sent to a user. */
export async function receivedCode(username: string): Promise<string> {
  const answer = await fetch(`${endpoint}_emulator/outbox`)
  const sent = (await answer.json()) as { username: string; code: string }[]
  return sent.findLast((message) => message.username === username)?.code ?? ''
}

/** Computes the six digits that an authenticator app shows for a secret (RFC 6238). */
export async function shownCode(secret: string): Promise<string> {
  const bits = Array.from(secret, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2))
  const algorithm = { name: 'HMAC', hash: 'SHA-1' }
  const key = await crypto.subtle.importKey('raw', Uint8Array.from(bytes), algorithm, false, ['sign'])
  const step = new DataView(new ArrayBuffer(8))
  step.setBigUint64(0, BigInt(Math.floor(Date.now() / 30_000)))
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, step))
  const number = mac.getUint32(mac.getUint8(19) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Formats an error with the fields that programs check. */
export function describe(error: unknown): string {
  const { name, code, message } = error as { name: string; code?: string; message: string }
  return `${name}, ${code ?? 'no code'}: ${message}`
}
