import { expect, test } from 'vitest'

import { quizText, statsText, syncText } from './study.ts'

test.each([
  [0, '0 acertos'],
  [1, '1 acertos'],
  [12, '12 acertos'],
])('the text for %i hits is "%s"', (hits, text) => {
  expect(statsText.hits(hits)).toBe(text)
})

test('the nouns in the texts agree with their counts', () => {
  expect(syncText.pending(1)).toBe('1 resposta por enviar')
  expect(syncText.pending(3)).toBe('3 respostas por enviar')
  expect(statsText.chart('Direito Civil', 67, 20, 30)).toBe('Direito Civil: 67%, 20 acertos em 30 tentativas')
  expect(quizText.position(3, 40)).toBe('Questão 3 de 40')
  expect(quizText.answersRefused(['h1'])).toContain('sua resposta à questão h1 neste aparelho')
  expect(quizText.answersRefused(['h1', 'g1'])).toContain('suas respostas às questões h1 e g1 neste aparelho')
  expect(quizText.answersRefused(['1', '2', '3', '4', '5', '6', '7'])).toContain(
    'questões 1, 2, 3, 4, 5 e mais 2 neste',
  )
})
