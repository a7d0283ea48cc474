import type { Connection } from '../api/network.ts'
import type { LocalStats } from './merge.ts'

/** Where the statistics of the signed-in user stand. */
export type SyncState = {
  /** What the person sees: the server's known state and the answers it does not hold. */
  stats: LocalStats
  /** Whether the server's statistics were ever read on this device, or there are none to wait for. */
  isLoaded: boolean
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
  /** Whether the server has no statistics of this user and could not be given empty ones. */
  isCreationRefused: boolean
  /** Exchanges of this tab that wait for the lock or the server. */
  exchanges: number
}

export const NOTHING_KNOWN: SyncFacts = {
  stats: { base: null, pending: [] },
  syncedAtMs: null,
  dueAtMs: null,
  isCreationRefused: false,
  exchanges: 0,
}

export function stateOf(facts: SyncFacts, connection: Connection): SyncState {
  const { stats, syncedAtMs, dueAtMs, isCreationRefused, exchanges } = facts
  const shown = { stats, isLoaded: stats.base !== null || isCreationRefused || connection !== 'expected' }
  const pending = stats.pending.length
  if (pending === 0) return { ...shown, status: 'synced', atMs: syncedAtMs }
  if (exchanges > 0) return { ...shown, status: 'sending', pending }
  return { ...shown, status: 'unsynced', pending, dueAtMs }
}
