import { ConfigurationError } from '../errors.ts'
import { bytesToBase64, utf8 } from '../srp/encoding.ts'
import type { AppClient } from './wire.ts'

/** The service takes 128 characters; a server may get names from a page or from the service itself. */
const MAX_NAME_LENGTH = 1024

/**
 * Cognito's `SECRET_HASH` for app clients with a secret: base64(HMAC-SHA256(clientSecret, username | clientId)). Undefined
 * for app clients without a secret.
 *
 * InitiateAuth hashes the name as typed, answers to SRP challenges `USER_ID_FOR_SRP`, a refresh the real user name.
 * Secrets belong on servers, all of which have WebCrypto; pages need not carry a hash function for this.
 *
 * @throws ConfigurationError where the platform has no `crypto.subtle`, or for what is no user name.
 */
export async function secretHash({ clientSecret, clientId }: AppClient, username: string): Promise<string | undefined> {
  if (clientSecret === undefined) return undefined
  if (username.length > MAX_NAME_LENGTH) throw new ConfigurationError('A user name has at most 128 characters.')
  const subtle = globalThis.crypto?.subtle
  if (!subtle) throw new ConfigurationError('This platform has no crypto.subtle, which a client secret needs.')
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await subtle.importKey('raw', utf8(clientSecret) as Uint8Array<ArrayBuffer>, algorithm, false, ['sign'])
  const hash = await subtle.sign('HMAC', key, utf8(username + clientId) as Uint8Array<ArrayBuffer>)
  return bytesToBase64(new Uint8Array(hash))
}
