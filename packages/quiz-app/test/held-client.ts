import type { CognitoClient, FetchRequest } from '@cognito-srp/client'

import { createClient } from './render-app.tsx'

/**
 * A client of one of the tests' user pools whose calls of one operation are answered by the service at once, while the
 * answer stays on its way until it is let go.
 *
 * @param isHeld which calls, by operation and text of the request
 */
export function createHeldClient(pool: string, isHeld: (operation: string, body: string) => boolean) {
  const operations: string[] = []
  const held: AbortSignal[] = []
  const { promise: goes, resolve: letGo } = Promise.withResolvers<void>()

  async function send(url: string, request: FetchRequest): Promise<Response> {
    const { signal, ...rest } = request
    const operation = request.headers['X-Amz-Target']?.split('.')[1] ?? ''
    operations.push(operation)
    const answer = await fetch(url, rest)
    if (isHeld(operation, request.body)) {
      held.push(signal)
      await goes
    }
    return answer
  }

  const client: CognitoClient = createClient({ pool, fetch: send })
  return { pool, client, operations, held, letGo }
}
