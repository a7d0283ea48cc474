import { NetworkError, SessionError, TimeoutError } from '@cognito-srp/client'
import { expect, test } from 'vitest'

import { serviceError } from '../../../test/service-error.ts'
import { ApiError } from '../../api/api-error.ts'
import { accountFailureKind, describeAccountFailure, isUnconfirmed } from './account-failures.ts'

test.each([
  ['Access Token does not have required scopes', 'scope-missing'],
  ['Access Token has been revoked', 'session-over'],
  ['Access Token has expired', 'session-over'],
  ['User does not exist.', 'account-gone'],
  ['Invalid Access Token', 'session-over'],
  ['Incorrect username or password.', 'wrong-credentials'],
  ['Password attempts exceeded', 'too-many-attempts'],
])('the message "%s" has the kind %s', async (message, kind) => {
  expect(accountFailureKind(await serviceError('NotAuthorizedException', message))).toBe(kind)
})

test.each([
  ['UserNotFoundException', 'Esta conta não existe mais.'],
  [
    'EnableSoftwareTokenMFAException',
    'Código incorreto. Confira o relógio do celular, espere o próximo código e tente de novo.',
  ],
  ['WebAuthnNotEnabledException', 'Esta conta não oferece isso.'],
  ['LimitExceededException', 'Você atingiu o limite de tentativas. Espere alguns minutos e tente de novo.'],
  ['TooManyRequestsException', 'Muitas tentativas ao mesmo tempo. Espere um pouco e tente de novo.'],
  ['NewException', 'Algo deu errado (NewException). Tente de novo mais tarde.'],
  ['constructor', 'Algo deu errado (constructor). Tente de novo mais tarde.'],
])('the text for %s is "%s"', async (code, text) => {
  expect(describeAccountFailure(await serviceError(code))).toBe(text)
})

test("the text for an error thrown by a Lambda trigger contains the trigger's own message", async () => {
  const failure = await serviceError(
    'UserLambdaValidationException',
    'CustomMessage failed with error Fale com a secretaria.',
  )
  expect(describeAccountFailure(failure)).toBe('Mensagem do serviço: Fale com a secretaria')
})

test('the text for a rejected new password names the rule that the password breaks', async () => {
  const message = 'Password did not conform with policy: Password must have numeric characters'
  expect(describeAccountFailure(await serviceError('InvalidPasswordException', message))).toBe(
    'A nova senha não atende às regras: falta um número.',
  )
})

test('a section can replace a general message with its own text', async () => {
  const failure = await serviceError('NotAuthorizedException', 'Incorrect username or password.')
  expect(describeAccountFailure(failure, { 'wrong-credentials': 'A senha atual está incorreta.' })).toBe(
    'A senha atual está incorreta.',
  )
})

test.each([
  ['a network error', new NetworkError(), true],
  ['a timeout', new TimeoutError(15_000), true],
  ['a missing reply of the API', new ApiError('Unreachable', 'DELETE /stats got no reply.'), true],
  ['an error of the identity service', await serviceError('NotAuthorizedException'), false],
  ['an error of the API', new ApiError('HttpStatus', 'DELETE /stats failed with status 500.', { status: 500 }), false],
  ['a missing session', new SessionError('User is not authenticated', { reason: 'nobody' }), false],
])('after %s, isUnconfirmed returns %s', async (_case, cause, mayBeDone) => {
  expect(isUnconfirmed(cause)).toBe(mayBeDone)
})
