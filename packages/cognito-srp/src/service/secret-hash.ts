import { ConfigurationError } from '../errors.ts'
import type { AppClient } from './wire.ts'

/**
 * Maximum length of a user name to hash. The service's own limit for `Username` is 128 characters. This limit is higher, so that
 * the service rejects long names, and only prevents a page or the service from making a server hash megabytes.
 */
const MAX_NAME_LENGTH = 1024

/**
 * Computes Cognito's `SECRET_HASH` for app clients with a secret, base64(HMAC-SHA256(clientSecret, username | clientId)). Returns
 * undefined for app clients without a secret.
 *
 * The name to hash is `USER_ID_FOR_SRP` for responses to SRP challenges, the real user name for a refresh, and the user name in
 * the request otherwise. The hash uses `crypto.subtle`, `TextEncoder` and `btoa`, because client secrets belong on servers, and
 * all supported server platforms have these functions.
 *
 * @throws ConfigurationError when the platform has no `crypto.subtle`, or the user name is too long.
 */
export async function secretHash({ clientSecret, clientId }: AppClient, username: string): Promise<string | undefined> {
  if (clientSecret === undefined) return undefined
  if (username.length > MAX_NAME_LENGTH) throw new ConfigurationError('A user name must have at most 1024 characters.')
  const subtle = globalThis.crypto?.subtle
  if (!subtle) throw new ConfigurationError('This platform has no crypto.subtle, which a client secret needs.')
  const utf8 = (text: string) => new TextEncoder().encode(text)
  const key = await subtle.importKey('raw', utf8(clientSecret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const hash = new Uint8Array(await subtle.sign('HMAC', key, utf8(username + clientId)))
  return btoa(String.fromCharCode(...hash))
}
