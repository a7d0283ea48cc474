import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const IV_LENGTH_BYTES = 12
const TAG_LENGTH_BYTES = 16

/** What is said with a secret and has to be said again to read it. */
export type EncryptionContext = Record<string, string>

/** Keys of AWS KMS as far as custom senders need them: every ARN is a key, and all of them stay here. */
export type Kms = {
  encrypt(keyArn: string, plaintext: Buffer, context: EncryptionContext): Buffer
  /** The plaintext and the key it was encrypted with; undefined for what was not encrypted here in this context. */
  decrypt(ciphertext: Buffer, context: EncryptionContext): { keyArn: string; plaintext: Buffer } | undefined
}

/** Keys that are derived from a secret of the emulator: what was encrypted before a restart can be read after it. */
export function createKms(secret: Buffer): Kms {
  const keyOf = (keyArn: string) => createHmac('sha256', secret).update(`KMS key ${keyArn}`).digest()
  return {
    encrypt(keyArn, plaintext, context) {
      const iv = randomBytes(IV_LENGTH_BYTES)
      const cipher = createCipheriv(CIPHER, keyOf(keyArn), iv).setAAD(canonical(context))
      const encrypted = Buffer.concat([cipher.update(plaintext), cipher.final()])
      const name = Buffer.from(keyArn)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(name.length)
      return Buffer.concat([length, name, iv, cipher.getAuthTag(), encrypted])
    },
    decrypt(ciphertext, context) {
      if (ciphertext.length < 2) return undefined
      const nameEnd = 2 + ciphertext.readUInt16BE()
      const keyArn = ciphertext.subarray(2, nameEnd).toString()
      const iv = ciphertext.subarray(nameEnd, nameEnd + IV_LENGTH_BYTES)
      const tag = ciphertext.subarray(nameEnd + IV_LENGTH_BYTES, nameEnd + IV_LENGTH_BYTES + TAG_LENGTH_BYTES)
      const encrypted = ciphertext.subarray(nameEnd + IV_LENGTH_BYTES + TAG_LENGTH_BYTES)
      if (tag.length < TAG_LENGTH_BYTES) return undefined
      try {
        const decipher = createDecipheriv(CIPHER, keyOf(keyArn), iv).setAAD(canonical(context)).setAuthTag(tag)
        return { keyArn, plaintext: Buffer.concat([decipher.update(encrypted), decipher.final()]) }
      } catch {
        return undefined // a tag that does not fit: another key, another context, another text
      }
    },
  }
}

function canonical(context: EncryptionContext): Buffer {
  return Buffer.from(JSON.stringify(Object.entries(context).toSorted(([a], [b]) => (a < b ? -1 : 1))))
}
