import type { IDBPTransaction } from 'idb'

import type { QuizDatabase, QuizSchema, RunProgress, StoredRun } from './database.ts'

/** Progress and id of a stored run, without the question ids, of which there may be many. */
export type KeptRun = RunProgress & { id: string }

/** Maximum number of a user's earlier runs that are kept when a new run starts. */
const MAX_EARLIER_RUNS = 4

/**
 * Object stores that transactions on runs use. The answers are not included, so that the log does not wait for these
 * transactions.
 */
const STORES = ['progress', 'runs'] as const
type Writing = IDBPTransaction<QuizSchema, typeof STORES, 'readwrite'>

/** Returns the runs to keep when another run starts: the most recently used open runs that have answers. */
export function runsToKeep<Kept extends Pick<RunProgress, 'answered' | 'total' | 'isEnded' | 'usedAtMs'>>(
  runs: readonly Kept[],
): Kept[] {
  return runs
    .filter((run) => isOpen(run) && run.answered > 0)
    .sort(byLastUse)
    .slice(0, MAX_EARLIER_RUNS)
}

/** Whether a run has unanswered questions and has not been ended. */
export function isOpen({ answered, total, isEnded }: Pick<RunProgress, 'answered' | 'total' | 'isEnded'>): boolean {
  return !isEnded && answered < total
}

/** Stores a new run, so that a reload resumes it, and deletes the earlier runs that need not be kept. */
export async function saveRun(database: QuizDatabase, run: StoredRun, progress: RunProgress): Promise<void> {
  const earlier = await readRuns(database, run.userId)
  const kept = new Set(runsToKeep(earlier).map(({ id }) => id))
  const transaction = database.transaction(STORES, 'readwrite')
  for (const { id } of earlier) if (!kept.has(id)) await deleteRun(transaction, id)
  await transaction.objectStore('runs').put(run)
  await transaction.objectStore('progress').put(progress, run.id)
  await transaction.done
}

/** Stores the progress of a run, unless the run has been deleted. */
export async function saveProgress(database: QuizDatabase, runId: string, progress: RunProgress): Promise<void> {
  const transaction = database.transaction(STORES, 'readwrite')
  const isKept = (await transaction.objectStore('runs').getKey(runId)) !== undefined
  if (isKept) await transaction.objectStore('progress').put(progress, runId)
  await transaction.done
}

/** Returns a user's runs, most recently used first. */
export async function readRuns(database: QuizDatabase, userId: string): Promise<KeptRun[]> {
  const transaction = database.transaction(STORES)
  const runs: KeptRun[] = []
  for (const id of await transaction.objectStore('runs').index('userId').getAllKeys(userId)) {
    const progress = await transaction.objectStore('progress').get(id)
    if (progress) runs.push({ ...progress, id })
  }
  return runs.sort(byLastUse)
}

/** Returns a run with its selection, or undefined if the run is not stored. */
export async function readRun(database: QuizDatabase, runId: string): Promise<StoredRun | undefined> {
  return database.get('runs', runId)
}

export async function forgetRun(database: QuizDatabase, runId: string): Promise<void> {
  const transaction = database.transaction(STORES, 'readwrite')
  await deleteRun(transaction, runId)
  await transaction.done
}

/** Deletes all runs of a user. */
export async function forgetRuns(database: QuizDatabase, userId: string): Promise<void> {
  const transaction = database.transaction(STORES, 'readwrite')
  for (const id of await transaction.objectStore('runs').index('userId').getAllKeys(userId)) {
    await deleteRun(transaction, id)
  }
  await transaction.done
}

async function deleteRun(transaction: Writing, runId: string): Promise<void> {
  await transaction.objectStore('runs').delete(runId)
  await transaction.objectStore('progress').delete(runId)
}

/** Compares runs for sorting, most recently used first. */
export function byLastUse(one: Pick<RunProgress, 'usedAtMs'>, other: Pick<RunProgress, 'usedAtMs'>): number {
  return other.usedAtMs - one.usedAtMs
}
