import { getEventListeners } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'

import { rejection, testClient } from '../../test/clients.ts'
import { rejectWith, stubPasskeys, unanswered } from '../../test/platform-passkeys.ts'
import { storedItems, tokens } from '../../test/tokens.ts'
import type { ChallengeOf } from '../challenge.ts'
import { PasskeyError } from '../errors.ts'
import { registerPasskey } from '../operations/passkeys.ts'
import { makePasskey } from './authenticator.ts'
import { provePasskey, signInWithPasskey } from './passkey.ts'

afterEach(() => vi.unstubAllGlobals())

const REQUEST_OPTIONS = {
  challenge: '-_8',
  rpId: 'localhost',
  timeout: 60_000,
  allowCredentials: [{ type: 'public-key', id: 'Zg', transports: ['internal'] }],
  userVerification: 'preferred',
}
const CREATION_OPTIONS = {
  rp: { id: 'localhost', name: 'localhost' },
  user: { id: 'AAEC', name: 'ana', displayName: 'Ana' },
  challenge: '-_8',
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 60_000,
  excludeCredentials: [{ type: 'public-key', id: 'Zg', transports: ['internal'] }],
  authenticatorSelection: { residentKey: 'required' },
}
const CHALLENGE: ChallengeOf<'WEB_AUTHN'> = {
  name: 'WEB_AUTHN',
  username: 'ana',
  challengeSession: 's-1',
  expiresAtMs: 0,
  options: REQUEST_OPTIONS,
}
const asksForPasskey = {
  json: {
    ChallengeName: 'WEB_AUTHN',
    Session: 's-1',
    ChallengeParameters: { CREDENTIAL_REQUEST_OPTIONS: JSON.stringify(REQUEST_OPTIONS) },
  },
}
const granted = { json: { AuthenticationResult: tokens() } }

/** Creates a client for a signed-in user, with a pool that registers and accepts passkeys. */
function passkeyClient() {
  const given = testClient({ items: storedItems(tokens()) })
  given.pool
    .on('StartWebAuthnRegistration', { json: { CredentialCreationOptions: CREATION_OPTIONS } })
    .on('CompleteWebAuthnRegistration', { json: {} })
    .on('InitiateAuth', asksForPasskey)
    .on('RespondToAuthChallenge', granted)
  return given
}

test('a browser without the JSON functions gets the challenge and ids as bytes, and the other options unchanged', async () => {
  const platform = stubPasskeys()
  await makePasskey(CREATION_OPTIONS, {})
  expect(platform.asked[0]?.publicKey).toEqual({
    ...CREATION_OPTIONS,
    challenge: Uint8Array.of(0xfb, 0xff),
    user: { id: Uint8Array.of(0, 1, 2), name: 'ana', displayName: 'Ana' },
    excludeCredentials: [{ type: 'public-key', id: Uint8Array.of(0x66), transports: ['internal'] }],
  })
  await provePasskey(CHALLENGE)
  expect(platform.asked[1]?.publicKey).toEqual({
    ...REQUEST_OPTIONS,
    challenge: Uint8Array.of(0xfb, 0xff),
    allowCredentials: [{ type: 'public-key', id: Uint8Array.of(0x66), transports: ['internal'] }],
  })
  const { excludeCredentials: _exclude, ...withoutLists } = CREATION_OPTIONS
  await makePasskey(withoutLists, {})
  expect(platform.asked[2]?.publicKey).toHaveProperty('excludeCredentials', [])
  await provePasskey({ ...CHALLENGE, options: { challenge: '-_8' } })
  expect(platform.asked[3]?.publicKey).toHaveProperty('allowCredentials', [])
})

test('in a browser without toJSON, the buffers of a credential are encoded as base64url', async () => {
  const platform = stubPasskeys()
  const bytes = (...values: number[]) => Uint8Array.from(values).buffer
  const common = { id: 'AAEC', rawId: bytes(0, 1, 2), type: 'public-key', getClientExtensionResults: () => ({ a: 1 }) }
  const clientDataJSON = bytes(0xfb, 0xff, 0xbf)
  platform.answers.push(
    async () => ({ ...common, response: { clientDataJSON, attestationObject: bytes(0x66) } }),
    async () => ({ ...common, response: { clientDataJSON, authenticatorData: bytes(), signature: bytes(0x66) } }),
    async () => ({
      ...common,
      authenticatorAttachment: 'platform',
      response: { clientDataJSON, authenticatorData: bytes(), signature: bytes(0x66), userHandle: bytes(0xff) },
    }),
  )
  const written = { id: 'AAEC', rawId: 'AAEC', type: 'public-key', clientExtensionResults: { a: 1 } }
  expect(await makePasskey(CREATION_OPTIONS, {})).toEqual({
    ...written,
    response: { clientDataJSON: '-_-_', attestationObject: 'Zg', transports: [] },
  })
  const response = { clientDataJSON: '-_-_', authenticatorData: '', signature: 'Zg' }
  expect(await provePasskey(CHALLENGE)).toEqual({ ...written, response })
  expect(await provePasskey(CHALLENGE)).toEqual({
    ...written,
    authenticatorAttachment: 'platform',
    response: { ...response, userHandle: '_w' },
  })
})

test('the browser’s own toJSON is used unless it throws', async () => {
  const platform = stubPasskeys()
  const credential = {
    id: 'AAEC',
    rawId: new ArrayBuffer(1),
    type: 'public-key',
    getClientExtensionResults: () => ({}),
  }
  const clientDataJSON = new ArrayBuffer(3)
  const response = { clientDataJSON, attestationObject: clientDataJSON }
  platform.answers.push(
    async () => ({ ...credential, response, toJSON: () => ({ id: 'by itself' }) }),
    async () => ({
      ...credential,
      response,
      toJSON() {
        throw new TypeError('Illegal invocation')
      },
    }),
  )
  expect(await makePasskey(CREATION_OPTIONS, {})).toEqual({ id: 'by itself' })
  expect(await makePasskey(CREATION_OPTIONS, {})).toMatchObject({ rawId: 'AA', response: { clientDataJSON: 'AAAA' } })
})

test.each([
  ['NotAllowedError', 'cancelled', 'cancelled'],
  ['AbortError', 'aborted', 'aborted'],
  ['InvalidStateError', 'exists', 'failed'],
  ['SecurityError', 'wrong-origin', 'wrong-origin'],
  ['NotSupportedError', 'unsupported', 'unsupported'],
  ['ConstraintError', 'unsupported', 'unsupported'],
  ['UnknownError', 'failed', 'failed'],
])(
  "the browser’s %s causes the reason '%s' when a passkey is created and '%s' when a passkey is used",
  async (name, making, using) => {
    const platform = stubPasskeys()
    const { client, pool } = passkeyClient()
    platform.answers.push(rejectWith(name), rejectWith(name))
    for (const [attempt, reason] of [
      [registerPasskey(client), making],
      [provePasskey(CHALLENGE), using],
    ] as const) {
      const error = await rejection(attempt)
      expect(error).toBeInstanceOf(PasskeyError)
      expect(error).toMatchObject({ name: 'PasskeyError', code: 'PasskeyError', reason, cause: { name } })
      expect((error as PasskeyError).message).not.toBe('')
    }
    expect(pool.operations).toEqual(['StartWebAuthnRegistration'])
  },
)

test('a missing credential or unreadable options cause a PasskeyError', async () => {
  const platform = stubPasskeys()
  platform.answers.push(async () => null)
  expect(await rejection(provePasskey(CHALLENGE))).toMatchObject({ reason: 'cancelled' })
  const unreadable = { ...CHALLENGE, options: { challenge: '*' } }
  expect(await rejection(provePasskey(unreadable))).toMatchObject({ name: 'PasskeyError', reason: 'failed' })
  const nothing = undefined as unknown as typeof CREATION_OPTIONS
  expect(await rejection(makePasskey(nothing, {}))).toMatchObject({ name: 'PasskeyError', reason: 'failed' })
})

test.each([
  ['no WebAuthn', 'unsupported', () => vi.stubGlobal('PublicKeyCredential', undefined)],
  ['no credentials', 'unsupported', () => vi.stubGlobal('navigator', {})],
  ['no navigator', 'unsupported', () => vi.stubGlobal('navigator', undefined)],
  ['no secure context', 'insecure', () => vi.stubGlobal('isSecureContext', false)],
])('with %s, no request is sent to the service', async (_case, reason, take) => {
  const { client, pool } = passkeyClient()
  stubPasskeys()
  take()
  for (const attempt of [
    registerPasskey(client),
    provePasskey(CHALLENGE),
    signInWithPasskey(client, { username: 'ana' }),
  ]) {
    expect(await rejection(attempt)).toMatchObject({ name: 'PasskeyError', reason })
  }
  expect(pool.requests).toEqual([])
})

test.each([
  ['has no support for passkeys in autofill', {}],
  ['reports no passkeys in autofill', { isConditionalMediationAvailable: async () => false }],
])('autofill is not requested from a browser that %s', async (_case, platform) => {
  const { client, pool } = passkeyClient()
  const { asked } = stubPasskeys()
  vi.stubGlobal('PublicKeyCredential', platform)
  const attempt = signInWithPasskey(client, { username: 'ana', mediation: 'conditional' })
  expect(await rejection(attempt)).toMatchObject({ name: 'PasskeyError', reason: 'unsupported' })
  await provePasskey(CHALLENGE)
  await provePasskey(CHALLENGE, { mediation: 'required' })
  expect(asked.map(({ mediation }) => mediation)).toEqual([undefined, 'required'])
  expect(pool.requests).toEqual([])
})

test('both requests of a passkey sign-in contain the metadata', async () => {
  stubPasskeys()
  const { client, pool } = passkeyClient()
  const step = await signInWithPasskey(client, { username: 'ana', clientMetadata: { locale: 'pt' } })
  expect(step.name).toBe('SIGNED_IN')
  expect(pool.payload('InitiateAuth')).toMatchObject({
    AuthFlow: 'USER_AUTH',
    AuthParameters: { USERNAME: 'ana', PREFERRED_CHALLENGE: 'WEB_AUTHN' },
    ClientMetadata: { locale: 'pt' },
  })
  expect(pool.payload('RespondToAuthChallenge')).toMatchObject({
    ChallengeName: 'WEB_AUTHN',
    ChallengeResponses: { CREDENTIAL: expect.stringContaining('"signature"') },
    ClientMetadata: { locale: 'pt' },
  })
})

test.each<['required' | 'conditional']>([['required'], ['conditional']])(
  'an abort ends the browser’s dialog (%s) and rejects with the signal’s reason',
  async (mediation) => {
    const platform = stubPasskeys()
    platform.answers.push(unanswered, unanswered)
    const { client, pool } = passkeyClient()
    for (const start of [
      (signal: AbortSignal) => signInWithPasskey(client, { username: 'ana', mediation, signal }),
      (signal: AbortSignal) => registerPasskey(client, { signal }),
    ]) {
      const controller = new AbortController()
      const before = platform.asked.length
      const attempt = start(controller.signal)
      await vi.waitUntil(() => platform.asked.length > before)
      controller.abort(new Error('left'))
      expect(await rejection(attempt)).toEqual(new Error('left'))
      expect(platform.asked[before]?.signal.aborted).toBe(true)
    }
    expect(pool.operations).toEqual(['InitiateAuth', 'StartWebAuthnRegistration'])
    const signal = AbortSignal.abort(new Error('gone'))
    expect(await rejection(provePasskey(CHALLENGE, { signal }))).toEqual(new Error('gone'))
    expect(platform.asked).toHaveLength(2)
  },
)

test('a passkey request that the browser aborts rejects with a PasskeyError even if the caller passed a signal', async () => {
  const platform = stubPasskeys()
  platform.answers.push(rejectWith('AbortError'))
  const { client } = passkeyClient()
  const { signal } = new AbortController()
  const attempt = signInWithPasskey(client, { username: 'ana', mediation: 'conditional', signal })
  expect(await rejection(attempt)).toMatchObject({ name: 'PasskeyError', reason: 'aborted' })
})

test('a password manager that rejects with undefined causes a PasskeyError', async () => {
  stubPasskeys().answers.push(() => Promise.reject())
  expect(await rejection(provePasskey(CHALLENGE))).toMatchObject({ name: 'PasskeyError', reason: 'failed' })
})

test.each<[string, object]>([
  ['an empty credential', {}],
  [
    'a credential without a response',
    { id: 'AA', rawId: new ArrayBuffer(1), type: 'public-key', getClientExtensionResults: () => ({}) },
  ],
  ['a credential without extension results', { id: 'AA', rawId: new ArrayBuffer(1), type: 'public-key', response: {} }],
])('a replaced browser API that returns %s causes a PasskeyError', async (_case, credential) => {
  const { answers } = stubPasskeys()
  answers.push(async () => credential)
  const error = await rejection(provePasskey(CHALLENGE))
  expect(error).toMatchObject({ name: 'PasskeyError', reason: 'failed', cause: expect.any(TypeError) })
})

test('autofill is restarted ten seconds before the challenge expires, and no timer or abort listener remains afterwards', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { asked, answers } = stubPasskeys()
    answers.push(unanswered)
    const { client, pool, clock } = passkeyClient()
    const { signal } = new AbortController()
    const signingIn = signInWithPasskey(client, { username: 'ana', mediation: 'conditional', signal })
    while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(169_999)
    expect(pool.operations).toEqual(['InitiateAuth'])
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    clock.nowMs += 170_000
    await vi.advanceTimersByTimeAsync(1)
    expect(await signingIn).toMatchObject({ name: 'SIGNED_IN' })
    expect(pool.operations).toEqual(['InitiateAuth', 'InitiateAuth', 'RespondToAuthChallenge'])
    expect(asked.map(({ mediation }) => mediation)).toEqual(['conditional', 'conditional'])
    expect([vi.getTimerCount(), getEventListeners(signal, 'abort')]).toEqual([0, []])
  } finally {
    vi.useRealTimers()
  }
})

test('without conditional mediation, a sign-in requests a passkey from the browser only once', async () => {
  const { asked } = stubPasskeys()
  await signInWithPasskey(passkeyClient().client, { username: 'ana' })
  expect(asked.map(({ mediation }) => mediation)).toEqual([undefined])
})
