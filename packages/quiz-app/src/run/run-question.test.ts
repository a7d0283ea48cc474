import { expect, test } from 'vitest'

import { question } from '../../test/question.ts'
import { answerOf, questionInRun, shownAlternatives } from './run-question.ts'
import type { RunAnswer } from './run-question.ts'

const three = question('a', { alternatives: ['x', 'y', 'z'], correct: 1, explanation: 'Porque y.' })
const RIGHT = answerOf(three, 1)
const WRONG = answerOf(three, 2)

const statesOf = (bank = three, answer?: RunAnswer) =>
  shownAlternatives(questionInRun(bank, answer)).map(({ text, state }) => `${text}: ${state}`)

test('a fresh question is unanswered and neutral', () => {
  expect(questionInRun(three, undefined)).toEqual({
    ...three,
    answered: false,
    selected: null,
    isRight: false,
    isChanged: false,
  })
  expect(statesOf()).toEqual(['x: neutral', 'y: neutral', 'z: neutral'])
})

test('a choice answers the question and is recorded', () => {
  expect(WRONG).toEqual({ selected: 2, correct: false, chosen: 'z', right: 'y' })
  expect(questionInRun(three, WRONG)).toEqual({
    ...three,
    answered: true,
    selected: 2,
    isRight: false,
    isChanged: false,
  })
})

test.each([
  ['right', RIGHT, ['x: wrong', 'y: correct-chosen', 'z: wrong']],
  ['wrong', WRONG, ['x: wrong', 'y: correct', 'z: wrong-chosen']],
])('after a %s choice, the states mark the chosen and the right alternative', (_case, answer, states) => {
  expect(statesOf(three, answer)).toEqual(states)
})

test('empty alternatives are not shown, and the other alternatives keep their index and get consecutive letters', () => {
  const gappy = question('a', { alternatives: ['', 'x', '', 'y'], correct: 3 })
  expect(shownAlternatives(questionInRun(gappy, answerOf(gappy, 3)))).toEqual([
    { index: 1, letter: 'A', text: 'x', state: 'wrong' },
    { index: 3, letter: 'B', text: 'y', state: 'correct-chosen' },
  ])
})

test('the letters of the alternatives after Z are AA, AB and so on, like spreadsheet columns', () => {
  const many = question('a', { alternatives: Array.from({ length: 703 }, (_, index) => `x${index}`) })
  const letters = shownAlternatives(questionInRun(many, undefined)).map(({ letter }) => letter)
  expect([0, 25, 26, 27, 51, 52, 99, 701, 702].map((place) => letters[place])).toEqual([
    'A',
    'Z',
    'AA',
    'AB',
    'AZ',
    'BA',
    'CV',
    'ZZ',
    'AAA',
  ])
})

test.each([
  ['right', RIGHT, ['z: wrong', 'x: wrong', 'y: correct-chosen']],
  ['wrong', WRONG, ['z: wrong-chosen', 'x: wrong', 'y: correct']],
])('a %s answer is found by its text if the bank has reordered the alternatives', (_case, answer, states) => {
  const reordered = { ...three, alternatives: ['z', 'x', 'y'], correct: 2 }
  expect(statesOf(reordered, answer)).toEqual(states)
  expect(questionInRun(reordered, answer)).toMatchObject({ isChanged: false, explanation: 'Porque y.' })
})

test('if two alternatives have the same text, only the pressed alternative counts as chosen', () => {
  const twins = question('a', { alternatives: ['x', 'x', 'y'], correct: 0 })
  expect(statesOf(twins, answerOf(twins, 1))).toEqual(['x: correct', 'x: wrong-chosen', 'y: wrong'])
})

test.each([
  ['the chosen alternative', { alternatives: ['x', 'y', 'new'] }, WRONG, ['z: wrong-chosen', 'y: correct']],
  ['the right alternative', { alternatives: ['x', 'new', 'z'] }, WRONG, ['z: wrong-chosen', 'y: correct']],
  ['the right alternative, which was chosen', { alternatives: ['x', 'new', 'z'] }, RIGHT, ['y: correct-chosen']],
  ['which alternative is right', { correct: 2 }, WRONG, ['z: wrong-chosen', 'y: correct']],
  ['that the chosen alternative is right', { correct: 0 }, RIGHT, ['y: correct-chosen']],
])('if the bank has changed %s, the question shows the original verdict', (_what, change, answer, states) => {
  expect(statesOf({ ...three, ...change }, answer)).toEqual(states)
  const shown = questionInRun({ ...three, ...change }, answer)
  expect(shown).toMatchObject({ answered: true, isRight: answer.correct, isChanged: true })
  expect(shown).not.toHaveProperty('explanation')
})
