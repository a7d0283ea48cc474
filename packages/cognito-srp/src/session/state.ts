import type { Ephemeral } from '../srp/claim.ts'
import type { AuthEvent, Session } from './session.ts'
import type { StoredSession } from './stored-session.ts'

/** Mutable state of a client. */
export type ClientState = {
  /** The pair (a, A) that `prepareSignIn` created, until a sign-in uses it. */
  ephemeral?: Promise<Ephemeral> | undefined
  /** Number of sign-ins, sign-outs and account switches so far. Only {@link startGeneration} changes it. */
  generation: number
  /** The last session that this client signed out of, as long as a server may still keep it. */
  serverSession?: StoredSession | undefined
  /** Pending refreshes. */
  readonly refreshes: Map<string, Refresh>
  /** The last access in the storage queue. */
  storageQueue: Promise<unknown>
  readonly listeners: Set<(event: AuthEvent) => void>
  /** Stops listening to other tabs. Set while there are listeners. */
  stopListening?: (() => void) | undefined
  /** Channel between the tabs, while this tab listens. */
  channel?: { postMessage(message: unknown): void; close(): void } | undefined
  /** The signed-in user when this tab began to listen to other tabs, or at the last event. */
  lastKnownUser?: Promise<string | null | undefined> | undefined
}

/** Pending refresh. The promises resolve to undefined if the stored session was replaced or removed meanwhile. */
export type Refresh = {
  readonly limits: RefreshLimits
  /** Result of the first attempt, for callers whose session is still valid. */
  readonly firstAttempt: Promise<Session | undefined>
  /** Result of all attempts. */
  readonly session: Promise<Session | undefined>
}

/** Limits of a refresh. The refresh reads the limits before each delay, so a caller that joins the refresh can change a limit. */
export type RefreshLimits = {
  /** Longest delay between two attempts, in milliseconds; 0 allows only one attempt. */
  delayCapMs: number
  /** Longest wait for the lock, in milliseconds; 0 after an attempt to acquire the lock has failed. */
  lockTimeoutMs: number
}

/** Creates the state of a new client. */
export function createState(): ClientState {
  return { generation: 0, refreshes: new Map(), storageQueue: Promise.resolve(), listeners: new Set() }
}

/**
 * Counts a sign-in, a sign-out or an account switch. With `accounts: 'one'`, a refresh that began earlier then stores nothing.
 */
export function startGeneration({ state }: { readonly state: ClientState }): void {
  state.generation += 1
}
