import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const IV_LENGTH_BYTES = 12
const TAG_LENGTH_BYTES = 16

/** Encryption context. Decrypting a ciphertext requires the same context as encrypting it. */
export type EncryptionContext = Record<string, string>

/** The part of AWS KMS that custom senders need. Each ARN has its own key, and keys never leave the emulator. */
export type Kms = {
  encrypt(keyArn: string, plaintext: Buffer, context: EncryptionContext): Buffer
  /**
   * Returns the plaintext and the ARN of its key. Returns undefined if this emulator did not encrypt the ciphertext in this
   * context.
   */
  decrypt(ciphertext: Buffer, context: EncryptionContext): { keyArn: string; plaintext: Buffer } | undefined
}

/**
 * Creates keys that are derived from one of the emulator's secrets, so that ciphertexts can be decrypted after a restart.
 */
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
        return undefined // wrong tag: the key, the context or the ciphertext differs
      }
    },
  }
}

function canonical(context: EncryptionContext): Buffer {
  return Buffer.from(JSON.stringify(Object.entries(context).toSorted(([a], [b]) => (a < b ? -1 : 1))))
}
