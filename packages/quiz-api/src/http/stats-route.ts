import type { Context } from 'hono'
import { userStatsSchema, type UserStats } from '@cognito-srp/contract'

import type { NewStats, QuizStore, StatsHead } from '../store/quiz-store.ts'
import type { ApiEnv } from './api-env.ts'
import { entityTag, failedCondition, type ConditionalHeader, type Conditions } from './entity-tags.ts'
import { readJsonBody } from './json-body.ts'
import { Problem } from './problem.ts'

/** `GET /stats`: the caller's statistics with their `marks`; 404 while there are none. */
export function getStats(store: QuizStore) {
  return async (c: Context<ApiEnv>) => {
    const userId = c.get('userId')
    const stats = await store.readStats(userId)
    if (stats === null) {
      throw new Problem({
        status: 404,
        code: 'stats-not-found',
        detail: 'You have no statistics yet: create them with PUT.',
        where: 'path',
      })
    }
    c.header('ETag', entityTag(stats.version))
    c.header('Cache-Control', 'private, no-cache')
    c.header('Vary', 'Authorization')
    const failed = failedCondition({ ...conditionsOf(c), 'If-Match': undefined }, stats.version)
    if (failed !== null) return c.body(null, 304)
    return c.body(statsJson(userId, stats), 200, { 'Content-Type': 'application/json' })
  }
}

/**
 * `PUT /stats`: replaces the caller's statistics when the conditional headers allow it. The answer is what is stored
 * now. A body without `marks` keeps those that are stored: they belong to devices whose answers the counts include.
 */
export function putStats(store: QuizStore) {
  return async (c: Context<ApiEnv>) => {
    const userId = c.get('userId')
    const conditions = conditionsOf(c)
    failedCondition(conditions, null) // a malformed header is reported before the body is read
    const body = await readJsonBody(c, userStatsSchema)
    requireOwner(body, userId)

    const questionsStatsJson = JSON.stringify(body.questionsStats)
    let stored: NewStats = { marks: {}, questionsStatsJson }
    const outcome = await store.writeStats(userId, (current) => {
      if (failedCondition(conditions, current?.version ?? null) !== null) return null
      stored = { marks: body.marks ?? current?.marks ?? {}, questionsStatsJson }
      return stored
    })
    if (outcome.status === 'refused') throw preconditionFailed(conditions, outcome.current)
    c.header('ETag', entityTag(outcome.version))
    c.header('Cache-Control', 'no-store')
    return c.body(statsJson(userId, stored), outcome.created ? 201 : 200, { 'Content-Type': 'application/json' })
  }
}

function conditionsOf(c: Context): Conditions {
  return { 'If-Match': c.req.header('If-Match'), 'If-None-Match': c.req.header('If-None-Match') }
}

function statsJson(userId: string, { marks, questionsStatsJson }: NewStats): string {
  return `{"id":${JSON.stringify(userId)},"questionsStats":${questionsStatsJson},"marks":${JSON.stringify(marks)}}`
}

function requireOwner(body: UserStats, userId: string): void {
  if (body.id === userId) return
  throw new Problem({
    status: 403,
    code: 'foreign-id',
    detail: 'The id must be your own user name.',
    where: 'body.id',
  })
}

function preconditionFailed(conditions: Conditions, current: StatsHead | null): Problem {
  const header: ConditionalHeader = failedCondition(conditions, current?.version ?? null) ?? 'If-Match'
  return new Problem({
    status: 412,
    code: 'precondition-failed',
    detail:
      current === null
        ? 'There are no statistics yet.'
        : 'The statistics changed meanwhile: read them again, merge, and repeat.',
    where: `header ${header}`,
    ...(current && { headers: { ETag: entityTag(current.version) } }),
  })
}
