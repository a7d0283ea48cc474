import { expect, test } from 'vitest'

import { checkLogin, describeSignInFailure } from './login-rules.ts'

test('an e-mail address and eight characters are enough', () => {
  expect(checkLogin({ email: 'ana@example.com', password: '12345678' })).toEqual({
    isValid: true,
    email: 'ana@example.com',
    password: '12345678',
  })
})

test.each([
  ['', '12345678', ['email']],
  ['ana', '12345678', ['email']],
  ['ana@', '12345678', ['email']],
  ['ana@example.com', '1234567', ['password']],
  ['ana@example.com', '', ['password']],
  [null, null, ['email', 'password']],
])('e-mail %j with password %j is invalid in %j', (email, password, invalid) => {
  expect(checkLogin({ email, password })).toEqual({ isValid: false, invalid })
})

const NOT_AUTHORIZED = 'NotAuthorizedException'
const WRONG = 'E-mail ou senha incorretos.'

test('a wrong password and an unknown user read the same', () => {
  expect(describeSignInFailure({ code: NOT_AUTHORIZED, message: 'Incorrect username or password.' })).toBe(WRONG)
  expect(describeSignInFailure({ code: 'UserNotFoundException', message: 'User does not exist.' })).toBe(WRONG)
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
  expect(describeSignInFailure({ code: NOT_AUTHORIZED, message })).toBe(text)
})

test('an unknown code is shown in a general text, also when it is the name of a built-in property', () => {
  expect(describeSignInFailure({ code: 'NewException', message: 'x' })).toContain('(NewException)')
  expect(describeSignInFailure({ code: 'constructor', message: 'x' })).toContain('(constructor)')
})
