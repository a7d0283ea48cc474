import { afterEach, expect, test, vi } from 'vitest'

import { rejection, testClient } from '../../test/clients.ts'
import { rejectWith, stubPasskeys } from '../../test/platform-passkeys.ts'
import { storedItems, tokens } from '../../test/tokens.ts'
import type { ChallengeOf } from '../challenge.ts'
import { PasskeyError } from '../errors.ts'
import { registerPasskey } from '../operations/passkeys.ts'
import type { PasskeyAuthenticator } from './authenticator.ts'
import { provePasskey, signInWithPasskey } from './passkey.ts'

afterEach(() => vi.unstubAllGlobals())

const REQUEST_OPTIONS = { challenge: '-_8', rpId: 'localhost' }
const CREATION_OPTIONS = { rp: { name: 'localhost' }, user: { id: 'AAEC', name: 'ana' }, challenge: '-_8' }
const CHALLENGE: ChallengeOf<'WEB_AUTHN'> = {
  name: 'WEB_AUTHN',
  username: 'ana',
  challengeSession: 's-1',
  expiresAtMs: 0,
  options: REQUEST_OPTIONS,
}

test('the program’s own authenticator is called instead of the browser’s passkey API', async () => {
  stubPasskeys()
  vi.stubGlobal('PublicKeyCredential', undefined)
  const json = { id: 'AAEC', rawId: 'AAEC', type: 'public-key', clientExtensionResults: {} }
  const made = { ...json, response: { clientDataJSON: 'e30', attestationObject: 'Zg' } }
  const proven = { ...json, response: { clientDataJSON: 'e30', authenticatorData: 'Zg', signature: 'Zg' } }
  const authenticator = { create: vi.fn(async () => made), get: vi.fn(async () => proven) }
  const { client, pool } = testClient({ items: storedItems(tokens()) })
  const ChallengeParameters = { CREDENTIAL_REQUEST_OPTIONS: JSON.stringify(REQUEST_OPTIONS) }
  pool
    .on('StartWebAuthnRegistration', { json: { CredentialCreationOptions: CREATION_OPTIONS } })
    .on('CompleteWebAuthnRegistration', { json: {} })
    .on('InitiateAuth', { json: { ChallengeName: 'WEB_AUTHN', Session: 's-1', ChallengeParameters } })
    .on('RespondToAuthChallenge', { json: { AuthenticationResult: tokens() } })

  expect(await registerPasskey(client, { authenticator })).toEqual({ credentialId: 'AAEC' })
  expect(pool.payload('CompleteWebAuthnRegistration')).toMatchObject({ Credential: made })
  const request = { username: 'ana', mediation: 'conditional', authenticator } as const
  expect(await signInWithPasskey(client, request)).toMatchObject({ name: 'SIGNED_IN' })
  const { CREDENTIAL } = pool.payload('RespondToAuthChallenge')['ChallengeResponses'] as Record<string, string>
  expect(JSON.parse(CREDENTIAL ?? '')).toEqual(proven)
  expect(await provePasskey(CHALLENGE, { authenticator })).toEqual(proven)

  const signal = expect.any(AbortSignal)
  expect(authenticator.create.mock.calls).toEqual([[CREATION_OPTIONS, { signal }]])
  expect(authenticator.get.mock.calls).toEqual([
    [REQUEST_OPTIONS, { signal, mediation: 'conditional' }],
    [REQUEST_OPTIONS, { signal }],
  ])
})

test.each([
  ['NotAllowedError', 'cancelled', rejectWith('NotAllowedError')],
  ['a PasskeyError', 'unsupported', () => Promise.reject(new PasskeyError('No API.', { reason: 'unsupported' }))],
  ['another error', 'failed', () => Promise.reject(new Error('Native module missing'))],
])('an authenticator that rejects with %s causes a PasskeyError with reason %s', async (_case, reason, get) => {
  const authenticator = { get, create: get }
  expect(await rejection(provePasskey(CHALLENGE, { authenticator }))).toMatchObject({ name: 'PasskeyError', reason })
})

test.each([
  ['throws instead of rejecting', () => raise(new DOMException('No.', 'NotAllowedError')), 'cancelled'],
  ['lacks the function', undefined, 'failed'],
])('an authenticator that %s causes a PasskeyError', async (_case, ask, reason) => {
  const authenticator = { get: ask, create: ask } as unknown as PasskeyAuthenticator
  const { client, pool } = testClient({ items: storedItems(tokens()) })
  pool.on('StartWebAuthnRegistration', { json: { CredentialCreationOptions: CREATION_OPTIONS } })
  const facts = { name: 'PasskeyError', reason }
  expect(await rejection(provePasskey(CHALLENGE, { authenticator }))).toMatchObject(facts)
  expect(await rejection(registerPasskey(client, { authenticator }))).toMatchObject(facts)
})

function raise(error: Error): never {
  throw error
}
