import { expect, test } from 'vitest'
import type { Question } from '@cognito-srp/contract'

import { readSeedBank } from './bank-file.ts'

const seed = readSeedBank()
const themes = [...Map.groupBy(seed, ({ theme }) => theme)]

const textsOf = ({ id, theme, question, alternatives, explanation = '' }: Question) => [
  id,
  theme,
  question,
  ...alternatives,
  explanation,
]

/**
 * Converts a string to lower case and collapses its white space, so that strings that differ only in case or white
 * space are equal.
 */
const withoutCase = (text: string) => text.toLowerCase().replaceAll(/[\s\u00A0]+/g, ' ')

const repeatedIn = (texts: readonly string[]) =>
  texts.map(withoutCase).filter((text, index, all) => all.indexOf(text) !== index)

function isLongestAlternative({ alternatives, correct }: Question): boolean {
  const rightLength = alternatives[correct]?.length ?? 0
  return alternatives.every((text, index) => index === correct || text.length < rightLength)
}

function isShortestAlternative({ alternatives, correct }: Question): boolean {
  const rightLength = alternatives[correct]?.length ?? 0
  return alternatives.every((text, index) => index === correct || text.length > rightLength)
}

test('the seed bank has at least 300 questions in at least 12 themes, and at least 10 questions without a theme', () => {
  const themes = new Set(seed.map(({ theme }) => theme).filter((theme) => theme !== ''))
  expect(themes.size).toBeGreaterThanOrEqual(12)
  expect(seed.filter(({ theme }) => theme !== '').length).toBeGreaterThanOrEqual(300)
  expect(seed.filter(({ theme }) => theme === '').length).toBeGreaterThanOrEqual(10)
})

test('the ids, questions and explanations of the seed bank are unique', () => {
  expect(repeatedIn(seed.map(({ id }) => id))).toEqual([])
  expect(repeatedIn(seed.map(({ question }) => question))).toEqual([])
  expect(repeatedIn(seed.map(({ explanation = '' }) => explanation))).toEqual([])
})

test('every id of the seed bank consists of three to five letters, a hyphen and three digits', () => {
  expect(seed.map(({ id }) => id).filter((id) => !/^[a-z]{3,5}-\d{3}$/.test(id))).toEqual([])
})

test('every question of the seed bank has four or five different alternatives', () => {
  for (const { id, alternatives } of seed) {
    expect([4, 5], id).toContain(alternatives.length)
    expect(repeatedIn(alternatives), id).toEqual([])
  }
})

test('every text of the seed bank is in Unicode normalization form C', () => {
  expect(seed.flatMap(textsOf).filter((text) => text !== text.normalize('NFC'))).toEqual([])
})

test('no text of the seed bank has leading, trailing or double spaces', () => {
  expect(seed.flatMap(textsOf).filter((text) => text !== text.trim() || /[ \u00A0]{2}/.test(text))).toEqual([])
})

test('no alternative of the seed bank refers to the other alternatives', () => {
  const reference = /\b(todas|nenhuma) (as|das) (alternativas |opções )?(anteriores|acima)\b|^n\.?d\.?a\.?$/i
  for (const text of ['Todas as anteriores', 'Nenhuma das alternativas acima', 'N.D.A.'])
    expect(text).toMatch(reference)
  expect(seed.flatMap(({ alternatives }) => alternatives).filter((text) => reference.test(text))).toEqual([])
})

test('if a wrong alternative in the seed bank contains a word such as "apenas", the right alternative also contains such a word', () => {
  const limit =
    /(?<!\p{L})(apenas|somente|só|qualquer|sempre|nunca|jamais|exatamente|exclusivamente|unicamente)(?!\p{L})/iu
  const givenAway = seed.filter(
    ({ alternatives, correct }) =>
      alternatives.some((text) => limit.test(text)) && !limit.test(alternatives[correct] ?? ''),
  )
  expect(givenAway.map(({ id }) => id)).toEqual([])
})

const sizes = [4, 5]
const questionsOfSize = (size: number) => seed.filter(({ alternatives }) => alternatives.length === size)

test.each(sizes)(
  'in questions with %i alternatives, the share of right answers at each position deviates from the mean by at most two percentage points',
  (size) => {
    const questions = questionsOfSize(size)
    for (let position = 0; position < size; position += 1) {
      const share = questions.filter(({ correct }) => correct === position).length / questions.length
      expect(Math.abs(share - 1 / size), `position ${position}`).toBeLessThanOrEqual(0.02)
    }
  },
)

test.each(sizes)(
  'in questions with %i alternatives, the longest and the shortest alternative are right no more often than by chance',
  (size) => {
    const questions = questionsOfSize(size)
    expect(questions.filter(isLongestAlternative).length).toBeLessThanOrEqual(questions.length / size)
    expect(questions.filter(isShortestAlternative).length).toBeLessThanOrEqual(questions.length / size)
  },
)

test.each(themes)(
  'in theme "%s", no position has the right answer in more than a third of the questions',
  (_theme, questions) => {
    const atPosition = Map.groupBy(questions, ({ correct }) => correct)
    const mostAtOnePosition = Math.max(...[...atPosition.values()].map(({ length }) => length))
    expect(mostAtOnePosition).toBeLessThanOrEqual(questions.length / 3)
  },
)

test.each(themes)(
  'in theme "%s", the longest alternative is right in at most a third of the questions',
  (_theme, questions) => {
    expect(questions.filter(isLongestAlternative).length).toBeLessThanOrEqual(questions.length / 3)
  },
)

test('no alternative of the seed bank contains the name of a quiz button, because a voice command would press that button too', () => {
  const buttons = /home|logout|anterior|próxima/i
  expect(seed.flatMap(({ alternatives }) => alternatives).filter((text) => buttons.test(text))).toEqual([])
})

// Explanations

/**
 * A sentence ends with a punctuation mark that follows at least two characters (not "D. Pedro") and precedes a capital
 * letter, a digit, a quotation mark or `<`.
 */
const sentencesOf = (text: string) => text.split(/(?<=[^\s.]{2}[.!?]”?)\s+(?=[“\p{Lu}\d<])/u)

test('every question of the seed bank has an explanation of 60 to 420 characters in one to three sentences', () => {
  for (const { id, explanation = '' } of seed) {
    expect(explanation.length, id).toBeGreaterThanOrEqual(60)
    expect(explanation.length, id).toBeLessThanOrEqual(420)
    expect(sentencesOf(explanation).length, id).toBeLessThanOrEqual(3)
    expect(explanation, id).toMatch(/[.!?]”?$/)
  }
  expect(sentencesOf('D. Pedro ficou. Ele disse: “Fico.” Era 1822!')).toHaveLength(3)
})

test('no explanation of the seed bank refers to an alternative by its position', () => {
  const place =
    /\b(alternativas?|opção|opções|item|letra) [A-E]\b|\((?:[a-eA-E])\)|\b(primeira|segunda|última) alternativa/
  expect('A alternativa B é falsa.').toMatch(place)
  expect(seed.filter(({ explanation = '' }) => place.test(explanation)).map(({ id }) => id)).toEqual([])
})

test('every explanation of the seed bank is at least 40 characters longer than every alternative of its question', () => {
  const repeated = seed.filter(({ alternatives, explanation = '' }) =>
    alternatives.some((text) => withoutCase(explanation).length < withoutCase(text).length + 40),
  )
  expect(repeated.map(({ id }) => id)).toEqual([])
})

// Line breaks must not separate a number from its unit or an equals sign from its operands.

test.each([
  ['before a unit', /\d (?:°C|°F|km|m|cm|mm|kg|g|mg|s|h|min|N|J|W|kWh|V|A|Ω|Hz|Pa|K|L|mL|mol|atm|k?cal)(?!\p{L})/u],
  ['around an equals sign or an arrow', / [=→⇌]|[=→⇌] /],
  ['after R$', /R\$ /],
  ['in a power of ten', / × 10[⁰¹²³⁴-⁹⁻]/],
])("no line of the seed bank's texts can break %s", (_place, breaking) => {
  expect(seed.flatMap(textsOf).filter((text) => breaking.test(text))).toEqual([])
})
