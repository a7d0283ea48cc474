import type { CognitoClient } from '../client.ts'
import { ServiceError } from '../errors.ts'
import { callService } from '../service/transport.ts'
import { isRecord } from '../service/wire.ts'
import type { Operation } from './operations.ts'

/** Fields of a request or response that must not reach a page. */
const SECRET_FIELDS = new Set(['AccessToken', 'IdToken', 'RefreshToken', 'REFRESH_TOKEN', 'Token', 'ClientSecret'])

/** Tokens and client secrets are longer; a shorter text would be found where it means something else. */
const SECRET_MIN_LENGTH = 8

/**
 * Sends a request to the service. Should the message of an error repeat a secret of the request, the secret is removed.
 *
 * @param options `mayBeEmpty`: the operation has no output and succeeds with an empty body as well
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

/** Sends a request and returns what goes to the page of the response. @throws ServiceError, NetworkError, TimeoutError */
export async function passOn(
  client: CognitoClient,
  operation: Operation,
  payload: Record<string, unknown>,
): Promise<object> {
  const { name, response } = operation
  const answer = await ask(client, name, payload, { mayBeEmpty: response.length === 0 })
  return passBack(answer, operation, payload)
}

/** The listed fields of a response, without the secrets of the exchange. */
export function passBack(answer: object, { response }: Operation, payload: object): object {
  const read = (_name: string, value: unknown) =>
    typeof value === 'string' ? withoutSecrets(value, payload, answer) : value
  return JSON.parse(JSON.stringify(pick(answer, response)), read)
}

/** Only these members of an object. */
export function pick(members: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name)))
}

/** An error by which this server rejects a request, in the service's form. */
export function badRequest(code: string, message: string): ServiceError {
  return new ServiceError(message, { code, statusCode: 400, retryable: false })
}

/** The error for a session that was ended, in the service's words. */
export function revokedToken(token: 'Access' | 'Refresh'): ServiceError {
  return badRequest('NotAuthorizedException', `${token} Token has been revoked`)
}

/** A text without the secrets of an exchange. */
function withoutSecrets(text: string, ...exchange: object[]): string {
  return exchange.flatMap(secretsOf).reduce((rest, secret) => rest.split(secret).join('(removed)'), text)
}

function secretsOf(message: object): string[] {
  return Object.entries(message).flatMap(([name, value]): string[] => {
    if (isRecord(value) && name.startsWith('Auth')) return secretsOf(value)
    const isSecret = typeof value === 'string' && value.length >= SECRET_MIN_LENGTH && SECRET_FIELDS.has(name)
    return isSecret ? [value] : []
  })
}
