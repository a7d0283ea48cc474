import { expect, test } from 'vitest'

import {
  associateSoftwareToken,
  confirmSignUp,
  forgotPassword,
  respondToChallenge,
  signIn,
  signUp,
  type ChallengeOf,
} from '../src/index.ts'
import { rejection, testClient } from './clients.ts'

const BASE = { username: 'ana', challengeSession: 's-1' }
const { client, pool } = testClient()
const expiresAtMs = client.now() + 60_000
const setup: ChallengeOf<'MFA_SETUP'> = { name: 'MFA_SETUP', ...BASE, expiresAtMs, options: [], step: 'complete' }

test.each<[string, string, () => Promise<unknown>]>([
  ['InitiateAuth', 'ConfigurationError', () => signIn(client, { username: '', password: 'x' })],
  ['InitiateAuth', 'ChallengeError', () => signIn(client, { username: 'ana' })],
  [
    'RespondToAuthChallenge',
    'ChallengeError',
    () => respondToChallenge(client, { name: 'SMS_MFA', ...BASE, expiresAtMs }, { code: '' }),
  ],
  [
    'VerifySoftwareToken',
    'ChallengeError',
    () =>
      respondToChallenge(
        client,
        { ...setup, step: 'verify' },
        {
          userCode: '',
        },
      ),
  ],
  ['AssociateSoftwareToken', 'ChallengeError', () => associateSoftwareToken(client, setup)],
  ['AssociateSoftwareToken', 'SessionError', () => associateSoftwareToken(client)],
  ['SignUp', 'ConfigurationError', () => signUp(client, { username: '' })],
  ['SignUp', 'ConfigurationError', () => signUp(client, undefined as unknown as { username: string })],
  ['ConfirmSignUp', 'ConfigurationError', () => confirmSignUp(client, { username: '', confirmationCode: '1' })],
  ['ForgotPassword', 'ConfigurationError', () => forgotPassword(client, { username: '' })],
])('an error of %s before any request contains the operation (%s)', async (operation, name, call) => {
  expect(await rejection(call())).toMatchObject({ name, operation })
  expect(pool.requests).toEqual([])
})
