import type { Marks, Question } from '@cognito-srp/contract'

/** The questions in the order of the bank. `version` changes whenever the questions change. */
export type Bank = { version: string; questions: Question[] }

/**
 * Part of the stored statistics on which a write may base its decision. This part excludes the counts, so that a store
 * need not load them.
 */
export type StatsHead = { version: string; marks: Marks }

/**
 * One user's statistics. The counts are kept as the JSON text of `questionsStats`, so that neither the store nor a
 * request has to parse them.
 */
export type StoredStats = StatsHead & { questionsStatsJson: string }

/** Statistics to be stored. The store adds the version. */
export type NewStats = Omit<StoredStats, 'version'>

/**
 * Result of a write: the stored statistics, or the reason why `decide` rejected the write and the last head that
 * `decide` received.
 */
export type StatsOutcome<Reason extends string> =
  | { status: 'written'; stats: StoredStats; created: boolean }
  | { status: 'refused'; reason: Reason; current: StatsHead | null }

/**
 * Result of a deletion: success, or the reason why `decide` rejected the deletion and the last head that `decide`
 * received.
 */
export type DeletionOutcome<Reason extends string> =
  | { status: 'deleted' }
  | { status: 'refused'; reason: Reason; current: StatsHead | null }

/** Computes the new statistics from the stored head, or returns the reason for rejecting the write. */
export type DecideStats<Reason extends string> = (current: StatsHead | null) => NewStats | Reason

/** Storage of the product's state. When the promise of a write resolves, the write survives a crash. */
export interface QuizStore {
  /** Returns only the bank's version, which is a store's cheapest read. */
  bankVersion(): Promise<string>

  readBank(): Promise<Bank>

  /**
   * Atomically replaces the bank with the result of `change`. If the result is null, the bank stays unchanged. `change`
   * must be pure, because a store calls it again if another write came first.
   *
   * @throws StoreBusyError when other writers kept replacing the bank
   */
  updateBank(change: (current: readonly Question[]) => readonly Question[] | null): Promise<void>

  /** Returns a user's statistics, or null if the user has no statistics. */
  readStats(userId: string): Promise<StoredStats | null>

  /**
   * Atomically replaces a user's statistics with the result of `decide`. `decide` must be pure, because a store calls
   * it again if another write came first.
   *
   * @throws StoreBusyError when other writers kept replacing the same user's statistics
   */
  writeStats<Reason extends string>(userId: string, decide: DecideStats<Reason>): Promise<StatsOutcome<Reason>>

  /**
   * Deletes a user's statistics, if there are any, unless `decide` returns a reason to keep them. `decide` must be
   * pure, because a store calls it again if another write came first.
   *
   * @throws StoreBusyError when other writers kept replacing the same user's statistics
   */
  deleteStats<Reason extends string>(
    userId: string,
    decide: (current: StatsHead | null) => Reason | null,
  ): Promise<DeletionOutcome<Reason>>

  /** Resolves if the store can be reached, and rejects otherwise. */
  check(): Promise<void>

  close(): Promise<void>
}

/** Thrown when a store cannot be opened or its database has an unknown format. The operator must act. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError'
  readonly code = 'StoreUnavailable'
}

/**
 * Thrown when too many concurrent writers change the same record. The store wrote nothing, and the caller can soon try
 * again.
 */
export class StoreBusyError extends Error {
  override readonly name = 'StoreBusyError'
  readonly code = 'StoreBusy'
}
