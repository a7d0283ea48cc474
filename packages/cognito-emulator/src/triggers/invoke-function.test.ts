import { expect, test, vi } from 'vitest'

import { BIA, call, createTestEmulator } from '../../test/caller.ts'
import type { TriggerFunction } from './configuration.ts'
import type { TriggerEvents } from './events.ts'

type PreSignUp = TriggerFunction<TriggerEvents['preSignUp']>

const signUp = (emulator: ReturnType<typeof createTestEmulator>) => call(emulator, 'SignUp', BIA)

test.each<[string, PreSignUp]>([
  ['changes the event', ({ response }) => void (response.autoConfirmUser = true)],
  ['returns the event', (event) => ({ ...event, response: { autoConfirmUser: true } })],
  ['returns a promise', async (event) => ({ ...event, response: { autoConfirmUser: true } })],
  [
    'calls back later',
    (event, _context, callback) => void setImmediate(callback, null, { ...event, response: { autoConfirmUser: true } }),
  ],
  ['calls context.succeed', (event, context) => context.succeed({ ...event, response: { autoConfirmUser: true } })],
  ['calls context.done', (event, context) => context.done(null, { ...event, response: { autoConfirmUser: true } })],
])('the emulator uses the result of a function that %s', async (_case, preSignUp) => {
  await expect(signUp(createTestEmulator({ triggers: { preSignUp } }))).resolves.toMatchObject({ UserConfirmed: true })
})

test.each<[string, PreSignUp]>([
  [
    'throws',
    () => {
      throw new Error('no')
    },
  ],
  [
    'rejects',
    async () => {
      throw new Error('no')
    },
  ],
  ['calls back with an error', (_event, _context, callback) => callback(new Error('no'))],
  ['calls back with a string', (_event, _context, callback) => callback('no')],
  ['calls context.fail', (_event, context) => context.fail('no')],
])('the client gets the error message of a function that %s', async (_case, preSignUp) => {
  await expect(signUp(createTestEmulator({ triggers: { preSignUp } }))).rejects.toMatchObject({
    code: 'UserLambdaValidationException',
    message: 'PreSignUp failed with error no.',
    status: 400,
  })
})

test.each<[string, unknown]>([
  ['a string', 'yes'],
  ['an event without response', { userName: 'bia' }],
  ['a response that is a list', { response: [] }],
  ['a list for a boolean', { response: { autoConfirmUser: [] } }],
])('a function that returns %s fails with InvalidLambdaResponseException', async (_case, answer) => {
  await expect(signUp(createTestEmulator({ triggers: { preSignUp: () => answer } }))).rejects.toMatchObject({
    code: 'InvalidLambdaResponseException',
    message: 'Unrecognizable lambda output',
  })
})

test('a function whose output cannot be written as JSON fails with InvalidLambdaResponseException', async () => {
  const preSignUp = () => ({ response: { autoConfirmUser: 1n } })
  await expect(signUp(createTestEmulator({ triggers: { preSignUp } }))).rejects.toMatchObject({
    code: 'InvalidLambdaResponseException',
    message: 'Invalid lambda function output : Invalid JSON',
  })
})

test('a function that does not respond times out after five seconds', async () => {
  const called = Promise.withResolvers<number>()
  const emulator = createTestEmulator({
    triggers: {
      preSignUp(_event, context, _callback) {
        called.resolve(context.getRemainingTimeInMillis())
      },
    },
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    let hasTimedOut = false
    const outcome = signUp(emulator).catch((error: unknown) => error)
    void outcome.then(() => (hasTimedOut = true))
    expect(await called.promise).toBe(5000)
    await vi.advanceTimersByTimeAsync(4999)
    expect(hasTimedOut).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await expect(outcome).resolves.toMatchObject({
      code: 'UnexpectedLambdaException',
      message: 'PreSignUp invocation failed due to error Socket timeout while invoking Lambda function.',
    })
  } finally {
    vi.useRealTimers()
  }
})

test('a function that changes the request in its event does not change the new user', async () => {
  const emulator = createTestEmulator({
    triggers: {
      preSignUp({ request }) {
        request.userAttributes['email'] = 'other@example.com'
      },
    },
  })
  await signUp(emulator)
  expect(emulator.outbox).toMatchObject([{ destination: 'bia@example.com' }])
})
