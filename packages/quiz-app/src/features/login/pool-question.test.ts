import { ChallengeError } from '@cognito-srp/client'
import type { ChallengeOf } from '@cognito-srp/client'
import { expect, test } from 'vitest'

import { checkIsNextQuestion, questionLines } from './pool-question.ts'

function ask(parameters: Record<string, string>, challengeSession = 's'): ChallengeOf<'CUSTOM_CHALLENGE'> {
  return { name: 'CUSTOM_CHALLENGE', username: 'ana', challengeSession, expiresAtMs: 0, parameters }
}

/** What `checkIsNextQuestion` throws. */
function refusalOf(...given: Parameters<typeof checkIsNextQuestion>): unknown {
  try {
    return checkIsNextQuestion(...given)
  } catch (error) {
    return error
  }
}

test('a question is every parameter but the names of the user', () => {
  expect(questionLines(ask({ USERNAME: 'ana', sum: '6 × 7', USER_ID_FOR_SRP: 'id', hint: 'two digits' }))).toEqual([
    ['sum', '6 × 7'],
    ['hint', 'two digits'],
  ])
})

test.each<[string, Record<string, string>, Record<string, string>]>([
  ['the same parameters', { sum: '6 × 7' }, { sum: '6 × 7' }],
  ['the same parameters in another order', { sum: '6 × 7', hint: 'x' }, { hint: 'x', sum: '6 × 7' }],
  ['the same parameters beside the name of the user', { sum: '6 × 7' }, { USERNAME: 'ana', sum: '6 × 7' }],
  ['no parameters, as before', {}, {}],
])('a challenge with %s is a refused answer, and the new challenge is to be answered', (_case, before, after) => {
  const again = ask(after, 'new session')
  const refusal = refusalOf(ask(before), again)
  expect(refusal).toBeInstanceOf(ChallengeError)
  expect(refusal).toMatchObject({ challenge: again, cause: { code: 'WrongAnswerError' } })
})

test.each<[string, Record<string, string>]>([
  ['another value', { sum: '6 × 8' }],
  ['one parameter more', { sum: '6 × 7', hint: 'two digits' }],
  ['one parameter less', {}],
  ['another name', { product: '6 × 7' }],
])('a challenge with %s is the next question', (_case, parameters) => {
  const next = ask(parameters)
  expect(checkIsNextQuestion(ask({ sum: '6 × 7' }), next)).toBe(next)
})

test('a challenge of another kind is the next step', () => {
  const next = { ...ask({}), name: 'SMS_MFA' as const }
  expect(checkIsNextQuestion(ask({}), next)).toBe(next)
})
