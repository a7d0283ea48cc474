import type { Clock } from '../controls/clock.ts'
import { createBoundedMap } from '../storage/bounded-map.ts'
import type { ProviderRequest } from './relying-party.ts'

/** Maximum duration of a user's sign-in at a provider. */
const REQUEST_SECONDS = 300
const KEPT_REQUESTS = 10_000
const KEPT_BYTES = 32 * 2 ** 20
const REQUEST_BYTES = 1_000

/** An authorization request that the emulator sent to a provider in response to an application's authorization request. */
export type SentRequest = ProviderRequest & {
  /** Issuer of the test provider. The issuer contains the address through which the browser reached the emulator. */
  testIssuer: string
  providerName: string
  /** Query string of the application's authorization request. */
  query: string
  csrfToken: string
}

/** Pending authorization requests to identity providers, kept in memory. */
export type ProviderRequests = {
  keep(request: SentRequest): void
  /** Returns the request with the given state. A state is accepted once, and only in the browser that sent the request. */
  take(state: string, csrfToken: string): SentRequest | undefined
}

export function createProviderRequests(clock: Clock): ProviderRequests {
  type Kept = { request: SentRequest; expiresAtMs: number }
  const isOver = ({ expiresAtMs }: Kept): boolean => clock.nowMs() >= expiresAtMs
  const sizeOf = (_state: string, { request }: Kept): number => REQUEST_BYTES + 2 * request.query.length
  const requests = createBoundedMap<Kept>({ entries: KEPT_REQUESTS, bytes: KEPT_BYTES, sizeOf, isOver })
  return {
    keep: (request) => requests.set(request.state, { request, expiresAtMs: clock.nowMs() + REQUEST_SECONDS * 1000 }),
    take(state, csrfToken) {
      const kept = requests.get(state)
      if (!kept || isOver(kept) || kept.request.csrfToken !== csrfToken) return undefined
      requests.delete(state)
      return kept.request
    },
  }
}
