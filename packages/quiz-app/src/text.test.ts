import { expect, test } from 'vitest'

import { quizText, signInFailureText, statsText, syncText } from './text.ts'

const NOT_AUTHORIZED = 'NotAuthorizedException'
const WRONG = 'E-mail ou senha incorretos.'

test('a wrong password and an unknown user read the same', () => {
  expect(signInFailureText({ code: NOT_AUTHORIZED, message: 'Incorrect username or password.' })).toBe(WRONG)
  expect(signInFailureText({ code: 'UserNotFoundException', message: 'User does not exist.' })).toBe(WRONG)
})

test.each([
  ['User is disabled.', 'Esta conta está desativada.'],
  ['Password attempts exceeded', 'Você atingiu o limite de tentativas. Espere alguns minutos e tente de novo.'],
  [
    'Temporary password has expired and must be reset by an administrator.',
    'Sua senha temporária expirou. Peça uma nova a quem cuida da sua conta.',
  ],
  [
    'Invalid session for the user, session is expired.',
    'O tempo para responder acabou. Comece de novo com e-mail e senha.',
  ],
  ['Invalid code received for user', 'Código incorreto. Confira e tente de novo.'],
])('the service’s "%s" gets its own text', (message, text) => {
  expect(signInFailureText({ code: NOT_AUTHORIZED, message })).toBe(text)
})

test('an unknown code is shown in a general text, also when it is the name of a built-in property', () => {
  expect(signInFailureText({ code: 'NewException', message: 'x' })).toContain('(NewException)')
  expect(signInFailureText({ code: 'constructor', message: 'x' })).toContain('(constructor)')
})

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
