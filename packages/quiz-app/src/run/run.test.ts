import { expect, test } from 'vitest'

import { question } from '../../test/question.ts'
import type { Selection } from '../questions/selection.ts'
import { answerOf } from './run-question.ts'
import {
  currentQuestion,
  isFirst,
  isLast,
  joinAnswers,
  mistakesOf,
  moveBy,
  resumeRun,
  scoreOf,
  startRun,
  wrongQuestions,
} from './run.ts'
import type { Run } from './run.ts'

const EVERYTHING: Selection = { themes: [], mode: 'bank' }
const BANK = [question('a'), question('b', { correct: 1 }), question('c')]
const three = startRun({ id: 's', selection: EVERYTHING, questions: BANK, startedAtMs: 7 })

const answer = (run: Run, questionId: string, selected: number, runId = 's') => {
  const asked = BANK.find(({ id }) => id === questionId) ?? question(questionId)
  return joinAnswers(run, [{ ...answerOf(asked, selected), questionId, runId }])
}

const inLog = (questionId: string, selected: number) => ({
  questionId,
  selected,
  correct: selected === 0,
  chosen: selected === 0 ? 'certa' : 'errada',
  right: 'certa',
  runId: 's',
})

test('currentQuestion returns null for a run without questions', () => {
  expect(currentQuestion({ ...three, questions: [] })).toBeNull()
})

test('an answer marks its question as answered', () => {
  expect(currentQuestion(answer(three, 'a', 1))).toMatchObject({ answered: true, selected: 1 })
})

test('a second choice does not change the answer to a question', () => {
  const answered = answer(three, 'a', 1)
  expect(answer(answered, 'a', 0)).toBe(answered)
})

test('a run ignores answers from another run', () => {
  expect(answer(three, 'a', 1, 'another')).toBe(three)
})

test('moveBy stops at the first and last question and keeps the answers', () => {
  expect(moveBy(three, -1)).toBe(three)
  const last = moveBy(moveBy(answer(three, 'a', 0), 1), 1)
  expect(last.index).toBe(2)
  expect(moveBy(last, 1)).toBe(last)
  expect(currentQuestion(moveBy(moveBy(last, -1), -1))?.selected).toBe(0)
  expect([isFirst(three), isLast(three), isFirst(last), isLast(last)]).toEqual([true, false, false, true])
})

test('the score counts only answered questions, and wrongQuestions returns the questions that were answered wrong', () => {
  const run = answer(answer(three, 'a', 0), 'b', 0)
  expect(scoreOf(run)).toEqual({ answered: 2, correct: 1, total: 3, percent: 50 })
  expect(wrongQuestions(run).map(({ id }) => id)).toEqual(['b'])
  expect(mistakesOf(run)).toEqual([{ id: 'b', question: 'Pergunta b?', chosen: 'certa', right: 'errada' }])
})

test('mistakesOf returns the texts that were shown with the question', () => {
  const questions = [question('b', { alternatives: ['1', '2'] })]
  const answers = [{ ...inLog('b', 1), chosen: 'z', right: 'y' }]
  expect(mistakesOf(joinAnswers({ ...three, questions }, answers))).toEqual([
    { id: 'b', question: 'Pergunta b?', chosen: 'z', right: 'y' },
  ])
})

test.each([
  [0, 0, 0],
  [2, 3, 67],
  [1, 3, 33],
])('the score of %i right answers to %i answered questions is %i percent', (right, answered, percent) => {
  const questions = Array.from({ length: 3 }, (_, index) => question(`q${index}`))
  const inRun = questions.slice(0, answered).map(({ id }, index) => inLog(id, index < right ? 0 : 1))
  expect(scoreOf(joinAnswers({ ...three, questions }, inRun)).percent).toBe(percent)
})

const selection: Selection = { themes: ['História'], mode: 'random', limit: 2 }
const kept = {
  id: 's',
  userId: 'ana',
  questionIds: ['c', 'gone', 'a'],
  selection,
  startedAtMs: 7,
  currentId: 'a',
  isEnded: false,
}

test('a resumed run restores its order, its position and the first answer to each remaining question', () => {
  const answers = [inLog('c', 1), inLog('c', 0), inLog('gone', 1)]
  expect(resumeRun(kept, BANK, answers)).toEqual({
    id: 's',
    selection,
    questions: [question('c'), question('a')],
    answers: new Map([['c', { selected: 1, correct: false, chosen: 'errada', right: 'certa' }]]),
    index: 1,
    startedAtMs: 7,
    isEnded: false,
  })
})

test.each([undefined, 'gone'])(
  'a resumed run whose current question is %s starts at its first question',
  (currentId) => {
    expect(resumeRun({ ...kept, currentId }, BANK, [])?.index).toBe(0)
  },
)

test('a run cannot be resumed if the bank contains none of its questions', () => {
  expect(resumeRun({ ...kept, questionIds: ['gone'] }, BANK, [])).toBeNull()
})
