import { expect, test } from 'vitest'

import { NOW_MS } from '../../test/tokens.ts'
import type { Challenge } from '../challenge.ts'
import {
  ChallengeError,
  NetworkError,
  PasskeyError,
  ServiceError,
  SessionError,
  SrpError,
  StorageError,
} from '../errors.ts'
import { assertFlowHas } from '../service/flows.ts'
import { stateAfterFailure } from './sign-in-states.ts'

const EXPIRES_AT_MS = NOW_MS + 180_000
const challenge: Challenge = { name: 'SMS_MFA', username: 'ana', challengeSession: 's', expiresAtMs: EXPIRES_AT_MS }
const open = { phase: 'challenge', challenge } as const
const CONTEXT = { username: 'ana', open, nowMs: NOW_MS }

const serviceError = (code: string) => new ServiceError(code, { code, statusCode: 400, retryable: false })

function flowError(): unknown {
  try {
    return assertFlowHas('PASSWORD')
  } catch (error) {
    return error
  }
}

test.each([
  ['a wrong code', serviceError('CodeMismatchException')],
  ['an expired code', serviceError('ExpiredCodeException')],
  ['a weak password', serviceError('InvalidPasswordException')],
  ['an exceeded limit', serviceError('LimitExceededException')],
  ['a lost connection', new NetworkError()],
  ['a cancelled passkey', new PasskeyError('cancelled', { reason: 'cancelled' })],
  ['an incomplete answer', new ChallengeError('The answer to this challenge lacks "code".')],
])('the phase stays challenge after %s', (_case, error) => {
  expect(stateAfterFailure(error, CONTEXT)).toEqual({ ...open, error })
})

test.each([
  ['a rejected Session', serviceError('NotAuthorizedException')],
  [
    'tokens that cannot be read',
    new SessionError('Id token and Access Token must be present.', { reason: 'foreign-tokens' }),
  ],
  ['tokens that cannot be stored', new StorageError('full')],
  ['a malformed SRP value', new SrpError('B cannot be zero.')],
  [
    'a repeated request for the password',
    new ChallengeError('The service requests the password again. Start a new sign-in.'),
  ],
  ['a challenge that requires another flow', flowError()],
])('the phase changes from challenge to form after %s', (_case, error) => {
  expect(stateAfterFailure(error, CONTEXT)).toEqual({ phase: 'form', error })
})

test('if the challenge has expired, a network error changes the phase to form', () => {
  const error = new NetworkError()
  const last = { ...CONTEXT, nowMs: EXPIRES_AT_MS - 1 }
  expect(stateAfterFailure(error, last)).toEqual({ ...open, error })
  expect(stateAfterFailure(error, { ...CONTEXT, nowMs: EXPIRES_AT_MS })).toEqual({ phase: 'form', error })
})

test.each([
  ['PasswordResetRequiredException', 'passwordReset'],
  ['UserNotConfirmedException', 'confirmSignUp'],
])('%s changes the phase to %s, from the form and from a challenge', (code, phase) => {
  const { username, nowMs } = CONTEXT
  expect(stateAfterFailure(serviceError(code), { username, nowMs })).toEqual({ phase, username: 'ana' })
  expect(stateAfterFailure(serviceError(code), CONTEXT)).toEqual({ phase, username: 'ana' })
})

test.each([
  ['a lost connection', 'challenge', new NetworkError()],
  ['a rejected Session', 'form', serviceError('NotAuthorizedException')],
])('if %s causes a ChallengeError that contains the next challenge, the phase becomes %s', (_case, phase, cause) => {
  const advanced = { ...challenge, challengeSession: 's-2' }
  const error = new ChallengeError('The code is verified.', { cause, challenge: advanced })
  const expected = phase === 'form' ? { phase, error } : { phase, challenge: advanced, error }
  expect(stateAfterFailure(error, CONTEXT)).toEqual(expected)
})
