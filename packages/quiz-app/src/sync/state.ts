import type { Connection } from '../api/network.ts'
import type { LocalStats } from './merge.ts'

/** Where the statistics of the signed-in user stand. */
export type SyncState = {
  /** What the person sees: the server's known state and the answers it does not hold. */
  stats: LocalStats
  /** Whether the server's statistics were ever read on this device, or there are none to wait for. */
  isLoaded: boolean
  /** Whether an answer is on its way into the log; it counts as one that waits. */
  isStoring: boolean
} & (
  | { status: 'synced'; atMs: number | null }
  /** Answers wait. `dueAtMs` is null while no timer runs: the network is away, and coming back it sends them. */
  | { status: 'unsynced'; pending: number; dueAtMs: number | null }
  /** Answers wait, and the server is being asked. */
  | { status: 'sending'; pending: number }
)

/** What the state is derived from, with the connection. */
export type SyncFacts = {
  stats: LocalStats
  syncedAtMs: number | null
  dueAtMs: number | null
  /** Whether the server was asked and gave nothing to build on: the person starts from what is here. */
  isNothingThere: boolean
  /** Answers that are shown and not yet in the log. */
  storing: number
  /** Exchanges of this tab that wait for the lock or the server. */
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

/** What one user is shown: the facts as they change, and who hears of the state that follows from them. */
export type Shown = {
  facts(): SyncFacts
  state(): SyncState
  /** @returns a function that stops */
  subscribe(listener: (state: SyncState) => void): () => void
  /** Without changes for what lies outside the facts: the state depends on the connection. */
  update(changes: Partial<SyncFacts>): void
  /** Shows what is known of the log, with other changes in one step. */
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
