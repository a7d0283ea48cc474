import { createAuthenticator, type CredentialJson } from '@cognito-srp/testing/authenticator'
import { vi } from 'vitest'

/** Stub of a browser's passkey API, with an authenticator whose user always agrees. */
export type PasskeyPlatform = {
  /** Arguments of the calls to `navigator.credentials`. */
  readonly asked: { publicKey: Record<string, unknown>; mediation?: string; signal: AbortSignal }[]
  /** Functions that answer the next calls instead of the authenticator, one call each. */
  readonly answers: ((signal: AbortSignal) => Promise<unknown>)[]
}

const ORIGIN = 'http://localhost:5173'

/**
 * Adds the passkey API to the global scope until the test ends.
 *
 * @param options `isModern`: includes the JSON functions of WebAuthn Level 3
 */
export function stubPasskeys({ isModern = false }: { isModern?: boolean } = {}): PasskeyPlatform {
  const authenticator = createAuthenticator()
  const asked: PasskeyPlatform['asked'] = []
  const answers: PasskeyPlatform['answers'] = []
  const answer = async (request: PasskeyPlatform['asked'][number], make: (challenge: string) => CredentialJson) => {
    asked.push(request)
    const instead = answers.shift()
    if (instead) return instead(request.signal)
    return platformCredential(make(toBase64Url(request.publicKey['challenge'] as Uint8Array)), isModern)
  }
  const credentials = {
    create: (request: PasskeyPlatform['asked'][number]) =>
      answer(request, (challenge) => {
        const { rp } = request.publicKey as { rp: { id?: string } }
        return authenticator.create({ challenge, rp }, ORIGIN)
      }),
    get: (request: PasskeyPlatform['asked'][number]) =>
      answer(request, (challenge) => {
        const { rpId = '' } = request.publicKey as { rpId?: string }
        return authenticator.get({ challenge, rpId }, ORIGIN)
      }),
  }
  const level3 = {
    parseCreationOptionsFromJSON: (options: { challenge: string; user: { id: string } }) => ({
      ...options,
      challenge: Buffer.from(options.challenge, 'base64url'),
      user: { ...options.user, id: Buffer.from(options.user.id, 'base64url') },
    }),
    parseRequestOptionsFromJSON: (options: { challenge: string }) => ({
      ...options,
      challenge: Buffer.from(options.challenge, 'base64url'),
    }),
  }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('navigator', { userAgent: 'test', credentials })
  vi.stubGlobal('PublicKeyCredential', {
    isConditionalMediationAvailable: async () => true,
    ...(isModern ? level3 : {}),
  })
  return { asked, answers }
}

/** Returns a promise that stays pending until `signal` is aborted, and then rejects. */
export function unanswered(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
  })
}

/** Returns a function that rejects with a DOMException of this name. */
export function rejectWith(name: string): () => Promise<never> {
  return () => Promise.reject(new DOMException('The operation either timed out or was not allowed.', name))
}

/** Returns a credential like a platform's, with bytes instead of strings, and with `toJSON` only if the platform is modern. */
function platformCredential(json: CredentialJson, isModern: boolean): object {
  const response = Object.entries(json.response).map(([name, value]) => [name, toBytes(String(value))])
  return {
    ...json,
    rawId: toBytes(json.rawId),
    getClientExtensionResults: () => ({}),
    authenticatorAttachment: 'platform',
    response: { ...Object.fromEntries(response), getTransports: () => ['internal'] },
    ...(isModern ? { toJSON: () => json } : {}),
  }
}

function toBytes(base64Url: string): ArrayBuffer {
  return Uint8Array.from(Buffer.from(base64Url, 'base64url')).buffer
}

function toBase64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
