import { createAuthenticator, type CredentialJson } from '@cognito-srp/testing/authenticator'
import { vi } from 'vitest'

/** A browser's part of passkeys, with an authenticator whose owner always agrees, in place of the platform's. */
export type PasskeyPlatform = {
  /** What `navigator.credentials` was asked with. */
  readonly asked: { publicKey: Record<string, unknown>; mediation?: string; signal: AbortSignal }[]
  /** Answers the next questions instead, one each. */
  readonly answers: ((signal: AbortSignal) => Promise<unknown>)[]
}

const ORIGIN = 'http://localhost:5173'

/**
 * Puts passkeys into the global scope until the test ends.
 *
 * @param options `isModern`: with the platform's own reading and writing of JSON (WebAuthn Level 3)
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

/** A question that nobody answers, until it is taken away. */
export function unanswered(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
  })
}

/** What the browser rejects with under a name. */
export function refused(name: string): () => Promise<never> {
  return () => Promise.reject(new DOMException('The operation either timed out or was not allowed.', name))
}

/** A credential as a platform hands it out: bytes where JSON has texts, and JSON itself only where it is modern. */
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
