import { expect, test } from 'vitest'

import { quizText, statsText, syncText } from './study.ts'

test.each([
  [0, '0 acertos'],
  [1, '1 acertos'],
  [12, '12 acertos'],
])('the hits of %i read "%s"', (hits, text) => {
  expect(statsText.hits(hits)).toBe(text)
})

test('counts agree in number', () => {
  expect(syncText.pending(1)).toBe('1 resposta por enviar')
  expect(syncText.pending(3)).toBe('3 respostas por enviar')
  expect(statsText.chart('Direito Civil', 67, 20, 30)).toBe('Direito Civil: 67%, 20 acertos em 30 tentativas')
  expect(quizText.position(3, 40)).toBe('Questão 3 de 40')
})
