import { SessionError } from '@cognito-srp/client'
import { expect, test } from 'vitest'

import { serviceError } from '../../../test/service-error.ts'
import { afterFailure } from './login-failure.ts'
import type { LoginStage } from './login-atoms.ts'

const FORM: LoginStage = { name: 'form' }
const QUESTION: LoginStage = {
  name: 'challenge',
  challenge: { name: 'CUSTOM_CHALLENGE', username: 'ana', challengeSession: 's', expiresAtMs: 0, parameters: {} },
}

test('a pool that ends the sign-in at its own question leads to the form, and the text does not blame the password', async () => {
  const cause = await serviceError('NotAuthorizedException', 'Incorrect username or password.')
  expect(afterFailure(QUESTION, cause)).toMatchObject({
    stage: { name: 'form' },
    failure: { text: 'A resposta não foi aceita. Comece de novo com e-mail e senha.' },
  })
})

test.each([
  ['User is disabled.', 'Esta conta está desativada.'],
  ['Limite diário atingido.', 'Mensagem do serviço: Limite diário atingido.'],
])('the refusal "%s" of an answer leads to the form with its own text', async (message, text) => {
  expect(afterFailure(QUESTION, await serviceError('NotAuthorizedException', message))).toMatchObject({
    stage: { name: 'form' },
    failure: { text },
  })
})

test('a trigger that fails at a question of the pool leaves the question open', async () => {
  const cause = await serviceError(
    'UserLambdaValidationException',
    'VerifyAuthChallengeResponse failed with error fora do ar.',
  )
  expect(afterFailure(QUESTION, cause).stage).toBe(QUESTION)
})

test.each([
  ['the form', FORM],
  ['a question', QUESTION],
])('a reply without tokens or a challenge to %s does not read like a session that ended', async (_step, stage) => {
  const cause = new SessionError('Id token and Access Token must be present.', { reason: 'foreign-tokens' })
  expect(afterFailure(stage, cause)).toMatchObject({
    stage,
    failure: { text: 'O servidor deu uma resposta que este aplicativo não entende. Tente de novo mais tarde.' },
  })
})
