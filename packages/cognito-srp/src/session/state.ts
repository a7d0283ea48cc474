import type { Ephemeral } from '../srp/claim.ts'
import type { AuthEvent, Session } from './session.ts'
import type { StoredSession } from './stored-session.ts'

/** The changing part of a client. */
export type ClientState = {
  /** The pair (a, A) that `prepareSignIn` made ahead, until a sign-in takes it. */
  ephemeral?: Promise<Ephemeral> | undefined
  /** Number of sign-ins and sign-outs so far; only {@link startGeneration} writes it. */
  generation: number
  /** The session that was signed out of here last, as long as a server may hold it. */
  held?: StoredSession | undefined
  /** The refreshes in flight. */
  readonly refreshes: Map<string, Refresh>
  /** End of the queue of accesses to the storage. */
  storageTurn: Promise<unknown>
  readonly listeners: Set<(event: AuthEvent) => void>
  /** Stops listening to other tabs; set as long as there are listeners. */
  stopHearing?: (() => void) | undefined
  /** Channel between the tabs, while this one listens. */
  channel?: { postMessage(message: unknown): void; close(): void } | undefined
  /** The signed-in user when this tab began to listen to others, or at the last event. */
  lastKnownUser?: Promise<string | null | undefined> | undefined
}

/** A refresh in flight. Its promises resolve with undefined when the stored session was replaced or removed meanwhile. */
export type Refresh = {
  readonly limits: RefreshLimits
  /** Result of the first attempt: for callers whose session is still valid. */
  readonly firstAttempt: Promise<Session | undefined>
  /** Result of all attempts. */
  readonly session: Promise<Session | undefined>
}

/** How long a refresh waits. Read before each wait, so a caller that joins can change it. */
export type RefreshLimits = {
  /** Longest wait between two attempts, in milliseconds; 0 for one attempt. */
  delayCapMs: number
  /** Longest wait for the lock, in milliseconds; 0 once a wait was in vain. */
  lockTimeoutMs: number
}

/** State of a client that has done nothing yet. */
export function createState(): ClientState {
  return { generation: 0, refreshes: new Map(), storageTurn: Promise.resolve(), listeners: new Set() }
}

/** Counts a sign-in, a sign-out or a switch of accounts: a refresh that began before it writes nothing. */
export function startGeneration({ state }: { readonly state: ClientState }): void {
  state.generation += 1
}
