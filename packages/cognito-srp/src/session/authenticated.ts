import type { CognitoClient } from '../client.ts'
import type { CallOptions } from '../service/signal.ts'
import { sessionOr } from './get-session.ts'
import type { Session } from './session.ts'

/**
 * The session for an operation that needs one.
 *
 * @throws {@link SessionError} 'User is not authenticated'; otherwise as `getSession`.
 */
export function authenticatedSession(client: CognitoClient, { signal }: CallOptions = {}): Promise<Session> {
  return sessionOr('User is not authenticated', client, { signal })
}
