import { expect, test, vi } from 'vitest'

import { testClient } from '../../test/clients.ts'
import { failure, deferredResponse, type ScriptedAnswer } from '../../test/scripted-pool.ts'
import { tokens } from '../../test/tokens.ts'
import { NetworkError } from '../errors.ts'
import { confirmForgotPassword } from '../operations/account.ts'
import { currentUsername } from '../session/get-session.ts'
import { signOut } from '../session/sign-out.ts'
import { signIn } from './sign-in.ts'
import { createStepStore } from './step-store.ts'

const REQUEST = { username: 'ana', password: 'Senha-123', flow: 'USER_PASSWORD_AUTH' } as const
const granted: ScriptedAnswer = { json: { AuthenticationResult: tokens() } }

/** Returns a store whose sign-in failed with `code`. */
async function afterFailure(code: string) {
  const { client, pool } = testClient()
  pool.on('InitiateAuth', failure(code), granted)
  const store = createStepStore(client)
  await store.run((signal) => signIn(client, { ...REQUEST, signal }), 'ana')
  return { client, pool, store }
}

test('a step that returns a session changes the phase to signedIn', async () => {
  const { client, store } = await afterFailure('NotAuthorizedException')
  expect(store.getSnapshot()).toMatchObject({ phase: 'form', error: { code: 'NotAuthorizedException' } })
  await store.run((signal) => signIn(client, { ...REQUEST, signal }), 'ana')
  expect(store.getSnapshot()).toMatchObject({ phase: 'signedIn', session: { username: 'ana' } })
})

test('the phase stays passwordReset with an error after a wrong code, and changes to signedIn after the right code', async () => {
  const { client, pool, store } = await afterFailure('PasswordResetRequiredException')
  expect(store.getSnapshot()).toEqual({ phase: 'passwordReset', username: 'ana' })
  pool.on('ConfirmForgotPassword', failure('CodeMismatchException'), { json: {} })
  const reset = () =>
    store.run(async (signal) => {
      await confirmForgotPassword(client, { username: 'ana', confirmationCode: '1', password: 'Nova-123', signal })
      return signIn(client, { ...REQUEST, signal })
    })
  await reset()
  const error = expect.objectContaining({ code: 'CodeMismatchException' })
  expect(store.getSnapshot()).toEqual({ phase: 'passwordReset', username: 'ana', error })
  await reset()
  expect(store.getSnapshot().phase).toBe('signedIn')
})

test('after a step without a result, the store returns to the previous phase and removes the error', async () => {
  const { store } = await afterFailure('UserNotConfirmedException')
  await store.run(() => Promise.reject(new TypeError('no code')))
  expect(store.getSnapshot()).toMatchObject({ phase: 'confirmSignUp', error: { name: 'ConfigurationError' } })
  const done = store.run(async () => undefined)
  expect(store.getSnapshot()).toEqual({ phase: 'busy' })
  await done
  expect(store.getSnapshot()).toEqual({ phase: 'confirmSignUp', username: 'ana' })
})

test('run accepts a step that resolves to the next state, and a step that throws synchronously', async () => {
  const { store } = await afterFailure('NotAuthorizedException')
  await store.run(async () => ({ phase: 'confirmSignUp', username: 'bia' }))
  expect(store.getSnapshot()).toEqual({ phase: 'confirmSignUp', username: 'bia' })
  const cause = new TypeError('no field')
  await store.run(() => {
    throw cause
  })
  expect(store.getSnapshot()).toMatchObject({ phase: 'confirmSignUp', error: { cause } })
})

test('a step is ignored while another step runs', async () => {
  const { store } = await afterFailure('NotAuthorizedException')
  const ignored = vi.fn(async () => undefined)
  const done = store.run(async () => undefined)
  await store.run(ignored)
  await done
  expect(ignored).not.toHaveBeenCalled()
})

test('the promise of a cancelled step resolves only after the session from that step is revoked', async () => {
  const { client, pool, store } = await afterFailure('NotAuthorizedException')
  const deferred = deferredResponse()
  pool.on('RevokeToken', deferred.script)
  const ended = vi.fn()
  const done = store.run(async () => {
    const step = await signIn(client, REQUEST)
    store.cancel() // too late for the request
    return step
  })
  void done.then(ended)
  await vi.waitFor(() => expect(pool.operations.at(-1)).toBe('RevokeToken'))
  expect(store.getSnapshot()).toEqual({ phase: 'form' })
  expect(ended).not.toHaveBeenCalled()
  deferred.send({ json: {} })
  await done
  expect(await currentUsername(client)).toBeNull()
})

test('cancel does not sign out a user who was signed in before the step', async () => {
  const { client, store } = await afterFailure('NotAuthorizedException')
  await store.run(() => signIn(client, REQUEST), 'ana')
  const done = store.run(async () => undefined)
  store.cancel()
  await done
  expect(store.getSnapshot().phase).toBe('signedIn')
})

test('if a step fails, the user stays signed in and the state contains the error', async () => {
  const { client, store } = await afterFailure('NotAuthorizedException')
  await store.run(() => signIn(client, REQUEST), 'ana')
  await store.run(() => Promise.reject(new NetworkError()))
  const error = expect.objectContaining({ name: 'NetworkError' })
  expect(store.getSnapshot()).toEqual({
    phase: 'signedIn',
    session: expect.objectContaining({ username: 'ana' }),
    error,
  })
  await signOut(client)
  await vi.waitFor(() => expect(store.getSnapshot()).toEqual({ phase: 'form' }))
})

test('if the user signs out during a step, the store returns to the form', async () => {
  const { client, store } = await afterFailure('NotAuthorizedException')
  await store.run(() => signIn(client, REQUEST), 'ana')
  await store.run(async () => {
    await signOut(client)
    throw new NetworkError()
  })
  expect(store.getSnapshot()).toEqual({ phase: 'form' })
})
