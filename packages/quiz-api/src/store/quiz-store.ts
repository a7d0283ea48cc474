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

/** `refused` when `decide` said no; `current` is what it saw last. */
export type StatsOutcome =
  | { status: 'written'; version: string; created: boolean }
  | { status: 'refused'; current: StatsHead | null }

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
   * Replaces a user's statistics in one step by what `decide` answers; null refuses.
   * `decide` must be pure: a store calls it again when somebody else wrote in between.
   *
   * @throws StoreBusyError when others kept writing the same user's statistics
   */
  writeStats(userId: string, decide: (current: StatsHead | null) => NewStats | null): Promise<StatsOutcome>

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
