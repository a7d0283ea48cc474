import { createEphemeral } from '#srp'

import type { CognitoClient } from '../client.ts'
import type { Ephemeral } from '../srp/password-claim.ts'

/**
 * Computes the costly first half of an SRP sign-in ahead, for example while a person types the password. Optional; the
 * result serves one sign-in and is then forgotten.
 */
export function prepareSignIn(client: CognitoClient): void {
  const ephemeral = (client.state.ephemeral ??= createEphemeral(client.randomBytes))
  // A failure is reported by the sign-in that takes the pair; until then it must not count as unhandled.
  ephemeral.catch(() => undefined)
}

/** A pair (a, A) that no other sign-in has had or will get. */
export function takeEphemeral(client: CognitoClient): Promise<Ephemeral> {
  const prepared = client.state.ephemeral as Promise<Ephemeral> | undefined
  client.state.ephemeral = undefined
  return prepared ?? createEphemeral(client.randomBytes)
}
