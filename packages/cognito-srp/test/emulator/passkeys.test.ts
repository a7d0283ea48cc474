import { afterEach, expect, test, vi } from 'vitest'

import {
  listWebAuthnCredentials,
  provePasskey,
  registerPasskey,
  respondToChallenge,
  signIn,
  signInWithPasskey,
  signOut,
} from '../../src/index.ts'
import { stubPasskeys, unanswered } from '../platform-passkeys.ts'
import { REQUEST, startPool, type TestPool } from './pool.ts'

let pool: TestPool

afterEach(async () => {
  vi.unstubAllGlobals()
  await pool.emulator.close()
})

const ANA = { username: 'ana' }

test.each([
  ['an old platform without JSON functions', false],
  ['a platform with WebAuthn Level 3', true],
])('on %s, a passkey can be registered and used to sign in', async (_case, isModern) => {
  const platform = stubPasskeys({ isModern })
  pool = await startPool()
  const client = pool.createClient()
  await signIn(client, REQUEST)
  const { credentialId } = await registerPasskey(client)
  expect(await listWebAuthnCredentials(client)).toMatchObject({ credentials: [{ credentialId }] })
  await signOut(client)

  expect(await signInWithPasskey(client, ANA)).toMatchObject({ name: 'SIGNED_IN', session: { username: 'ana' } })
  expect(platform.asked).toHaveLength(2)
  expect(platform.asked[1]?.publicKey['allowCredentials']).toMatchObject([{ type: 'public-key' }])
})

test('a user can choose a passkey among the first factors and sign in with it', async () => {
  stubPasskeys()
  pool = await startPool()
  const client = pool.createClient()
  await signIn(client, REQUEST)
  await registerPasskey(client)
  const choice = await signIn(client, { ...ANA, flow: 'USER_AUTH' })
  if (choice.name !== 'SELECT_CHALLENGE') throw new Error(choice.name)
  expect(choice.options).toContain('WEB_AUTHN')
  const challenge = await respondToChallenge(client, choice, { challengeName: 'WEB_AUTHN' })
  if (challenge.name !== 'WEB_AUTHN') throw new Error(challenge.name)
  const step = await respondToChallenge(client, challenge, { credential: await provePasskey(challenge) })
  expect(step.name).toBe('SIGNED_IN')
})

test('a user without a passkey gets the other first factors', async () => {
  stubPasskeys()
  pool = await startPool()
  expect(await signInWithPasskey(pool.createClient(), ANA)).toMatchObject({
    name: 'SELECT_CHALLENGE',
    options: expect.arrayContaining(['PASSWORD_SRP']),
  })
})

test('if the challenge is replaced while autofill waits, the user signs in with the newer challenge', async () => {
  const platform = stubPasskeys()
  pool = await startPool()
  const client = pool.createClient()
  await signIn(client, REQUEST)
  await registerPasskey(client)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    platform.answers.push(unanswered)
    const signingIn = signInWithPasskey(client, { ...ANA, mediation: 'conditional' })
    await vi.waitUntil(() => platform.asked.length === 2)
    pool.advance(170)
    vi.advanceTimersByTime(170_000)
    await expect(signingIn).resolves.toMatchObject({ name: 'SIGNED_IN' })
  } finally {
    vi.useRealTimers()
  }
  expect(platform.asked.map(({ mediation }) => mediation)).toEqual([undefined, 'conditional', 'conditional'])
})
