import { z } from 'zod'

import type { EmulatorOptions } from '../options/emulator-options.ts'
import { ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import { MAX_BODY_BYTES, readBodyText } from './body.ts'
import { isAdministrator } from './guard.ts'
import { errorResponse, success } from './responses.ts'

const TARGET = 'TrentService.Decrypt'

const decryptInput = z.object({
  CiphertextBlob: z.base64(),
  EncryptionContext: z.record(z.string(), z.string()).default({}),
  KeyId: z.string().optional(),
})

/** Whether a request is for AWS KMS. A custom sender's program calls KMS to decrypt the code that it received. */
export function isKmsCall({ headers }: Request): boolean {
  return headers.get('x-amz-target')?.startsWith('TrentService.') ?? false
}

/**
 * Handles KMS's Decrypt operation for ciphertexts that this emulator created. Rejects callers that cannot use
 * administrator operations.
 */
export async function callKms(services: Services, options: EmulatorOptions, request: Request): Promise<Response> {
  try {
    if (!isAdministrator(request.headers, options)) throw new ServiceError('AccessDeniedException', 'Access denied.')
    if (request.headers.get('x-amz-target') !== TARGET) {
      throw new ServiceError('UnknownOperationException', `The emulator supports only ${TARGET} of KMS.`)
    }
    const { CiphertextBlob, EncryptionContext, KeyId } = readInput(await readBodyText(request, MAX_BODY_BYTES))
    const decrypted = services.kms.decrypt(Buffer.from(CiphertextBlob, 'base64'), EncryptionContext)
    if (!decrypted)
      throw new ServiceError(
        'InvalidCiphertextException',
        'This emulator did not encrypt the ciphertext in this encryption context.',
      )
    const { keyArn, plaintext } = decrypted
    if (KeyId !== undefined && KeyId !== keyArn) {
      throw new ServiceError(
        'IncorrectKeyException',
        'The key ID in the request does not identify a CMK that can perform this operation.',
      )
    }
    return success({ KeyId: keyArn, Plaintext: plaintext.toString('base64'), EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' })
  } catch (error) {
    if (error instanceof ServiceError) return errorResponse(error)
    throw error
  }
}

function readInput(body: string): z.output<typeof decryptInput> {
  try {
    return decryptInput.parse(JSON.parse(body))
  } catch {
    throw new ServiceError(
      'ValidationException',
      'Decrypt needs CiphertextBlob in base64. EncryptionContext, if present, must be a map of strings.',
    )
  }
}
