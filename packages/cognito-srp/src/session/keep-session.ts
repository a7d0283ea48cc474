import type { CognitoClient } from '../client.ts'
import { emit } from './events.ts'
import type { Session } from './session.ts'
import { inStorageTurn, writeSession } from './stored-session.ts'

/**
 * Stores the session of a completed sign-in and tells the listeners.
 *
 * @throws {@link StorageError}; nobody is signed in then, unless somebody was before.
 */
export async function keepSession(client: CognitoClient, session: Session): Promise<void> {
  client.state.generation += 1
  await inStorageTurn(client, () => writeSession(client, session.username, session))
  emit(client, { type: 'signedIn', username: session.username })
}
