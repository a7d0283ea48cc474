import type { CognitoClient } from '../client.ts'
import { ServiceError } from '../errors.ts'
import { callService } from '../service/transport.ts'
import { isRecord } from '../service/wire.ts'
import type { Operation } from './operations.ts'

/**
 * Names of the fields of a request or response whose values {@link withoutSecrets} removes. The service writes a name in two ways,
 * such as `AccessToken` and `ACCESS_TOKEN`.
 */
const SECRET_FIELD = /^((access|id|refresh)_?)?token$|^client_?secret$/i

/**
 * Minimum length of a value that counts as a secret. A shorter value is not a token or a client secret, and could occur in other
 * strings by chance.
 */
const SECRET_MIN_LENGTH = 8

/**
 * Sends a request to the service. Removes the request's secrets from error messages.
 *
 * @param options `mayBeEmpty`: accepts an empty response body, because the operation has no output
 * @throws ServiceError, NetworkError, TimeoutError
 */
export async function ask<Answer extends object>(
  client: CognitoClient,
  operation: string,
  payload: Record<string, unknown>,
  options?: { mayBeEmpty: boolean },
): Promise<Answer> {
  try {
    return await callService<Answer>(client, operation, payload, options)
  } catch (error) {
    if (error instanceof ServiceError) error.message = withoutSecrets(error.message, payload)
    throw error
  }
}

/**
 * Sends a request and returns the fields of the response that the page may receive. @throws ServiceError, NetworkError,
 * TimeoutError
 */
export async function passOn(
  client: CognitoClient,
  operation: Operation,
  payload: Record<string, unknown>,
): Promise<object> {
  const { name, response } = operation
  const answer = await ask(client, name, payload, { mayBeEmpty: response.length === 0 })
  return passBack(answer, operation, payload)
}

/**
 * Returns the response fields that the operation lists. In the returned fields, secrets from the request and the response are
 * replaced with `(removed)`.
 */
export function passBack(answer: object, { response }: Operation, payload: object): object {
  const read = (_name: string, value: unknown) =>
    typeof value === 'string' ? withoutSecrets(value, payload, answer) : value
  return JSON.parse(JSON.stringify(pick(answer, response)), read)
}

/** Returns the properties whose names are in `names`. */
export function pick(members: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name)))
}

/** Creates an error in the service's format for a request that this server rejects. */
export function badRequest(code: string, message: string): ServiceError {
  return new ServiceError(message, { code, statusCode: 400, retryable: false })
}

/** Creates the error for an ended session. The message is the same as in the service's error. */
export function revokedToken(token: 'Access' | 'Refresh'): ServiceError {
  return badRequest('NotAuthorizedException', `${token} Token has been revoked`)
}

/** Returns the text with `(removed)` in place of each secret from a request and its response. */
function withoutSecrets(text: string, ...exchange: object[]): string {
  return exchange.flatMap(secretsOf).reduce((rest, secret) => rest.split(secret).join('(removed)'), text)
}

function secretsOf(message: object): string[] {
  return Object.entries(message).flatMap(([name, value]): string[] => {
    if (isRecord(value) && name.startsWith('Auth')) return secretsOf(value)
    const isSecret = typeof value === 'string' && value.length >= SECRET_MIN_LENGTH && SECRET_FIELD.test(name)
    return isSecret ? [value] : []
  })
}
