import { expect, test } from 'vitest'

import { getUser, respondToChallenge, signIn, type CognitoClient, type MfaSetup, type Signal } from '../src/index.ts'
import { rejection, testClient } from './clients.ts'
import { NOW_MS, NOW_SECONDS, storedItems, tokens } from './tokens.ts'

const BASE = { username: 'ana', challengeSession: 's-1', expiresAtMs: NOW_MS + 180_000 }
const SETUP: MfaSetup = { name: 'MFA_SETUP', ...BASE, options: ['SOFTWARE_TOKEN_MFA'], step: 'verify' }

type Call = (client: CognitoClient, signal: Signal) => Promise<unknown>

test.each<[string, string, Call]>([
  ['a sign-in', 'InitiateAuth', (client, signal) => signIn(client, { username: 'ana', flow: 'CUSTOM_AUTH', signal })],
  [
    'the answer to a challenge',
    'RespondToAuthChallenge',
    (client, signal) => respondToChallenge(client, { name: 'SMS_MFA', ...BASE }, { code: '1' }, { signal }),
  ],
  [
    'the verification of an authenticator app',
    'VerifySoftwareToken',
    (client, signal) => respondToChallenge(client, SETUP, { userCode: '1' }, { signal }),
  ],
  [
    'an operation whose session is being renewed',
    'GetTokensFromRefreshToken',
    (client, signal) => getUser(client, { signal }),
  ],
])('an abort ends %s during its request', async (_case, operation, call) => {
  const { client, pool } = testClient({ items: storedItems(tokens({ iat: NOW_SECONDS - 4000 })), timeoutMs: 2000 })
  const controller = new AbortController()
  pool.on(operation, () => {
    controller.abort(new Error('left'))
    return 'hang'
  })
  expect(await rejection(call(client, controller.signal))).toEqual(new Error('left'))
  expect(pool.operations).toEqual([operation])
})

test('a call with an already aborted signal sends no request', async () => {
  const { client, pool } = testClient({ items: storedItems(tokens()) })
  const signal = AbortSignal.abort(new Error('left'))
  expect(await rejection(getUser(client, { signal }))).toEqual(new Error('left'))
  expect(pool.requests).toEqual([])
})
