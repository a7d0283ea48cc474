import { expect, test, vi } from 'vitest'

import { testClient } from '../../test/clients.ts'
import { failure, deferredResponse, type ScriptedAnswer } from '../../test/scripted-pool.ts'
import { tokens } from '../../test/tokens.ts'
import { currentUsername } from '../session/get-session.ts'
import { signOut } from '../session/sign-out.ts'
import { createSignInStore, type SignInStore } from './sign-in-store.ts'

const REQUEST = { username: 'ana', password: 'Senha-123', flow: 'USER_PASSWORD_AUTH' } as const
const granted: ScriptedAnswer = { json: { AuthenticationResult: tokens() } }
const smsMfa: ScriptedAnswer = { json: { ChallengeName: 'SMS_MFA', Session: 's-1' } }
const mfaSetup: ScriptedAnswer = { json: { ChallengeName: 'MFA_SETUP', Session: 's-1' } }

/** Records each phase that a store enters after this call. */
function phasesOf(store: SignInStore): string[] {
  const phases: string[] = []
  store.subscribe(() => phases.push(store.getSnapshot().phase))
  return phases
}

test('a sign-in with a code passes through the phases busy, challenge, busy and signedIn', async () => {
  const { client, pool } = testClient()
  pool.on('InitiateAuth', smsMfa).on('RespondToAuthChallenge', granted)
  const store = createSignInStore(client)
  const phases = phasesOf(store)
  expect([store.getSnapshot(), store.getServerSnapshot()]).toEqual([{ phase: 'form' }, { phase: 'form' }])
  const done = store.signIn(REQUEST)
  expect(store.getSnapshot()).toEqual({ phase: 'busy' })
  await done
  const challenge = expect.objectContaining({ name: 'SMS_MFA', username: 'ana' })
  expect(store.getSnapshot()).toEqual({ phase: 'challenge', challenge })
  expect(store.getSnapshot()).toBe(store.getSnapshot())
  const answered = store.answer({ code: '123456' })
  expect(store.getSnapshot()).toEqual({ phase: 'busy', challenge })
  await answered
  expect(store.getSnapshot()).toMatchObject({ phase: 'signedIn', session: { username: 'ana' } })
  expect(store.getServerSnapshot()).toEqual({ phase: 'form' })
  expect(phases).toEqual(['busy', 'challenge', 'busy', 'signedIn'])
})

test('after a wrong code, the challenge stays open with an error until the next answer', async () => {
  const { client, pool } = testClient()
  pool.on('InitiateAuth', smsMfa).on('RespondToAuthChallenge', failure('CodeMismatchException'), granted)
  const store = createSignInStore(client)
  await store.signIn(REQUEST)
  await store.answer({ code: '000000' })
  const error = expect.objectContaining({ code: 'CodeMismatchException' })
  expect(store.getSnapshot()).toMatchObject({ phase: 'challenge', challenge: { name: 'SMS_MFA' }, error })
  await store.answer({ code: '123456' })
  expect(store.getSnapshot()).toEqual({ phase: 'signedIn', session: expect.objectContaining({ username: 'ana' }) })
})

test('a failed sign-in returns to the form with its error, and the next sign-in removes the error', async () => {
  const { client, pool } = testClient()
  pool.on('InitiateAuth', failure('NotAuthorizedException'), granted)
  const store = createSignInStore(client)
  await store.signIn(REQUEST)
  expect(store.getSnapshot()).toMatchObject({ phase: 'form', error: { code: 'NotAuthorizedException' } })
  const done = store.signIn(REQUEST)
  expect(store.getSnapshot()).toEqual({ phase: 'busy' })
  await done
  expect(store.getSnapshot()).toEqual({ phase: 'signedIn', session: expect.objectContaining({ username: 'ana' }) })
})

test('while a request is pending, calls that would start another request are ignored', async () => {
  const { client, pool } = testClient()
  const deferred = deferredResponse()
  pool.on('InitiateAuth', deferred.script)
  const store = createSignInStore(client)
  const phases = phasesOf(store)
  const done = store.signIn(REQUEST)
  await Promise.all([store.signIn(REQUEST), store.answer({ code: '1' }), store.setUpAuthenticator()])
  await store.rememberDevice(true)
  deferred.send(granted)
  await done
  expect(pool.operations).toEqual(['InitiateAuth'])
  expect(phases).toEqual(['busy', 'signedIn'])
})

test('a call that is not allowed in the current phase is ignored', async () => {
  const { client, pool } = testClient()
  pool.on('InitiateAuth', smsMfa)
  const store = createSignInStore(client)
  await Promise.all([store.answer({ code: '1' }), store.setUpAuthenticator(), store.rememberDevice(true)])
  expect(store.getSnapshot()).toEqual({ phase: 'form' })
  await store.signIn(REQUEST)
  const challenge = store.getSnapshot()
  await Promise.all([store.setUpAuthenticator(), store.rememberDevice(true)])
  expect(store.getSnapshot()).toBe(challenge)
  expect(pool.operations).toEqual(['InitiateAuth'])
})

test('signIn with an invalid argument sets a ConfigurationError in the state and does not reject', async () => {
  const store = createSignInStore(testClient().client)
  await store.signIn(undefined as never)
  expect(store.getSnapshot()).toMatchObject({ phase: 'form', error: { name: 'ConfigurationError' } })
})

test('cancel immediately returns to the form and aborts the request', async () => {
  const { client, pool } = testClient()
  pool.on('InitiateAuth', 'hang', granted)
  const store = createSignInStore(client)
  const done = store.signIn(REQUEST)
  await vi.waitFor(() => expect(pool.requests).toHaveLength(1))
  store.cancel()
  expect(store.getSnapshot()).toEqual({ phase: 'form' })
  await done
  expect(store.getSnapshot()).toEqual({ phase: 'form' })
  await store.signIn(REQUEST)
  expect(store.getSnapshot().phase).toBe('signedIn')
})

test('if a cancelled sign-in still completes, its session is revoked before the next sign-in starts', async () => {
  const { client, pool, storage } = testClient()
  pool.on('InitiateAuth', granted, failure('NotAuthorizedException')).on('RevokeToken', { json: {} })
  const store = createSignInStore(client)
  const setItem = vi.spyOn(storage, 'setItem')
  setItem.mockImplementationOnce((key, value) => {
    store.cancel() // too late to stop the request
    storage.items.set(key, value)
  })
  void store.signIn(REQUEST)
  await vi.waitFor(() => expect(setItem).toHaveBeenCalled())
  await store.signIn(REQUEST)
  expect(await currentUsername(client)).toBeNull()
  expect(pool.operations).toEqual(['InitiateAuth', 'RevokeToken', 'InitiateAuth'])
  expect(store.getSnapshot()).toMatchObject({ phase: 'form', error: { code: 'NotAuthorizedException' } })
})

test('cancel returns from a challenge to the form, and does nothing once the user is signed in', async () => {
  const { client, pool } = testClient()
  pool.on('InitiateAuth', smsMfa, granted)
  const store = createSignInStore(client)
  await store.signIn(REQUEST)
  store.cancel()
  expect(store.getSnapshot()).toEqual({ phase: 'form' })
  await store.signIn(REQUEST)
  store.cancel()
  expect(store.getSnapshot().phase).toBe('signedIn')
})

test('the state contains the authenticator app’s secret until the app’s first code is accepted', async () => {
  const { client, pool } = testClient()
  pool.on('InitiateAuth', mfaSetup).on('AssociateSoftwareToken', { json: { SecretCode: 'BASE32', Session: 's-2' } })
  pool.on('VerifySoftwareToken', failure('EnableSoftwareTokenMFAException'), { json: { Status: 'SUCCESS' } })
  pool.on('RespondToAuthChallenge', granted)
  const store = createSignInStore(client, { issuer: 'Shop' })
  await store.signIn(REQUEST)
  expect(store.getSnapshot()).not.toHaveProperty('authenticator')
  await store.setUpAuthenticator()
  const authenticator = { secretCode: 'BASE32', uri: 'otpauth://totp/Shop:ana?secret=BASE32&issuer=Shop' }
  expect(store.getSnapshot()).toMatchObject({ phase: 'challenge', challenge: { step: 'verify' }, authenticator })
  const answered = store.answer({ userCode: '000000' })
  expect(store.getSnapshot()).toEqual({ phase: 'busy', challenge: expect.anything(), authenticator })
  await answered
  expect(store.getSnapshot()).toMatchObject({ error: { code: 'EnableSoftwareTokenMFAException' }, authenticator })
  await store.answer({ userCode: '123456' })
  expect(store.getSnapshot().phase).toBe('signedIn')
})

test('if the request after VerifySoftwareToken fails, the next answer repeats only that request', async () => {
  const { client, pool } = testClient()
  pool.on('InitiateAuth', mfaSetup).on('AssociateSoftwareToken', { json: { SecretCode: 'BASE32' } })
  pool.on('VerifySoftwareToken', { json: { Status: 'SUCCESS', Session: 's-3' } })
  pool.on('RespondToAuthChallenge', 'drop', failure('NotAuthorizedException'))
  const store = createSignInStore(client)
  await store.signIn(REQUEST)
  await store.setUpAuthenticator()
  await store.answer({ userCode: '123456' })
  expect(store.getSnapshot()).toMatchObject({ challenge: { step: 'complete' }, error: { name: 'ChallengeError' } })
  await store.answer({ userCode: '' })
  expect(store.getSnapshot()).toMatchObject({ phase: 'form' })
  expect(pool.operations.filter((operation) => operation === 'VerifySoftwareToken')).toHaveLength(1)
})

test('cancel aborts the signal that an answer function received', async () => {
  const { client, pool } = testClient()
  pool.on('InitiateAuth', smsMfa)
  const store = createSignInStore(client)
  await store.signIn(REQUEST)
  let signal: AbortSignal | undefined
  const done = store.answer(async (given) => {
    signal = given
    await new Promise((_resolve, reject) => given?.addEventListener('abort', () => reject(new Error('left'))))
    return { code: '1' }
  })
  await vi.waitFor(() => expect(signal?.aborted).toBe(false))
  store.cancel()
  await done
  expect(signal?.aborted).toBe(true)
  expect(store.getSnapshot()).toEqual({ phase: 'form' })
  expect(pool.operations).toEqual(['InitiateAuth'])
})

test('if an answer function rejects, the challenge stays open and the error in the state has the rejection reason as its cause', async () => {
  const { client, pool } = testClient()
  pool.on('InitiateAuth', smsMfa)
  const store = createSignInStore(client)
  await store.signIn(REQUEST)
  const cause = new TypeError('no field')
  await store.answer(() => Promise.reject(cause))
  expect(store.getSnapshot()).toMatchObject({ phase: 'challenge', error: { name: 'ConfigurationError', cause } })
})

const newDevice: ScriptedAnswer = {
  json: {
    AuthenticationResult: { ...tokens(), NewDeviceMetadata: { DeviceKey: 'device-1', DeviceGroupKey: 'group-1' } },
  },
}

/** Creates a store in the phase `deviceConsent`. */
async function atConsent(decision: ScriptedAnswer = { json: {} }) {
  const { client, pool } = testClient()
  pool.on('InitiateAuth', newDevice).on('ConfirmDevice', { json: { UserConfirmationNecessary: true } })
  pool.on('UpdateDeviceStatus', decision)
  const store = createSignInStore(client)
  await store.signIn(REQUEST)
  expect(store.getSnapshot()).toMatchObject({ phase: 'deviceConsent', session: { username: 'ana' } })
  return { client, pool, store }
}

test.each([
  [true, 'remembered'],
  [false, 'not_remembered'],
])('rememberDevice(%s) sends %s, and cancel does not undo the sign-in', async (yes, status) => {
  const { pool, store } = await atConsent()
  store.cancel()
  const done = store.rememberDevice(yes)
  store.cancel()
  expect(store.getSnapshot()).toEqual({ phase: 'busy' })
  await done
  expect(pool.payload('UpdateDeviceStatus')).toMatchObject({ DeviceRememberedStatus: status })
  expect(store.getSnapshot()).toMatchObject({ phase: 'signedIn', session: { username: 'ana' } })
})

test('if rememberDevice cannot reach the service, the user stays signed in and the state has the error', async () => {
  const { store } = await atConsent('drop')
  await store.rememberDevice(true)
  expect(store.getSnapshot()).toMatchObject({ phase: 'signedIn', error: { name: 'NetworkError' } })
})

test('the store returns to the form if the user signs out during rememberDevice', async () => {
  const { client, store } = await atConsent()
  const done = store.rememberDevice(true)
  await Promise.all([done, signOut(client)])
  expect(store.getSnapshot()).toEqual({ phase: 'form' })
})

test.each([
  ['deviceConsent', newDevice],
  ['signedIn', granted],
])(
  'a sign-out in the phase %s returns the store to the form and removes the store’s listener from the client',
  async (phase, answer) => {
    const { client, pool } = testClient()
    pool.on('InitiateAuth', answer).on('ConfirmDevice', { json: { UserConfirmationNecessary: true } })
    const store = createSignInStore(client)
    await store.signIn(REQUEST)
    expect(store.getSnapshot().phase).toBe(phase)
    await signOut(client)
    await vi.waitFor(() => expect(store.getSnapshot()).toEqual({ phase: 'form' }))
    expect(client.state.listeners.size).toBe(0)
  },
)

test('when another user signs in, the first user’s sign-out does not return the store to the form', async () => {
  const { client, pool } = testClient()
  pool.on('InitiateAuth', granted, { json: { AuthenticationResult: tokens({ username: 'bia' }) } })
  const store = createSignInStore(client)
  await store.signIn(REQUEST)
  const phases = phasesOf(store)
  await store.signIn({ ...REQUEST, username: 'bia' })
  await new Promise((resume) => setTimeout(resume, 0)) // the client's listeners have been called
  expect(store.getSnapshot()).toMatchObject({ phase: 'signedIn', session: { username: 'bia' } })
  expect(phases).toEqual(['busy', 'signedIn'])
})

test('a listener that was added twice is still called after one of its two subscriptions ends', async () => {
  const { client, pool } = testClient()
  pool.on('InitiateAuth', granted)
  const store = createSignInStore(client)
  const listener = vi.fn()
  const stop = store.subscribe(listener)
  store.subscribe(listener)
  stop()
  await store.signIn(REQUEST)
  expect(listener).toHaveBeenCalledTimes(2)
})
