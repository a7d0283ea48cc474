import { expect, test } from 'vitest'

import { rejection, testClient } from '../../test/clients.ts'
import { passwordVerifier } from '../../test/srp-parameters.ts'
import { tokens } from '../../test/tokens.ts'
import { ChallengeError, ConfigurationError } from '../errors.ts'
import { signIn, type SignInRequest } from './sign-in.ts'

test.each([
  ['no input', undefined, ConfigurationError, 'Username and Pool information are required.'],
  [
    'a user name that is a number',
    { username: 7, password: 'x' },
    ConfigurationError,
    'Username and Pool information are required.',
  ],
  ['no user name', { username: '', password: 'x' }, ConfigurationError, 'Username and Pool information are required.'],
  [
    'an unknown flow',
    { username: 'ana', flow: 'ADMIN_NO_SRP_AUTH' },
    ConfigurationError,
    'Authentication flow type is invalid.',
  ],
  ['no password for SRP', { username: 'ana' }, ChallengeError, 'PASSWORD parameter is required'],
  ['an empty password', { username: 'ana', password: '' }, ChallengeError, 'PASSWORD parameter is required'],
  [
    'no password to send',
    { username: 'ana', flow: 'USER_PASSWORD_AUTH' },
    ChallengeError,
    'PASSWORD parameter is required',
  ],
])('a sign-in with %s is rejected before any request', async (_case, request, errorClass, message) => {
  const { client, pool } = testClient()
  // Untyped code can pass any string as `flow`.
  const error = await rejection(signIn(client, request as unknown as SignInRequest))
  expect(error).toBeInstanceOf(errorClass)
  expect(error).toMatchObject({ message, code: errorClass.name })
  expect(pool.requests).toEqual([])
})

test('signIn reports the name of an unknown option and sends no request', async () => {
  const { client, pool } = testClient()
  const request = { username: 'ana', password: 'x', authFlow: 'USER_AUTH' }
  const message = 'authFlow is not an option of signIn.'
  expect(await rejection(signIn(client, request))).toMatchObject({ code: 'ConfigurationError', message })
  expect(pool.requests).toEqual([])
})

test('signIn accepts every option of SignInRequest', async () => {
  const { client, pool } = testClient()
  pool
    .on('InitiateAuth', { json: passwordVerifier('ana') })
    .on('RespondToAuthChallenge', { json: { AuthenticationResult: tokens() } })
  const request: Required<SignInRequest> = {
    username: 'ana',
    password: 'Senha-123',
    flow: 'USER_SRP_AUTH',
    preferredChallenge: 'PASSWORD_SRP',
    signUpSession: undefined,
    clientMetadata: {},
    validationData: {},
    acrValues: undefined,
    maxAgeSeconds: undefined,
    signal: new AbortController().signal,
  }
  expect(await signIn(client, request)).toMatchObject({ name: 'SIGNED_IN' })
})
