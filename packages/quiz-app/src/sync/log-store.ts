import type { LoggedAnswer, StatsBase, StoredRun } from '../storage/database.ts'
import type { KnownStats, LocalStats } from './merge.ts'

export type NewAnswer = Omit<LoggedAnswer, 'deviceId' | 'key'>

/** The answer as the log has it: the first one to a question of a run is the one that counts. */
export type Recorded = { answer: LoggedAnswer; isNew: boolean }

/** One result for each of the appended answers, and the answers that the caller's base does not contain. */
export type Appended = { recorded: Recorded[]; pending: LoggedAnswer[] }

/** What a device keeps of one user's studying. */
export type KeptStudy = { base: StatsBase | null; answers: LoggedAnswer[]; runs: StoredRun[] }

/** What a page knows of one user from a log that it has lost. */
export type Inheritance = { base: StatsBase | null; answers: Iterable<LoggedAnswer> }

/** Chooses the answers to delete by what a log holds of a user; null deletes nothing, not even the base. */
export type ChooseErased = (local: LocalStats) => ((answer: LoggedAnswer) => boolean) | null

/** One place for answers and bases, with a log of its own: a database, or the memory of a page. */
export type LogStore = {
  /** The name of its log. */
  readonly deviceId: string
  /**
   * Stores the answers in their order, all of them or none, and resolves when they are durable.
   *
   * @param base what the caller knows of the server
   * @returns also what that base does not contain, in one step with the answers: all earlier answers of this log are there
   */
  append(userId: string, answers: readonly NewAnswer[], base: StatsBase | null): Promise<Appended>
  read(userId: string): Promise<LocalStats>
  /** The answers that a base does not contain, by log in their order. */
  readPending(userId: string, base: StatsBase | null): Promise<LoggedAnswer[]>
  /** Replaces the base in one step, which no other tab can interleave. */
  updateBase(userId: string, change: (local: LocalStats) => StatsBase): Promise<KnownStats>
  /** Takes over what a page knows from another log; what is already there stays as it is. */
  inherit(userId: string, inheritance: Inheritance): Promise<void>
  readRunAnswers(userId: string, runId: string): Promise<LoggedAnswer[]>
  readAll(userId: string): Promise<KeptStudy>
  /** Deletes everything of a user. */
  erase(userId: string): Promise<void>
  /** Deletes the base of a user and some of the answers in one step. @returns what was there before */
  eraseWhere(userId: string, choose: ChooseErased): Promise<LocalStats>
}
