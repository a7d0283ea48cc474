import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'

import type { EncryptionContext, Kms } from './kms.ts'

// Writes AWS Encryption SDK messages ("message format version 1" in the SDK's developer guide). Custom senders get their
// codes in this format. A message contains a data key that KMS encrypted, and the encrypted text in one frame. The service
// also signs its messages (algorithm 0378). The emulator uses an algorithm without signatures, which the SDK's `decrypt`
// accepts too.

/** AES-256-GCM with an HKDF-SHA256 key, without a signature. */
const ALGORITHM = 0x0178
const KEY_LENGTH_BYTES = 32
const IV_LENGTH_BYTES = 12
const FRAME_LENGTH_BYTES = 4096
const FINAL_FRAME = 0xff_ff_ff_ff
const FIRST_SEQUENCE = 1
const FRAMED = 2
const PROVIDER = 'aws-kms'

/** Encrypts the plaintext with a data key, and the data key with a KMS key. */
export function encryptMessage(kms: Kms, keyArn: string, plaintext: Buffer, context: EncryptionContext): Buffer {
  const messageId = randomBytes(16)
  const dataKey = randomBytes(KEY_LENGTH_BYTES)
  const info = Buffer.concat([uint16(ALGORITHM), messageId])
  const key = Buffer.from(hkdfSync('sha256', dataKey, Buffer.alloc(0), info, KEY_LENGTH_BYTES))
  const header = Buffer.concat([
    Buffer.from([0x01, 0x80]), // version 1, customer data
    uint16(ALGORITHM),
    messageId,
    sized(contextBytes(context)),
    uint16(1), // one wrapped key
    sized(Buffer.from(PROVIDER)),
    sized(Buffer.from(keyArn)),
    sized(kms.encrypt(keyArn, dataKey, context)),
    Buffer.from([FRAMED, 0, 0, 0, 0, IV_LENGTH_BYTES]),
    uint32(FRAME_LENGTH_BYTES),
  ])
  const headerIv = Buffer.alloc(IV_LENGTH_BYTES)
  const { tag: headerTag } = seal(key, headerIv, header, Buffer.alloc(0))
  return Buffer.concat([header, headerIv, headerTag, finalFrame(key, messageId, plaintext)])
}

function finalFrame(key: Buffer, messageId: Buffer, plaintext: Buffer): Buffer {
  const sequence = uint32(FIRST_SEQUENCE)
  const iv = Buffer.concat([Buffer.alloc(IV_LENGTH_BYTES - sequence.length), sequence])
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(plaintext.length))
  const aad = Buffer.concat([messageId, Buffer.from('AWSKMSEncryptionClient Final Frame'), sequence, length])
  const { encrypted, tag } = seal(key, iv, aad, plaintext)
  return Buffer.concat([uint32(FINAL_FRAME), sequence, iv, uint32(plaintext.length), encrypted, tag])
}

function seal(key: Buffer, iv: Buffer, aad: Buffer, plaintext: Buffer): { encrypted: Buffer; tag: Buffer } {
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(aad)
  const encrypted = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return { encrypted, tag: cipher.getAuthTag() }
}

function contextBytes(context: EncryptionContext): Buffer {
  const entries = Object.entries(context).map(([name, value]) => [Buffer.from(name), Buffer.from(value)] as const)
  const sorted = entries.toSorted(([a], [b]) => a.compare(b))
  return Buffer.concat([uint16(sorted.length), ...sorted.flatMap(([name, value]) => [sized(name), sized(value)])])
}

function sized(bytes: Buffer): Buffer {
  return Buffer.concat([uint16(bytes.length), bytes])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
