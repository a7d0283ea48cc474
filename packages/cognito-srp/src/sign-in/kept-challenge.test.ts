import { expect, test, vi } from 'vitest'

import { MapStorage, testClient } from '../../test/clients.ts'
import { failure, deferredResponse } from '../../test/scripted-pool.ts'
import { tokens } from '../../test/tokens.ts'
import { createSignInStore } from './sign-in-store.ts'

const REQUEST = { username: 'ana', password: 'Senha-123', flow: 'USER_PASSWORD_AUTH' } as const
const KEY = 'CognitoSignIn.web'
const mfaSetup = { json: { ChallengeName: 'MFA_SETUP', Session: 's-1' } }

/**
 * Creates a sign-in store whose current challenge is MFA_SETUP, and requests the authenticator's secret. The store saves the
 * challenge in `keep`.
 */
async function atSetup(keep: MapStorage) {
  const { client, pool, clock } = testClient()
  pool.on('InitiateAuth', mfaSetup).on('AssociateSoftwareToken', { json: { SecretCode: 'BASE32', Session: 's-2' } })
  const store = createSignInStore(client, { keep, issuer: 'Shop' })
  await store.signIn(REQUEST)
  await store.setUpAuthenticator()
  return { client, pool, clock, store }
}

test('a challenge and the secret of its authenticator app survive a reload, but the password and the error do not', async () => {
  const keep = new MapStorage()
  const { client, pool, store } = await atSetup(keep)
  pool.on('VerifySoftwareToken', failure('CodeMismatchException'), { json: { Status: 'SUCCESS' } })
  await store.answer({ userCode: '000000' })
  const { phase, challenge, authenticator } = store.getSnapshot() as never
  const reloaded = createSignInStore(client, { keep })
  expect(reloaded.getSnapshot()).toEqual({ phase, challenge, authenticator })
  expect(reloaded.getServerSnapshot()).toEqual({ phase: 'form' })
  expect(keep.items.get(KEY)).not.toMatch(/Senha|CodeMismatch/)
  pool.on('RespondToAuthChallenge', { json: { AuthenticationResult: tokens() } })
  await reloaded.answer({ userCode: '123456' })
  expect(reloaded.getSnapshot().phase).toBe('signedIn')
  expect(keep.items.size).toBe(0)
})

test('a pending answer does not remove the stored challenge, but cancel does', async () => {
  const keep = new MapStorage()
  const { pool, store } = await atSetup(keep)
  pool.on('VerifySoftwareToken', deferredResponse().script)
  void store.answer({ userCode: '123456' })
  expect(keep.items.has(KEY)).toBe(true)
  store.cancel()
  expect(keep.items.size).toBe(0)
})

test('after a reload, an expired challenge is ignored and removed', async () => {
  const keep = new MapStorage()
  const { client, clock } = await atSetup(keep)
  clock.nowMs += 180_000
  expect(createSignInStore(client, { keep }).getSnapshot()).toEqual({ phase: 'form' })
  expect(keep.items.size).toBe(0)
})

test.each(['{', 'null', '7', '{}', '{"challenge":{"name":"SMS_MFA"}}'])(
  'after a reload, the stored value %s is ignored and removed',
  (text) => {
    const keep = new MapStorage({ [KEY]: text })
    expect(createSignInStore(testClient().client, { keep }).getSnapshot()).toEqual({ phase: 'form' })
    expect(keep.items.size).toBe(0)
  },
)

test.each(['7', '{"secretCode":"BASE32"}'])(
  'after a reload, the invalid authenticator %s is ignored',
  async (authenticator) => {
    const keep = new MapStorage()
    const { client } = await atSetup(keep)
    const kept = JSON.parse(keep.items.get(KEY) ?? '') as object
    keep.setItem(KEY, JSON.stringify({ ...kept, authenticator: JSON.parse(authenticator) as unknown }))
    const state = createSignInStore(client, { keep }).getSnapshot()
    expect(state).toMatchObject({ phase: 'challenge', challenge: { name: 'MFA_SETUP' } })
    expect(state).not.toHaveProperty('authenticator')
  },
)

test('a stored challenge for another app client is ignored', async () => {
  const keep = new MapStorage()
  await atSetup(keep)
  const { client } = testClient({ clientId: 'other' })
  expect(createSignInStore(client, { keep }).getSnapshot()).toEqual({ phase: 'form' })
})

test('keep accepts a function that returns the storage, and a function that throws', async () => {
  const keep = new MapStorage()
  const { client } = await atSetup(keep)
  expect(createSignInStore(client, { keep: () => keep }).getSnapshot().phase).toBe('challenge')
  const refused = () => {
    throw new DOMException('refused', 'SecurityError')
  }
  expect(createSignInStore(client, { keep: refused }).getSnapshot()).toEqual({ phase: 'form' })
})

test('if the storage throws, the challenge is not stored and the sign-in continues', async () => {
  const refuse = vi.fn(() => {
    throw new Error('blocked')
  })
  const keep = Object.assign(new MapStorage(), { getItem: refuse, setItem: refuse, removeItem: refuse })
  const { store } = await atSetup(keep)
  expect(store.getSnapshot()).toMatchObject({ phase: 'challenge', authenticator: { secretCode: 'BASE32' } })
  expect(refuse).toHaveBeenCalledTimes(4)
})
