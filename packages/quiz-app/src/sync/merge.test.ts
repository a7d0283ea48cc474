import type { UserStats } from '@cognito-srp/contract'
import { expect, test } from 'vitest'

import { newAnswer } from '../../test/new-answer.ts'
import type { LoggedAnswer, StatsBase } from '../storage/database.ts'
import { batchOf, containedIn, isDeletion, mergeStats, newerBase, rebase } from './merge.ts'
import type { KnownStats, LocalStats } from './merge.ts'

const answer = (key: number, deviceId = 'phone'): LoggedAnswer => ({
  ...newAnswer('q'),
  deviceId,
  key,
})
const stats = (tries: number, marks?: Record<string, number>): UserStats => ({
  id: 'ana',
  questionsStats: { q: { tries, correct: tries } },
  ...(marks && { marks }),
})
const local = (tries: number, lastKey: number, ...pending: LoggedAnswer[]): KnownStats => ({
  base: { document: stats(tries), held: { phone: lastKey } },
  pending,
})

const nothingYet: LocalStats = { base: null, pending: [answer(1)] }

test('a base read from the server has the marks of the server, regardless of the device’s own state', () => {
  expect(rebase(local(9, 7), { document: stats(4, { phone: 3, tablet: 8 }) }).held).toEqual({ phone: 3, tablet: 8 })
  expect(rebase(nothingYet, { document: stats(4, { tablet: 8 }) }).held).toEqual({ tablet: 8 })
})

test('the next document adds the pending answers to the server’s counts and moves only this device’s mark', () => {
  const server = stats(4, { phone: 3, tablet: 8 })
  const held = { phone: 3, tablet: 8 }
  const merged = mergeStats({ base: { document: server, held }, pending: [answer(4), answer(9)] })
  expect(merged).toEqual(stats(6, { phone: 9, tablet: 8 }))
})

test('the document for a plain gateway has exactly the specified fields', () => {
  const base = rebase(local(1, 1, answer(2)), { document: stats(4) })
  expect(mergeStats({ base, pending: [answer(2)] })).toEqual(stats(5))
})

test('a first document without marks is assumed to contain none of the log’s answers', () => {
  expect(rebase(nothingYet, { document: stats(5) })).toEqual({ document: stats(5), held: {} })
})

/** Returns the base of a device that sent answers 1 to `count` of question q, one per batch, and then read `server`. */
const sentTo = (server: UserStats, count: number, isAcknowledged: boolean): StatsBase => ({
  document: server,
  held: {},
  batches: Array.from({ length: count }, (_, index) => ({
    ...batchOf(`batch ${index + 1}`, [answer(index + 1)], stats(index + 1)),
    isAcknowledged,
  })),
})

test.each([
  ['contains a batch whose counts the server has reached', 2, [true, true]],
  ['lacks a batch whose counts the server has not reached', 1, [true, false]],
  ['lacks every batch if the server was restored to an older state', 0, [false, false]],
])('without marks, a base with unconfirmed or acknowledged batches %s', (_fact, tries, contained) => {
  for (const isAcknowledged of [false, true]) {
    const base = sentTo(stats(tries), 2, isAcknowledged)
    expect([answer(1), answer(2)].map(containedIn(base))).toEqual(contained)
  }
})

test.each([
  ['an unconfirmed batch is missing as a whole if one count is too low', false, [false, false]],
  ['only the question whose count is too low is missing from an acknowledged batch', true, [true, false]],
])('%s', (_fact, isAcknowledged, contained) => {
  const answers = [answer(1), { ...answer(2), questionId: 'r' }]
  const document = { id: 'ana', questionsStats: { q: { tries: 1, correct: 1 }, r: { tries: 1, correct: 1 } } }
  const base = { document: stats(1), held: {}, batches: [{ ...batchOf('b', answers, document), isAcknowledged }] }
  expect(answers.map(containedIn(base))).toEqual(contained)
})

test('a wrong answer on the server does not count as a right answer, because the counts of right answers are compared too', () => {
  const server = { id: 'ana', questionsStats: { q: { tries: 1, correct: 0 } } }
  expect(containedIn(sentTo(server, 1, false))(answer(1))).toBe(false)
})

test.each<[string, boolean, UserStats, UserStats]>([
  ['an empty map that replaces counts', true, stats(3), { id: 'ana', questionsStats: {} }],
  ['empty marks that replace marks', true, stats(3, { phone: 3 }), stats(2, {})],
  ['missing marks after earlier marks', true, stats(3, { phone: 3 }), stats(2)],
  ['lower counts', false, stats(3), stats(1)],
  ['an earlier mark', false, stats(3, { phone: 3 }), stats(1, { phone: 1 })],
  ['only the marks of another device', false, stats(3, { phone: 3 }), stats(1, { tablet: 1 })],
  ['an unchanged empty map', false, { id: 'ana', questionsStats: {} }, { id: 'ana', questionsStats: {} }],
])('for %s, isDeletion returns %s', (_what, expected, known, server) => {
  expect(isDeletion({ document: known, held: known.marks ?? {} }, server)).toBe(expected)
})

test('merging the bases of two pages keeps all batches, and acknowledges a batch if either page has its acknowledgement', () => {
  const inDoubt = sentTo(stats(1), 1, false)
  const acknowledged = sentTo(stats(1), 1, true)
  const later = { ...sentTo(stats(2), 2, true), batches: sentTo(stats(2), 2, true).batches?.slice(1) ?? [] }
  for (const [kept, brought] of [
    [inDoubt, acknowledged],
    [acknowledged, inDoubt],
  ] as const) {
    expect(newerBase(kept, brought)?.batches).toEqual(acknowledged.batches)
  }
  const joined = newerBase(acknowledged, later)
  expect([answer(1), answer(2)].map(containedIn(joined))).toEqual([true, true])
})
