import type { IDBPTransaction } from 'idb'

import type { QuizDatabase, QuizSchema, RunProgress, StoredRun } from './database.ts'

/** A run that this device keeps, without its questions, of which there may be many. */
export type KeptRun = RunProgress & { id: string }

/** Runs of one person that are kept beside the one on screen. */
const MAX_EARLIER_RUNS = 4

/** Without the answers: the log never waits for a run. */
const STORES = ['progress', 'runs'] as const
type Writing = IDBPTransaction<QuizSchema, typeof STORES, 'readwrite'>

/** The runs that stay when another one begins: those with answers and without an end, as long as there is room. */
export function runsToKeep<Kept extends Pick<RunProgress, 'answered' | 'total' | 'isEnded' | 'usedAtMs'>>(
  runs: readonly Kept[],
): Kept[] {
  return runs
    .filter((run) => isOpen(run) && run.answered > 0)
    .sort(byLastUse)
    .slice(0, MAX_EARLIER_RUNS)
}

/** Whether there is something left to answer in a run that nobody ended. */
export function isOpen({ answered, total, isEnded }: Pick<RunProgress, 'answered' | 'total' | 'isEnded'>): boolean {
  return !isEnded && answered < total
}

/** Keeps a new run so that a reload resumes it, and makes room for it. */
export async function saveRun(database: QuizDatabase, run: StoredRun, progress: RunProgress): Promise<void> {
  const earlier = await readRuns(database, run.userId)
  const kept = new Set(runsToKeep(earlier).map(({ id }) => id))
  const transaction = database.transaction(STORES, 'readwrite')
  for (const { id } of earlier) if (!kept.has(id)) await deleteRun(transaction, id)
  await transaction.objectStore('runs').put(run)
  await transaction.objectStore('progress').put(progress, run.id)
  await transaction.done
}

/** Keeps how far a run is; one that was forgotten meanwhile stays forgotten. */
export async function saveProgress(database: QuizDatabase, runId: string, progress: RunProgress): Promise<void> {
  const transaction = database.transaction(STORES, 'readwrite')
  const isKept = (await transaction.objectStore('runs').getKey(runId)) !== undefined
  if (isKept) await transaction.objectStore('progress').put(progress, runId)
  await transaction.done
}

/** The runs of a person, last used first. */
export async function readRuns(database: QuizDatabase, userId: string): Promise<KeptRun[]> {
  const transaction = database.transaction(STORES)
  const runs: KeptRun[] = []
  for (const id of await transaction.objectStore('runs').index('userId').getAllKeys(userId)) {
    const progress = await transaction.objectStore('progress').get(id)
    if (progress) runs.push({ ...progress, id })
  }
  return runs.sort(byLastUse)
}

/** What a run was begun with; undefined when it is not kept. */
export async function readRun(database: QuizDatabase, runId: string): Promise<StoredRun | undefined> {
  return database.get('runs', runId)
}

export async function forgetRun(database: QuizDatabase, runId: string): Promise<void> {
  const transaction = database.transaction(STORES, 'readwrite')
  await deleteRun(transaction, runId)
  await transaction.done
}

/** Forgets all runs of a person: the next one starts afresh. */
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

/** Orders runs by when they were last used, the newest first. */
export function byLastUse(one: Pick<RunProgress, 'usedAtMs'>, other: Pick<RunProgress, 'usedAtMs'>): number {
  return other.usedAtMs - one.usedAtMs
}
