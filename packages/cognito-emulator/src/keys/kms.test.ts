import { createDecipheriv, hkdfSync } from 'node:crypto'
import { expect, test } from 'vitest'

import { BIA, createTestEmulator } from '../../test/caller.ts'
import type { EmulatorOptions } from '../index.ts'

const KEY = 'arn:aws:kms:local:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab'
const CONTEXT = { 'userpool-id': 'local_Pool1' }

/** Starts an emulator with a custom sender, and reads the message that the sender received. */
async function withSender(options: Partial<EmulatorOptions> = {}) {
  let message = Buffer.alloc(0)
  const emulator = createTestEmulator(
    {
      triggers: {
        kmsKeyId: KEY,
        customEmailSender: ({ request }) => void (message = Buffer.from(request.code ?? '', 'base64')),
      },
    },
    options,
  )
  const post = async (target: string, body: unknown, headers: Record<string, string> = {}) => {
    const init = { method: 'POST', headers: { 'x-amz-target': target, ...headers }, body: JSON.stringify(body) }
    const response = await emulator.fetch(new Request('http://127.0.0.1/', init))
    return { status: response.status, body: (await response.json()) as Record<string, string> }
  }
  await post('AWSCognitoIdentityProviderService.SignUp', BIA)
  return { emulator, post, ...readMessage(message) }
}

/**
 * Reads a message in the format of the "AWS Encryption SDK message format reference". A test in interop/peers reads a message
 * with the SDK itself.
 */
function readMessage(message: Buffer) {
  let at = 0
  const take = (length: number) => message.subarray(at, (at += length))
  const takeSized = () => take(take(2).readUInt16BE())
  expect(take(2).toString('hex')).toBe('0180')
  const algorithm = take(2)
  const messageId = take(16)
  const context = takeSized()
  expect(take(2).readUInt16BE()).toBe(1)
  const [provider, keyArn, wrapped] = [takeSized().toString(), takeSized().toString(), takeSized()]
  expect(take(6).toString('hex')).toBe('02000000000c')
  take(4)
  const header = message.subarray(0, at)
  const headerSeal = { iv: take(12), tag: take(16) }
  expect(take(4).toString('hex')).toBe('ffffffff')
  const [sequence, iv, length] = [take(4), take(12), take(4)]
  const frame = { sequence, iv, length, encrypted: take(length.readUInt32BE()), tag: take(16) }
  expect(at).toBe(message.length)
  return { algorithm, messageId, context, provider, keyArn, wrapped, header, headerSeal, frame }
}

test("a custom sender gets an AWS Encryption SDK message, and Decrypt returns the message's data key", async () => {
  const sent = await withSender()
  const { emulator, post, wrapped, algorithm, messageId, header, headerSeal, frame } = sent
  expect(sent).toMatchObject({ provider: 'aws-kms', keyArn: KEY })
  expect(algorithm.toString('hex')).toBe('0178')
  expect(sent.context.toString()).toContain('userpool-id')
  const { status, body } = await post('TrentService.Decrypt', {
    CiphertextBlob: wrapped.toString('base64'),
    EncryptionContext: CONTEXT,
    KeyId: KEY,
  })
  expect([status, body['KeyId'], body['EncryptionAlgorithm']]).toEqual([200, KEY, 'SYMMETRIC_DEFAULT'])

  const dataKey = Buffer.from(body['Plaintext'] ?? '', 'base64')
  const key = Buffer.from(hkdfSync('sha256', dataKey, '', Buffer.concat([algorithm, messageId]), 32))
  const seal = createDecipheriv('aes-256-gcm', key, headerSeal.iv).setAAD(header).setAuthTag(headerSeal.tag)
  expect(seal.final()).toHaveLength(0)
  const length = Buffer.alloc(8)
  length.writeUInt32BE(frame.encrypted.length, 4)
  const aad = Buffer.concat([messageId, Buffer.from('AWSKMSEncryptionClient Final Frame'), frame.sequence, length])
  const text = createDecipheriv('aes-256-gcm', key, frame.iv).setAAD(aad).setAuthTag(frame.tag)
  expect(Buffer.concat([text.update(frame.encrypted), text.final()]).toString()).toBe(emulator.outbox[0]?.code)
})

test.each<[string, object, string]>([
  ['another context', { EncryptionContext: { 'userpool-id': 'local_Other' } }, 'InvalidCiphertextException'],
  ['a missing context', { EncryptionContext: {} }, 'InvalidCiphertextException'],
  ['another key', { KeyId: KEY.replace('1234abcd', '5678dcba') }, 'IncorrectKeyException'],
  ['a made-up ciphertext', { CiphertextBlob: 'AAAA' }, 'InvalidCiphertextException'],
  ['a ciphertext that is not base64', { CiphertextBlob: '*' }, 'ValidationException'],
])('Decrypt rejects %s', async (_case, wrong, error) => {
  const { post, wrapped } = await withSender()
  const right = { CiphertextBlob: wrapped.toString('base64'), EncryptionContext: CONTEXT, KeyId: KEY }
  await expect(post('TrentService.Decrypt', { ...right, ...wrong })).resolves.toMatchObject({
    status: 400,
    body: { __type: error },
  })
})

test('Decrypt rejects pages of other sites, and requires the administrator key if one is configured', async () => {
  const open = await withSender()
  const right = { CiphertextBlob: open.wrapped.toString('base64'), EncryptionContext: CONTEXT }
  const denied = { status: 400, body: { __type: 'AccessDeniedException' } }
  const page = { origin: 'https://evil.example' }
  await expect(open.post('TrentService.Decrypt', right, page)).resolves.toMatchObject(denied)
  const closed = await withSender({ adminKey: 'chave' })
  const there = { CiphertextBlob: closed.wrapped.toString('base64'), EncryptionContext: CONTEXT }
  await expect(closed.post('TrentService.Decrypt', there)).resolves.toMatchObject(denied)
})

test('the KMS operation Encrypt is rejected as unknown', async () => {
  const { post } = await withSender()
  await expect(post('TrentService.Encrypt', {})).resolves.toMatchObject({
    body: { __type: 'UnknownOperationException' },
  })
})
