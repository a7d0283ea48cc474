// Handlers of /stats, which read, replace and delete a user's statistics.

import type { Marks, UserStats } from '@cognito-srp/contract'
import type { Context, Handler } from 'hono'

import type { QuizStore, StatsHead, StoredStats } from '../store/quiz-store.ts'
import type { ApiEnv } from './access-token.ts'
import {
  allowRevalidation,
  entityTag,
  failedCondition,
  isCurrentCopy,
  parseConditions,
  type ConditionalHeader,
} from './entity-tags.ts'
import type { PaceDocument } from './large-documents.ts'
import { HttpProblem } from './problem.ts'
import { readStatsBody } from './stats-body.ts'

/** Status that nginx uses for a request whose client has disconnected. Only the log and the metrics show this status. */
const CLIENT_CLOSED_REQUEST = 499

/** `GET /stats`. */
export function sendStats(store: QuizStore, pace: PaceDocument): Handler<ApiEnv> {
  return async (c) => {
    const userId = c.get('userId')
    const { signal } = c.req.raw
    const read = async () => (signal.aborted ? null : store.readStats(userId))
    const stats = await pace(userId, read, (stats) => stats?.questionsStatsJson.length ?? 0)
    if (signal.aborted) return new Response(null, { status: CLIENT_CLOSED_REQUEST })
    if (stats === null) throw noStatsYet()
    allowRevalidation(c, stats.version, 'Authorization')
    if (isCurrentCopy(c, stats.version)) return c.body(null, 304)
    return respond(c, stats, 200)
  }
}

/** `PUT /stats`. */
export function replaceStats(store: QuizStore, limits: { maxBytes: number; pace: PaceDocument }): Handler<ApiEnv> {
  return async (c) => {
    const userId = c.get('userId')
    const conditions = parseConditions((name) => c.req.header(name))
    const body = await readStatsBody(c, limits)
    if (body.id !== userId) throw foreignId()

    const questionsStatsJson = JSON.stringify(body.questionsStats)
    const outcome = await store.writeStats(userId, (current) => {
      const failed = failedCondition(conditions, current?.version ?? null)
      return failed ?? { marks: marksOf(body, current), questionsStatsJson }
    })
    if (outcome.status === 'refused') throw preconditionFailed(outcome.reason, outcome.current)
    c.header('ETag', entityTag(outcome.stats.version))
    c.header('Cache-Control', 'no-store')
    return respond(c, outcome.stats, outcome.created ? 201 : 200)
  }
}

/** `DELETE /stats`. */
export function deleteStats(store: QuizStore): Handler<ApiEnv> {
  return async (c) => {
    const conditions = parseConditions((name) => c.req.header(name))
    const outcome = await store.deleteStats(c.get('userId'), (current) =>
      failedCondition(conditions, current?.version ?? null),
    )
    if (outcome.status === 'refused') throw preconditionFailed(outcome.reason, outcome.current)
    return c.body(null, 204)
  }
}

/** Sends the statistics. The store keeps the counts as JSON text, which is sent without being parsed again. */
function respond(c: Context<ApiEnv>, { marks, questionsStatsJson }: StoredStats, status: 200 | 201): Response {
  const id = JSON.stringify(c.get('userId'))
  const json = `{"id":${id},"questionsStats":${questionsStatsJson},"marks":${JSON.stringify(marks)}}`
  return c.body(json, status, { 'Content-Type': 'application/json' })
}

/**
 * Returns the marks to store. If a body has no marks, the stored marks are kept, because they belong to devices whose
 * answers the counts include. If the counts are empty too, the marks are dropped, because a device with a mark would
 * never send its earlier answers again.
 */
function marksOf({ marks, questionsStats }: UserStats, current: StatsHead | null): Marks {
  return marks ?? (Object.keys(questionsStats).length === 0 ? {} : (current?.marks ?? {}))
}

function noStatsYet(): HttpProblem {
  return new HttpProblem({
    status: 404,
    code: 'stats-not-found',
    detail: 'You have no statistics yet. Create them with PUT.',
    where: 'path',
  })
}

function foreignId(): HttpProblem {
  return new HttpProblem({
    status: 403,
    code: 'foreign-id',
    detail: 'The id must be your own user name.',
    where: 'body.id',
  })
}

function preconditionFailed(header: ConditionalHeader, current: StatsHead | null): HttpProblem {
  return new HttpProblem({
    status: 412,
    code: 'precondition-failed',
    detail:
      current === null
        ? 'There are no statistics yet.'
        : 'The statistics have changed in the meantime. Read them again, merge, and repeat the request.',
    where: `header ${header}`,
    ...(current && { headers: { ETag: entityTag(current.version) } }),
  })
}
