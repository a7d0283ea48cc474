// The program of the threads of sqlite-in-threads.ts.

import { workerData } from 'node:worker_threads'

import { answerJobs, type Answer } from '../threads/answer-jobs.ts'
import type { StatsHead } from './quiz-store.ts'
import type { SqliteJob, SqliteResult } from './sqlite-in-threads.ts'
import { openSqliteStore } from './sqlite-store.ts'

const store = openSqliteStore((workerData as { file: string }).file)

answerJobs(async (job: SqliteJob): Promise<Answer<SqliteResult>> => {
  if (job.do === 'read') {
    const stats = await store.readStats(job.userId)
    return { result: { done: 'read', stats }, transfer: stats === null ? [] : [stats.questionsStatsJson.buffer] }
  }
  const isChanged = (current: StatsHead | null) => (current?.version ?? null) !== job.replaces
  if (job.do === 'delete') {
    const outcome = await store.deleteStats(job.userId, (current) => (isChanged(current) ? 'changed' : null))
    return { result: { done: outcome.status === 'deleted' ? 'deleted' : 'changed' } }
  }
  const outcome = await store.writeStats(job.userId, (current) => (isChanged(current) ? 'changed' : job.stats))
  if (outcome.status === 'refused') return { result: { done: 'changed' } }
  return { result: { done: 'written', version: outcome.stats.version } }
})
