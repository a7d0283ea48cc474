import type { ServiceErrorReason } from '@cognito-srp/client'
import { expect, test } from 'vitest'

import { serviceError } from '../../test/service-error.ts'
import { describeFailure, failureOf } from './identity-failure.ts'

const NOT_AUTHORIZED = 'NotAuthorizedException'
const FLOW_NOT_ENABLED = 'O serviço não aceita a forma de entrar deste aplicativo. Avise quem cuida do aplicativo.'
const WRONG = 'E-mail ou senha incorretos.'

const describe = async (code: string, message: string) => describeFailure(failureOf(await serviceError(code, message)))
const wrongPassword = (clockDriftSeconds: number, reason: ServiceErrorReason) =>
  describeFailure({ code: NOT_AUTHORIZED, message: 'Incorrect username or password.', reason, clockDriftSeconds })

test('a wrong password and an unknown user have the same message', async () => {
  expect(await describe(NOT_AUTHORIZED, 'Incorrect username or password.')).toBe(WRONG)
  expect(await describe('UserNotFoundException', 'User does not exist.')).toBe(WRONG)
})

test.each([
  ['User is disabled.', 'Esta conta está desativada.'],
  ['Password attempts exceeded', 'Você atingiu o limite de tentativas. Espere alguns minutos e tente de novo.'],
  [
    'Temporary password has expired and must be reset by an administrator.',
    'Sua senha temporária venceu. Peça outra ao responsável pela sua conta.',
  ],
  [
    'User password cannot be reset in the current state.',
    'Sua conta ainda tem a senha temporária do convite. Entre com ela ou peça outra ao responsável pela sua conta.',
  ],
  [
    'Invalid session for the user, session is expired.',
    'O tempo para responder acabou. Comece de novo com e-mail e senha.',
  ],
  ['Invalid code received for user', 'Código incorreto. Confira e tente de novo.'],
  ['Access Token has been revoked', 'Sua sessão terminou. Entre de novo para continuar.'],
])('the app has its own text for the service’s message "%s"', async (message, text) => {
  expect(await describe(NOT_AUTHORIZED, message)).toBe(text)
})

test.each([
  [
    'PreAuthentication failed with error Matrícula vencida. Fale com a secretaria..',
    'Matrícula vencida. Fale com a secretaria.',
  ],
  ['PostConfirmation failed with error sem vaga.', 'sem vaga'],
  ['Linha um\nlinha dois', 'Linha um\nlinha dois'],
])('the trigger message "%s" is shown without Cognito’s prefix', async (message, written) => {
  expect(await describe('UserLambdaValidationException', message)).toBe(`Mensagem do serviço: ${written}`)
})

test.each([
  ['UserLambdaValidationException', 'PreAuthentication failed with error .'],
  ['UserLambdaValidationException', 'PreAuthentication failed with error  .'],
  ['UserLambdaValidationException', ''],
  [NOT_AUTHORIZED, ''],
])('%s with the message "%s" is shown as an error without a reason', (code, message) => {
  expect(describeFailure({ code, message })).toBe(
    'O serviço da sua conta recusou o pedido sem dizer o motivo. Fale com o responsável pela sua conta.',
  )
})

test('a message from the pool’s own code is shown unchanged', async () => {
  expect(await describe(NOT_AUTHORIZED, 'Acesso só das 7h às 22h, com o código da turma.')).toBe(
    'Mensagem do serviço: Acesso só das 7h às 22h, com o código da turma.',
  )
})

test.each([
  ['Password not long enough', 'é curta demais. Use mais caracteres.'],
  ['Password must have uppercase characters', 'falta uma letra maiúscula.'],
  ['Password must have lowercase characters', 'falta uma letra minúscula.'],
  ['Password must have numeric characters', 'falta um número.'],
  ['Password must have symbol characters', 'falta um símbolo, como ! ou #.'],
])('the text for a rejected password names the rule "%s"', async (rule, text) => {
  expect(await describe('InvalidPasswordException', `Password did not conform with policy: ${rule}`)).toBe(
    `A nova senha não atende às regras: ${text}`,
  )
})

test('a leaked password has its own message, and a password that breaks an unknown rule has a general message', async () => {
  expect(await describe('InvalidPasswordException', 'Provided password cannot be used for security reasons.')).toBe(
    'Essa senha já apareceu em vazamentos e não é segura. Escolha outra.',
  )
  expect(await describe('InvalidPasswordException', 'A rule of tomorrow')).toBe(
    'A nova senha não atende às regras da sua conta. Escolha outra.',
  )
})

test.each([
  [
    'Cannot reset password for the user as there is no registered/verified email or phone_number',
    'Esta conta não tem um endereço confirmado para receber o código. Se ela é nova, entre com sua senha para confirmá-la; senão, fale com o responsável pela sua conta.',
  ],
  ['User is already confirmed.', 'Esta conta já está confirmada. Entre com sua senha.'],
  [
    "1 validation error detected: Value at 'confirmationCode' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\S]+",
    'Código incorreto. Confira e tente de novo.',
  ],
  [
    "1 validation error detected: Value at 'password' failed to satisfy constraint: Member must have length less than or equal to 256",
    'A nova senha não atende às regras: é longa demais.',
  ],
  ['Invalid email address format.', 'Este endereço de e-mail não é válido. Confira e tente de novo.'],
  ['USER_SRP_AUTH is not enabled for the client.', FLOW_NOT_ENABLED],
  ['USER_PASSWORD_AUTH flow not enabled for this client', FLOW_NOT_ENABLED],
  ['Auth flow not enabled for this client', FLOW_NOT_ENABLED],
  ['Initiate Auth method not supported.', FLOW_NOT_ENABLED],
  ['Something else.', 'O servidor não aceitou os dados. Confira e tente de novo.'],
])('the app shows a Portuguese text for the invalid parameter message "%s"', async (message, text) => {
  expect(await describe('InvalidParameterException', message)).toBe(text)
})

test.each([
  ['LimitExceededException', 'Você atingiu o limite de tentativas. Espere alguns minutos e tente de novo.'],
  ['TooManyRequestsException', 'Muitas tentativas ao mesmo tempo. Espere um pouco e tente de novo.'],
  ['ExpiredCodeException', 'Este código venceu. Peça outro ou comece de novo.'],
])('the app has its own text for the error code %s', async (code, text) => {
  expect(await describe(code, 'whatever the service says')).toBe(text)
})

test('an unknown code has a general text, even if the code is the name of a built-in property', async () => {
  expect(await describe('NewException', 'x')).toContain('(NewException)')
  expect(await describe('constructor', 'x')).toContain('(constructor)')
})

test.each([
  [720, '12 minutos adiantado'],
  [-420, '7 minutos atrasado'],
  [3 * 3600, '3 horas adiantado'],
  [-400 * 86_400, '400 dias atrasado'],
])('the text mentions the clock of the device if its drift is %i s', (driftSeconds, text) => {
  expect(wrongPassword(driftSeconds, 'clock-skew')).toBe(
    `${WRONG} O relógio deste aparelho está ${text}, e isso impede de entrar. Acerte a hora e tente de novo.`,
  )
})

test('the text does not mention the clock if the service accepts the clock or the clock did not cause the error', () => {
  expect(wrongPassword(300, 'wrong-password')).toBe(WRONG)
  expect(
    describeFailure({ code: NOT_AUTHORIZED, message: 'User is disabled.', reason: 'disabled', clockDriftSeconds: 900 }),
  ).toBe('Esta conta está desativada.')
})

test('failureOf keeps the code, message, reason and clock drift of an error, and treats other values as unknown', () => {
  const facts = { code: 'X', reason: 'disabled', clockDriftSeconds: 7 } as const
  expect(failureOf(Object.assign(new Error('no'), facts))).toEqual({ ...facts, message: 'no' })
  expect(failureOf(new TypeError('no'))).toEqual({ code: 'TypeError', message: 'no' })
  expect(failureOf('no')).toEqual({ code: 'UnknownError', message: 'no' })
})
