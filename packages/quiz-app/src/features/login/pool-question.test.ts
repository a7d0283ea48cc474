import { ChallengeError } from '@cognito-srp/client'
import type { ChallengeOf } from '@cognito-srp/client'
import { expect, test } from 'vitest'

import { checkIsNextQuestion, questionLines } from './pool-question.ts'

function ask(parameters: Record<string, string>, challengeSession = 's'): ChallengeOf<'CUSTOM_CHALLENGE'> {
  return { name: 'CUSTOM_CHALLENGE', username: 'ana', challengeSession, expiresAtMs: 0, parameters }
}

/** Returns the error that `checkIsNextQuestion` throws, or else its result. */
function errorOf(...args: Parameters<typeof checkIsNextQuestion>): unknown {
  try {
    return checkIsNextQuestion(...args)
  } catch (error) {
    return error
  }
}

test('questionLines returns all parameters except USERNAME and USER_ID_FOR_SRP', () => {
  expect(questionLines(ask({ USERNAME: 'ana', sum: '6 × 7', USER_ID_FOR_SRP: 'id', hint: 'two digits' }))).toEqual([
    ['sum', '6 × 7'],
    ['hint', 'two digits'],
  ])
})

test.each<[string, Record<string, string>, Record<string, string>]>([
  ['the same parameters', { sum: '6 × 7' }, { sum: '6 × 7' }],
  ['the same parameters in another order', { sum: '6 × 7', hint: 'x' }, { hint: 'x', sum: '6 × 7' }],
  ['the same parameters and a user name', { sum: '6 × 7' }, { USERNAME: 'ana', sum: '6 × 7' }],
  ['no parameters, like the previous challenge,', {}, {}],
])(
  'a challenge with %s means that the answer was wrong, and the error contains the new challenge',
  (_case, before, after) => {
    const next = ask(after, 'new session')
    const error = errorOf(ask(before), next)
    expect(error).toBeInstanceOf(ChallengeError)
    expect(error).toMatchObject({ challenge: next, cause: { code: 'WrongAnswerError' } })
  },
)

test.each<[string, Record<string, string>]>([
  ['a different value', { sum: '6 × 8' }],
  ['an additional parameter', { sum: '6 × 7', hint: 'two digits' }],
  ['one fewer parameter', {}],
  ['a different parameter name', { product: '6 × 7' }],
])('a challenge with %s is treated as the next question', (_case, parameters) => {
  const next = ask(parameters)
  expect(checkIsNextQuestion(ask({ sum: '6 × 7' }), next)).toBe(next)
})

test('a challenge of another type is treated as the next step', () => {
  const next = { ...ask({}), name: 'SMS_MFA' as const }
  expect(checkIsNextQuestion(ask({}), next)).toBe(next)
})
