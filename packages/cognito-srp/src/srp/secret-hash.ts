import { ConfigurationError } from '../errors.ts'
import { bytesToBase64 } from './encoding.ts'

/** What {@link computeSecretHash} is made of. */
export type SecretHashInput = { clientSecret: string; username: string; clientId: string }

/**
 * Cognito's `SECRET_HASH` for app clients with a secret: base64(HMAC-SHA256(clientSecret, username | clientId)).
 *
 * InitiateAuth hashes the name as typed, answers to SRP challenges `USER_ID_FOR_SRP`, a refresh the real user name.
 * Secrets belong on servers, all of which have WebCrypto; pages need not carry a hash function for this.
 *
 * @throws {@link ConfigurationError} where the platform has no `crypto.subtle`.
 */
export async function computeSecretHash({ clientSecret, username, clientId }: SecretHashInput): Promise<string> {
  const subtle = globalThis.crypto?.subtle
  if (!subtle) throw new ConfigurationError('A client secret needs crypto.subtle, which this platform does not offer.')
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await subtle.importKey('raw', encoder.encode(clientSecret), algorithm, false, ['sign'])
  const hash = await subtle.sign('HMAC', key, encoder.encode(username + clientId))
  return bytesToBase64(new Uint8Array(hash))
}
