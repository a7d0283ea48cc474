import type { Marks, Question } from '@cognito-srp/contract'

/** The questions in bank order. `version` changes whenever they do and says nothing else. */
export type Bank = { version: string; questions: Question[] }

/** What a write may look at to decide: never the counts themselves, so a store need not load them. */
export type StatsHead = { version: string; marks: Marks }

/**
 * One user's statistics. The counts stay the JSON text of `questionsStats`: no store looks inside, and answering a
 * request then costs neither parsing nor printing.
 */
export type StoredStats = StatsHead & { questionsStatsJson: string }

/** What a write stores; the store adds the version. */
export type NewStats = Omit<StoredStats, 'version'>

/** What came of a write: what is stored now, or why nothing was written, with what `decide` saw last. */
export type StatsOutcome<Reason extends string> =
  | { status: 'written'; stats: StoredStats; created: boolean }
  | { status: 'refused'; reason: Reason; current: StatsHead | null }

/** What came of a deletion: nothing is stored any more, or why it was left, with what `decide` saw last. */
export type DeletionOutcome<Reason extends string> =
  | { status: 'deleted' }
  | { status: 'refused'; reason: Reason; current: StatsHead | null }

/** What a write makes of the stored statistics; a text refuses the write and says why. */
export type DecideStats<Reason extends string> = (current: StatsHead | null) => NewStats | Reason

/** Where the product's state lives. Every promise that fulfils after a write means: it survives a crash. */
export interface QuizStore {
  /** Version of the bank alone, the cheapest question a store can answer. */
  bankVersion(): Promise<string>

  readBank(): Promise<Bank>

  /**
   * Replaces the bank in one step by what `change` makes of it; null leaves it as it is.
   * `change` must be pure: a store calls it again when somebody else wrote in between.
   */
  updateBank(change: (current: readonly Question[]) => readonly Question[] | null): Promise<void>

  /** Null when the user has no statistics yet. */
  readStats(userId: string): Promise<StoredStats | null>

  /**
   * Replaces a user's statistics in one step by what `decide` answers.
   * `decide` must be pure: a store calls it again when somebody else wrote in between.
   *
   * @throws StoreBusyError when others kept writing the same user's statistics
   */
  writeStats<Reason extends string>(userId: string, decide: DecideStats<Reason>): Promise<StatsOutcome<Reason>>

  /**
   * Deletes a user's statistics unless `decide` gives a reason against it; where there are none, nothing is to be done.
   * `decide` must be pure: a store calls it again when somebody else wrote in between.
   *
   * @throws StoreBusyError when others kept writing the same user's statistics
   */
  deleteStats<Reason extends string>(
    userId: string,
    decide: (current: StatsHead | null) => Reason | null,
  ): Promise<DeletionOutcome<Reason>>

  /** Fulfils when the store can be reached. */
  check(): Promise<void>

  close(): Promise<void>
}

/** The database cannot be opened or is not one of ours: the operator must act. Thrown when a store is opened. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError'
  readonly code = 'StoreUnavailable'
}

/** Too many writers at once on one record; the caller may try again shortly. Nothing was written. */
export class StoreBusyError extends Error {
  override readonly name = 'StoreBusyError'
  readonly code = 'StoreBusy'
}
