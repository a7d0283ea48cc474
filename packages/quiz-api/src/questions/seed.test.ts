import { expect, test } from 'vitest'
import type { Question } from '@cognito-srp/contract'

import { readSeedBank } from './bank-file.ts'

const seed = readSeedBank()
const themes = [...Map.groupBy(seed, ({ theme }) => theme)]

const textsOf = ({ id, theme, question, alternatives }: Question) => [id, theme, question, ...alternatives]

function isLongestAlternative({ alternatives, correct }: Question): boolean {
  const rightLength = alternatives[correct]?.length ?? 0
  return alternatives.every((text, index) => index === correct || text.length < rightLength)
}

test('the seed bank holds at least 300 questions over at least 12 themes, and at least 10 without one', () => {
  const themes = new Set(seed.map(({ theme }) => theme).filter((theme) => theme !== ''))
  expect(themes.size).toBeGreaterThanOrEqual(12)
  expect(seed.filter(({ theme }) => theme !== '').length).toBeGreaterThanOrEqual(300)
  expect(seed.filter(({ theme }) => theme === '').length).toBeGreaterThanOrEqual(10)
})

test('no id and no question of the seed bank occurs twice', () => {
  expect(new Set(seed.map(({ id }) => id)).size).toBe(seed.length)
  expect(new Set(seed.map(({ question }) => question)).size).toBe(seed.length)
})

test('every question of the seed bank has four or five different alternatives', () => {
  for (const { id, alternatives } of seed) {
    expect([4, 5], id).toContain(alternatives.length)
    expect(new Set(alternatives).size, id).toBe(alternatives.length)
  }
})

test('every text of the seed bank is in Unicode normal form C', () => {
  expect(seed.flatMap(textsOf).filter((text) => text !== text.normalize('NFC'))).toEqual([])
})

test('no text of the seed bank has blanks around it or two in a row', () => {
  expect(seed.flatMap(textsOf).filter((text) => text !== text.trim() || / {2}/.test(text))).toEqual([])
})

test('no alternative of the seed bank refers to the others', () => {
  const reference = /\b(todas|nenhuma) (as|das) (alternativas |opções )?(anteriores|acima)\b|^n\.?d\.?a\.?$/i
  for (const text of ['Todas as anteriores', 'Nenhuma das alternativas acima', 'N.D.A.'])
    expect(text).toMatch(reference)
  expect(seed.flatMap(({ alternatives }) => alternatives).filter((text) => reference.test(text))).toEqual([])
})

test.each(themes)('theme "%s": no position holds the right answer more than once in three', (_theme, questions) => {
  const atPosition = Map.groupBy(questions, ({ correct }) => correct)
  const mostAtOnePosition = Math.max(...[...atPosition.values()].map(({ length }) => length))
  expect(mostAtOnePosition).toBeLessThanOrEqual(questions.length / 3)
})

test.each(themes)('theme "%s": the longest alternative is right at most once in three', (_theme, questions) => {
  expect(questions.filter(isLongestAlternative).length).toBeLessThanOrEqual(questions.length / 3)
})

test('no alternative of the seed bank holds the name of a button of the quiz, which a voice command would press too', () => {
  const buttons = /home|logout|anterior|próxima/i
  expect(seed.flatMap(({ alternatives }) => alternatives).filter((text) => buttons.test(text))).toEqual([])
})
