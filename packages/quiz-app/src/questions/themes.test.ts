import { expect, test } from 'vitest'

import { question } from '../../test/question.ts'
import { filterByThemes, themeChoices } from './themes.ts'

const bank = ['Matemática', '', 'Água', 'Zoologia', 'Biologia', 'Água'].map((theme, index) =>
  question(`q${index}`, { theme }),
)

test('the choices are distinct, sorted as in Portuguese, without the first entry', () => {
  expect(themeChoices(bank)).toEqual(['Água', 'Biologia', 'Matemática', 'Zoologia'])
})

test('the first entry is dropped even when every question has a theme', () => {
  expect(themeChoices([question('a', { theme: 'B' }), question('b', { theme: 'A' })])).toEqual(['B'])
})

test('no choice means all questions', () => {
  expect(filterByThemes(bank, [])).toBe(bank)
})

test('chosen themes keep their questions in the order of the bank', () => {
  expect(filterByThemes(bank, ['Água', 'Matemática']).map(({ id }) => id)).toEqual(['q0', 'q2', 'q5'])
})

test('a theme nobody has keeps nothing', () => {
  expect(filterByThemes(bank, ['Física'])).toEqual([])
})
