import type { CognitoClient } from '../client.ts'
import type { FetchRequest } from './fetch.ts'
import { parseBody, readFailure } from './failure.ts'
import { withDeadline, type CallOptions, type Signal } from './signal.ts'

const TARGET_PREFIX = 'AWSCognitoIdentityProviderService.'

/**
 * Sends one request to the user pool and reads the answer. Never repeats it.
 *
 * @param operation the service's name of it, for example `InitiateAuth`
 * @param payload the request in the service's casing; undefined fields are left out
 * @throws {@link ServiceError} when the service refuses or the answer cannot be read; {@link NetworkError};
 *   {@link TimeoutError}; the reason of `signal` when it aborts.
 */
export async function callService<Answer extends object>(
  client: CognitoClient,
  operation: string,
  payload: object,
  options: CallOptions = {},
): Promise<Answer> {
  return (await exchange(client, operation, payload, options)) as Answer
}

/** {@link callService} for operations without output: they succeed with an empty body as well. */
export async function commandService(
  client: CognitoClient,
  operation: string,
  payload: object,
  options: CallOptions = {},
): Promise<void> {
  await exchange(client, operation, payload, options, '{}')
}

async function exchange(
  client: CognitoClient,
  operation: string,
  payload: object,
  { signal }: CallOptions,
  emptyBody = '',
): Promise<object> {
  const { answer, text } = await withDeadline(
    async (signal) => {
      const answer = await client.fetch(client.endpoint, buildRequest(client, operation, payload, signal))
      return { answer, text: await answer.text() }
    },
    { timeoutMs: client.timeoutMs, signal },
  )
  const body = parseBody(text || emptyBody)
  if (answer.ok && body) return body
  throw readFailure(answer, body, client.now())
}

function buildRequest({ headers }: CognitoClient, operation: string, payload: object, signal: Signal): FetchRequest {
  return {
    method: 'POST',
    headers: {
      ...headers,
      'Content-Type': 'application/x-amz-json-1.1',
      'X-Amz-Target': TARGET_PREFIX + operation,
      'Cache-Control': 'no-store',
    },
    body: JSON.stringify(payload),
    signal,
    ...(knowsRequestField('mode') ? { mode: 'cors' } : {}),
    ...(knowsRequestField('cache') ? { cache: 'no-store' } : {}),
  }
}

/** Some workers throw on request fields that they do not implement. */
function knowsRequestField(field: 'mode' | 'cache'): boolean {
  return typeof Request !== 'undefined' && field in Request.prototype
}
