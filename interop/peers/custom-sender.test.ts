import { buildClient, CommitmentPolicy, KmsKeyringNode } from '@aws-crypto/client-node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { startEmulator, type RunningEmulator, type TriggerEvents } from '../../packages/cognito-emulator/src/index.ts'

// These tests use a custom sender as in the developer guide. The AWS Encryption SDK decrypts the code with a KMS key.

const KEY = 'arn:aws:kms:us-east-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab'
const OTHER_KEY = KEY.replace('1234abcd', '5678dcba')
const { decrypt } = buildClient(CommitmentPolicy.REQUIRE_ENCRYPT_ALLOW_DECRYPT)

let emulator: RunningEmulator
let decryptWith = KEY
let sent: { code: string; poolId: string | undefined }[] = []

async function handler(event: TriggerEvents['customEmailSender']): Promise<void> {
  const keyring = new KmsKeyringNode({ generatorKeyId: decryptWith, keyIds: [decryptWith] })
  const { plaintext, messageHeader } = await decrypt(keyring, Buffer.from(event.request.code ?? '', 'base64'))
  sent.push({ code: plaintext.toString(), poolId: messageHeader.encryptionContext['userpool-id'] })
}

beforeAll(async () => {
  const triggers = { kmsKeyId: KEY, customEmailSender: handler }
  emulator = await startEmulator({ userPools: [{ id: 'us-east-1_Abc123', clients: [{ id: 'web' }], triggers }] })
})
afterAll(() => emulator.close())
beforeEach(() => {
  sent = []
  vi.stubEnv('AWS_ENDPOINT_URL_KMS', emulator.url)
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'any')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'any')
})
afterEach(() => vi.unstubAllEnvs())

const signUp = (Username: string) =>
  fetch(emulator.url, {
    method: 'POST',
    headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.SignUp' },
    body: JSON.stringify({
      ClientId: 'web',
      Username,
      Password: 'Senha-456',
      UserAttributes: [{ Name: 'email', Value: 'bia@example.com' }],
    }),
  })

test('the AWS Encryption SDK decrypts the code that a custom sender receives', async () => {
  decryptWith = KEY
  expect((await signUp('bia')).status).toBe(200)
  expect(sent).toEqual([{ code: emulator.outbox.at(-1)?.code, poolId: 'us-east-1_Abc123' }])
})

test('the AWS Encryption SDK cannot decrypt the code with another key', async () => {
  decryptWith = OTHER_KEY
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect((await signUp('caio')).status).toBe(200)
  expect(sent).toEqual([])
  expect(log.mock.calls.flat().join()).toMatch(/CustomEmailSender failed with error/)
  log.mockRestore()
})
