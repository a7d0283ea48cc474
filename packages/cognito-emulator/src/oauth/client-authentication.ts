import type { Caller, PoolRegistry } from '../pools/pools.ts'
import { checkClientSecret } from '../pools/secrets.ts'
import { ServiceError } from '../service-error.ts'
import { OAuthError } from './errors.ts'

const BASIC = /^Basic\s+([\w+/=-]+)$/i

/**
 * Authenticates the client of a request to the token or revocation endpoint. The client sends its id and secret with HTTP
 * Basic, or as `client_id` and `client_secret` in the form. If the client has a secret, the secret is required.
 *
 * @throws {OAuthError} invalid_request if the request has no client id or two different ones; invalid_client if the client is
 *   unknown, its secret is wrong or the Authorization header is malformed
 */
export function authenticateClient(
  pools: PoolRegistry,
  { headers, form, status }: { headers: Headers; form: URLSearchParams; status: number },
): Caller {
  const basic = readBasic(headers)
  const named = form.get('client_id') ?? undefined
  const clientId = basic?.id ?? named
  if (clientId === undefined) throw new OAuthError('invalid_request', 'client_id is missing')
  if (named !== undefined && named !== clientId)
    throw new OAuthError('invalid_request', 'client_id differs from the client in the Authorization header')
  try {
    const caller = pools.callerOf(clientId)
    checkClientSecret(caller.client, basic?.secret ?? form.get('client_secret') ?? undefined)
    return caller
  } catch (error) {
    if (error instanceof ServiceError) throw new OAuthError('invalid_client', '', status)
    throw error
  }
}

/** @throws {OAuthError} invalid_client if the Authorization header is not valid HTTP Basic */
function readBasic(headers: Headers): { id: string; secret: string } | undefined {
  const header = headers.get('authorization')
  if (header === null) return undefined
  const [, encoded] = BASIC.exec(header) ?? []
  const [id = '', ...secret] = Buffer.from(encoded ?? '', 'base64')
    .toString()
    .split(':')
  if (encoded === undefined || secret.length === 0) throw new OAuthError('invalid_client')
  return { id: decodeFormText(id), secret: decodeFormText(secret.join(':')) }
}

/**
 * Decodes an id or a secret, which are form-encoded in the header (RFC 6749 §2.3.1). Decoding does not change the ids and
 * secrets that the emulator creates.
 */
function decodeFormText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
