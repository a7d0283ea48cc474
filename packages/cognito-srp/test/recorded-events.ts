import { onTestFinished } from 'vitest'

import type { CognitoClient } from '../src/client.ts'
import { onAuthChange } from '../src/session/events.ts'
import type { AuthEvent } from '../src/session/session.ts'

/** Records the events of a client until the test ends. */
export function listen(client: CognitoClient): AuthEvent[] {
  const events: AuthEvent[] = []
  onTestFinished(onAuthChange(client, (event) => events.push(event)))
  return events
}
