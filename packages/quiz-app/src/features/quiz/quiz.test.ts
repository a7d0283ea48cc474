import { expect, test } from 'vitest'

import { question } from '../../../test/question.ts'
import {
  chooseAlternative,
  currentQuestion,
  isFirst,
  isLast,
  moveBy,
  resumeQuiz,
  scoreOf,
  shownAlternatives,
  startQuiz,
  wrongQuestions,
} from './quiz.ts'
import type { Quiz } from './quiz.ts'

const three = startQuiz('s', [question('a'), question('b', { correct: 1 }), question('c')])

const statesOf = (quiz: Quiz) => {
  const asked = currentQuestion(quiz)
  return asked && shownAlternatives(asked).map(({ state }) => state)
}

test('a fresh question is unanswered and neutral', () => {
  expect(currentQuestion(three)).toEqual({ ...question('a'), answered: false, selected: null })
  expect(statesOf(three)).toEqual(['neutral', 'neutral'])
})

test('a quiz without questions shows none', () => {
  expect(currentQuestion(startQuiz('s', []))).toBeNull()
})

test('choosing answers the question and records the choice', () => {
  expect(currentQuestion(chooseAlternative(three, 'a', 1))).toMatchObject({ answered: true, selected: 1 })
})

test('a second choice changes nothing', () => {
  const answered = chooseAlternative(three, 'a', 1)
  expect(chooseAlternative(answered, 'a', 0)).toBe(answered)
})

test.each([
  ['right', 1, ['wrong', 'correct-chosen', 'wrong']],
  ['wrong', 2, ['wrong', 'correct', 'wrong-chosen']],
])('colours after a %s choice', (_case, choice, states) => {
  const quiz = startQuiz('s', [question('a', { alternatives: ['x', 'y', 'z'], correct: 1 })])
  expect(statesOf(chooseAlternative(quiz, 'a', choice))).toEqual(states)
})

test('empty alternatives are skipped; the others keep their index and get letters in a row', () => {
  const quiz = startQuiz('s', [question('a', { alternatives: ['', 'x', '', 'y'], correct: 3 })])
  const asked = currentQuestion(chooseAlternative(quiz, 'a', 3))
  expect(asked && shownAlternatives(asked)).toEqual([
    { index: 1, letter: 'A', text: 'x', state: 'wrong' },
    { index: 3, letter: 'B', text: 'y', state: 'correct-chosen' },
  ])
})

test('moving stays within bounds and keeps the answers', () => {
  expect(moveBy(three, -1)).toBe(three)
  const last = moveBy(moveBy(chooseAlternative(three, 'a', 0), 1), 1)
  expect(last.index).toBe(2)
  expect(moveBy(last, 1)).toBe(last)
  expect(currentQuestion(moveBy(moveBy(last, -1), -1))?.selected).toBe(0)
  expect([isFirst(three), isLast(three), isFirst(last), isLast(last)]).toEqual([true, false, false, true])
})

test('the score counts answered questions, and the wrong ones can be asked again', () => {
  const quiz = chooseAlternative(chooseAlternative(three, 'a', 0), 'b', 0)
  expect(scoreOf(quiz)).toEqual({ answered: 2, correct: 1, total: 3 })
  expect(wrongQuestions(quiz).map(({ id }) => id)).toEqual(['b'])
})

const kept = { id: 's', questionIds: ['c', 'gone', 'a'], currentId: 'a' }

test('a resumed quiz has its order, its place and the first answer to each question', () => {
  const answers = [
    { questionId: 'c', selected: 1 },
    { questionId: 'c', selected: 0 },
  ]
  expect(resumeQuiz(kept, three.questions, answers)).toEqual({
    id: 's',
    questions: [question('c'), question('a')],
    selected: new Map([['c', 1]]),
    index: 1,
  })
})

test.each([undefined, 'gone'])('a resumed quiz whose place is %s starts at its first question', (currentId) => {
  expect(resumeQuiz({ ...kept, currentId }, three.questions, [])?.index).toBe(0)
})

test('a quiz whose questions have all left the bank cannot be resumed', () => {
  expect(resumeQuiz({ ...kept, questionIds: ['gone'] }, three.questions, [])).toBeNull()
})
