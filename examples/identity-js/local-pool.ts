// What stands for the person and the device in these programs: a pool on this machine, its mail, an authenticator app.

const endpoint = process.env['COGNITO_ENDPOINT'] ?? 'http://127.0.0.1:9339/'

/** As given to `new CognitoUserPool(…)`. A pool of the service has no `endpoint`. */
export const poolData = { UserPoolId: 'local_Shop', ClientId: 'shop', endpoint }

/** The code that the pool sent to somebody last. */
export async function receivedCode(username: string): Promise<string> {
  const answer = await fetch(`${endpoint}_emulator/outbox`)
  const sent = (await answer.json()) as { username: string; code: string }[]
  return sent.findLast((message) => message.username === username)?.code ?? ''
}

/** The six digits that an authenticator app shows for a secret (RFC 6238). */
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

/** What went wrong, in the words that programs look at. */
export function describe(error: unknown): string {
  const { name, code, message } = error as { name: string; code?: string; message: string }
  return `${name}, ${code ?? 'no code'}: ${message}`
}
