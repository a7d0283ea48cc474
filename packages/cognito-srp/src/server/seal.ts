import { base64UrlToBytes, bytesToBase64Url, utf8 } from '../srp/encoding.ts'

/** Encrypts strings so that only servers with the same secret can read or change them. */
export type Seal = {
  /** Encrypts a string with the first secret. The result contains only letters, digits, `-`, `_` and one dot. */
  seal(text: string, place: string): Promise<string>
  /** Decrypts a string. Returns undefined unless the string was encrypted with one of the secrets for the same `place`. */
  open(sealed: string, place: string): Promise<string | undefined>
}

/** Key derived from a secret, and the id that marks the strings encrypted with the key. */
type Key = { id: string; key: CryptoKey }

type Bytes = Uint8Array<ArrayBuffer>

const KEY_LENGTH_BYTES = 32
const KEY_ID_LENGTH_BYTES = 6
/** Length of a random nonce (NIST SP 800-38D §8.2.2). */
const IV_LENGTH_BYTES = 12
/**
 * Matches a key's id, a dot and the encrypted string. The id and the encrypted string are in base64url. The maximum length
 * exceeds the length of any string that fits into the cookies.
 */
const SEALED = /^([\w-]{8})\.([\w-]{38,32768})$/
const DERIVATION = 'cognito-srp server session 1'

/**
 * Creates a seal that encrypts with AES-GCM and 256-bit keys. Derives each secret's key once, with HKDF (RFC 5869). `place` is
 * authenticated with the string, so a string that was encrypted for one place cannot be decrypted for another place.
 */
export function createSeal(secrets: readonly string[]): Seal {
  let keys: Promise<Key[]> | undefined
  const deriveAll = () => (keys ??= Promise.all(secrets.map(deriveKey)))

  return {
    async seal(text, place) {
      const [first] = (await deriveAll()) as [Key]
      const iv = crypto.getRandomValues(new Uint8Array(IV_LENGTH_BYTES))
      const encrypted = await crypto.subtle.encrypt(algorithm(iv, place), first.key, utf8(text) as Bytes)
      const sealed = new Uint8Array(IV_LENGTH_BYTES + encrypted.byteLength)
      sealed.set(iv)
      sealed.set(new Uint8Array(encrypted), IV_LENGTH_BYTES)
      return `${first.id}.${bytesToBase64Url(sealed)}`
    },
    async open(sealed, place) {
      const [, id, text = ''] = SEALED.exec(sealed) ?? []
      const known = (await deriveAll()).find((key) => key.id === id)
      if (!known) return undefined
      try {
        const bytes = fromCanonicalBase64Url(text)
        const iv = bytes.subarray(0, IV_LENGTH_BYTES)
        const encrypted = bytes.subarray(IV_LENGTH_BYTES)
        return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm(iv, place), known.key, encrypted))
      } catch {
        return undefined // forged, cut off, or sealed for another place
      }
    },
  }
}

function algorithm(iv: Bytes, place: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: utf8(place) as Bytes }
}

async function deriveKey(secret: string): Promise<Key> {
  const material = await crypto.subtle.importKey('raw', utf8(secret) as Bytes, 'HKDF', false, ['deriveBits'])
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8(DERIVATION) as Bytes }
  const bits = await crypto.subtle.deriveBits(hkdf, material, 8 * (KEY_LENGTH_BYTES + KEY_ID_LENGTH_BYTES))
  const key = await crypto.subtle.importKey('raw', bits.slice(0, KEY_LENGTH_BYTES), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ])
  return { id: bytesToBase64Url(new Uint8Array(bits.slice(KEY_LENGTH_BYTES))), key }
}

/** Returns a string's SHA-256 hash in base64url. The hash identifies a secret without revealing it. */
export async function hashOf(text: string): Promise<string> {
  return bytesToBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text) as Bytes)))
}

/** Returns 128 random bits in base64url. */
export function randomId(): string {
  return bytesToBase64Url(crypto.getRandomValues(new Uint8Array(16)))
}

/** @throws Error when the text is not canonical base64url (RFC 4648 §3.5). */
function fromCanonicalBase64Url(text: string): Bytes {
  const bytes = base64UrlToBytes(text, 'The sealed text')
  if (bytesToBase64Url(bytes) !== text) throw new RangeError('The text is not canonical base64url.')
  return bytes
}
