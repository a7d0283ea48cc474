import type { UserStats } from '@cognito-srp/contract'
import { expect, test } from 'vitest'

import type { LoggedAnswer } from '../storage/database.ts'
import { mergeStats, rebase } from './merge.ts'
import type { KnownStats, LocalStats } from './merge.ts'

const answer = (key: number, deviceId = 'phone'): LoggedAnswer => ({
  deviceId,
  key,
  questionId: 'q',
  correct: true,
  selected: 0,
  sessionId: 's',
  atMs: 0,
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

test('marks say how much of this log the server holds, whatever this device believed', () => {
  expect(rebase(local(9, 7), { document: stats(4, { phone: 3, tablet: 8 }) }).held).toEqual({ phone: 3, tablet: 8 })
  expect(rebase(nothingYet, { document: stats(4, { tablet: 8 }) }).held).toEqual({ tablet: 8 })
})

test('the next document counts what the mark does not cover and moves the own mark only', () => {
  const server = stats(4, { phone: 3, tablet: 8 })
  const merged = mergeStats(
    { base: { document: server, held: { phone: 3, tablet: 8 } }, pending: [answer(4), answer(9)] },
    server,
  )
  expect(merged).toEqual(stats(6, { phone: 9, tablet: 8 }))
})

test('a plain gateway gets exactly the specified fields', () => {
  expect(mergeStats(local(1, 1, answer(2)), stats(1))).toEqual(stats(2))
})

test('on a plain gateway the first contact is the baseline of the whole log', () => {
  expect(rebase(nothingYet, { document: stats(5) })).toEqual({ document: stats(5), held: {} })
})

test('on a plain gateway a server that already holds the pending answers does not count them twice', () => {
  const known = local(1, 1, answer(2))
  expect(rebase(known, { document: stats(2) })).toEqual(known.base)
  expect(mergeStats(known, stats(2))).toEqual(stats(2))
})

test('on a plain gateway what another device added is kept', () => {
  const server = { id: 'ana', questionsStats: { q: { tries: 1, correct: 1 }, other: { tries: 2, correct: 0 } } }
  expect(mergeStats(local(1, 1, answer(2)), server).questionsStats).toEqual({
    q: { tries: 2, correct: 2 },
    other: { tries: 2, correct: 0 },
  })
  expect(rebase(local(3, 1), { document: server }).document.questionsStats).toEqual({
    q: { tries: 3, correct: 3 },
    other: { tries: 2, correct: 0 },
  })
})
