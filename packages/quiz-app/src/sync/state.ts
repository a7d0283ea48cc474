import type { Connection } from '../api/network.ts'
import type { LocalStats } from './merge.ts'

/** State of the signed-in user's statistics. */
export type SyncState = {
  /** Shown statistics: the known server statistics, and the answers that those statistics do not contain. */
  stats: LocalStats
  /** Whether screens need not wait for the server's statistics: they are known, reading has ended, or no reply is expected. */
  isLoaded: boolean
  /** Whether an answer is being stored. An answer counts as pending while it is being stored. */
  isStoring: boolean
} & (
  | { status: 'synced'; atMs: number | null }
  /** Answers are pending. `dueAtMs` is null while the timer is not running, for example while the browser is offline. */
  | { status: 'unsynced'; pending: number; dueAtMs: number | null }
  /** Answers are pending, and an exchange is in progress. */
  | { status: 'sending'; pending: number }
)

/** Facts from which the state is derived, together with the connection. */
export type SyncFacts = {
  stats: LocalStats
  syncedAtMs: number | null
  dueAtMs: number | null
  /** Whether reading the server's statistics has ended. Without a base, the app then shows the data of this device. */
  isNothingThere: boolean
  /** Number of answers that are being stored. */
  storing: number
  /** Number of this tab's exchanges that wait for the lock or the server. */
  exchanges: number
  isOtherTabExchanging: boolean
}

export const NOTHING_KNOWN: SyncFacts = {
  stats: { base: null, pending: [] },
  syncedAtMs: null,
  dueAtMs: null,
  isNothingThere: false,
  storing: 0,
  exchanges: 0,
  isOtherTabExchanging: false,
}

export function stateOf(facts: SyncFacts, connection: Connection): SyncState {
  const { stats, syncedAtMs, dueAtMs, isNothingThere, storing, exchanges } = facts
  const isLoaded = stats.base !== null || isNothingThere || connection !== 'expected'
  const shown = { stats, isLoaded, isStoring: storing > 0 }
  const pending = stats.pending.length + storing
  if (pending === 0) return { ...shown, status: 'synced', atMs: syncedAtMs }
  if (exchanges > 0) return { ...shown, status: 'sending', pending }
  return { ...shown, status: 'unsynced', pending, dueAtMs }
}

/** Facts of one user, and the subscribers to the state derived from them. */
export type Shown = {
  facts(): SyncFacts
  state(): SyncState
  /** @returns a function that unsubscribes */
  subscribe(listener: (state: SyncState) => void): () => void
  /** Updates the facts and notifies the subscribers. Call this function without changes after the connection has changed. */
  update(changes: Partial<SyncFacts>): void
  /** Shows the known data of the log, together with other changes. */
  showKnown(changes?: Partial<SyncFacts>): void
}

type ShownOptions = { known: () => LocalStats; connection: () => Connection; stopped: AbortSignal }

export function createShown({ known, connection, stopped }: ShownOptions): Shown {
  let facts = { ...NOTHING_KNOWN, stats: known() }
  let state = stateOf(facts, connection())
  const listeners = new Set<(state: SyncState) => void>()

  function update(changes: Partial<SyncFacts>): void {
    if (stopped.aborted) return
    facts = { ...facts, ...changes }
    state = stateOf(facts, connection())
    for (const listener of listeners) listener(state)
  }

  return {
    facts: () => facts,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    update,
    showKnown: (changes) => update({ ...changes, stats: known() }),
  }
}
