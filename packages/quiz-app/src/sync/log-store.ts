import type { LoggedAnswer, StatsBase, StoredRun } from '../storage/database.ts'
import type { KnownStats, LocalStats } from './merge.ts'

export type NewAnswer = Omit<LoggedAnswer, 'deviceId' | 'key'>

/** Answer as stored. Only the first answer to a question in a run counts. */
export type Recorded = { answer: LoggedAnswer; isNew: boolean }

/** One result per appended answer, and the answers that the caller's base does not contain. */
export type Appended = { recorded: Recorded[]; pending: LoggedAnswer[] }

/** A user's study data on this device. */
export type KeptStudy = { base: StatsBase | null; answers: LoggedAnswer[]; runs: StoredRun[] }

/** A user's data that a page copies from one log to another. */
export type Inheritance = { base: StatsBase | null; answers: Iterable<LoggedAnswer> }

/** Chooses the answers to delete. Returning null deletes nothing, not even the base. */
export type ChooseErased = (local: LocalStats) => ((answer: LoggedAnswer) => boolean) | null

/** Store of answers and bases with its own log: a database, or the memory of a page. */
export type LogStore = {
  /** Id of the log. */
  readonly deviceId: string
  /**
   * Stores all answers in order, or none of them, and resolves when they are stored.
   *
   * @param base the server statistics that the caller knows
   * @returns the stored answers, and the answers that the base does not contain, read in the same transaction
   */
  append(userId: string, answers: readonly NewAnswer[], base: StatsBase | null): Promise<Appended>
  read(userId: string): Promise<LocalStats>
  /** Returns the answers that a base does not contain, in order within each log. */
  readPending(userId: string, base: StatsBase | null): Promise<LoggedAnswer[]>
  /** Reads and replaces the base in one transaction, so that no other tab can change it in between. */
  updateBase(userId: string, change: (local: LocalStats) => StatsBase): Promise<KnownStats>
  /** Adds a page's data from another log. Existing answers stay, and the two bases are merged. */
  inherit(userId: string, inheritance: Inheritance): Promise<void>
  readRunAnswers(userId: string, runId: string): Promise<LoggedAnswer[]>
  readAll(userId: string): Promise<KeptStudy>
  /** Deletes all data of a user. */
  erase(userId: string): Promise<void>
  /** Deletes a user's base and the chosen answers in one transaction. @returns the data before the deletion */
  eraseWhere(userId: string, choose: ChooseErased): Promise<LocalStats>
}
