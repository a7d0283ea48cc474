import { expect, test, vi } from 'vitest'

import { rejection, testClient } from '../../test/clients.ts'
import { failure } from '../../test/scripted-pool.ts'
import { passwordVerifier, SRP_PARAMETERS } from '../../test/srp-parameters.ts'
import { tokens } from '../../test/tokens.ts'
import { SrpError } from '../errors.ts'
import { prepareSignIn } from './password-proof.ts'
import { signIn, type SignInFlow } from './sign-in.ts'

/** Starts a sign-in that gets a challenge with these parameters. Returns the outcome and the pool. */
function answerTo(parameters: unknown, more: object = {}) {
  const { client, pool } = testClient()
  pool
    .on('InitiateAuth', { json: { ChallengeName: 'PASSWORD_VERIFIER', ChallengeParameters: parameters, ...more } })
    .on('RespondToAuthChallenge', { json: { AuthenticationResult: tokens() } })
  return { outcome: signIn(client, { username: 'ana', password: 'Senha-123' }), pool }
}

const LONGEST = {
  SRP_B: '2b'.repeat(384).padStart(1024, '0'),
  SALT: '00ff'.repeat(8).padStart(1024, '0'),
  SECRET_BLOCK: 'A'.repeat(16_384),
}

test('an error while preparing a key pair is reported only by the sign-in that uses the pair', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  const { client } = testClient({ randomBytes: () => new Uint8Array(32) })
  prepareSignIn(client)
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
  const attempt = signIn(client, { username: 'ana', password: 'Senha-123' })
  expect(await rejection(attempt)).toMatchObject({ name: 'ConfigurationError', operation: 'InitiateAuth' })
})

test.each(Object.entries(LONGEST))(
  'the longest allowed %s is accepted, and a longer value is rejected',
  async (name, value) => {
    const { outcome, pool } = answerTo({ ...SRP_PARAMETERS, [name]: value })
    expect(await outcome).toMatchObject({ name: 'SIGNED_IN' })
    expect(pool.operations).toEqual(['InitiateAuth', 'RespondToAuthChallenge'])

    const longer = name === 'SECRET_BLOCK' ? `${value}AAAA` : `0${value}`
    const refused = answerTo({ ...SRP_PARAMETERS, [name]: longer })
    expect(await rejection(refused.outcome)).toMatchObject({
      name: 'SrpError',
      message: 'The challenge is too long.',
      operation: 'InitiateAuth',
    })
    expect(refused.pool.operations).toEqual(['InitiateAuth'])
  },
)

test.each<[string, unknown]>([
  ['no parameters', undefined],
  ['parameters that are not an object', 'SRP_B'],
  ['a number for B', { ...SRP_PARAMETERS, SRP_B: 7 }],
  ['a list for the salt', { ...SRP_PARAMETERS, SALT: ['00'] }],
])('a challenge with %s causes an SrpError', async (_case, parameters) => {
  expect(await rejection(answerTo(parameters).outcome)).toBeInstanceOf(SrpError)
})

test('a secret block that is not a string counts as empty, and the proof is still sent', async () => {
  const { outcome, pool } = answerTo({ ...SRP_PARAMETERS, SECRET_BLOCK: {} })
  await outcome
  expect(pool.payload('RespondToAuthChallenge')).toMatchObject({
    ChallengeResponses: { PASSWORD_CLAIM_SECRET_BLOCK: '' },
  })
})

test('a challenge whose name is not a string is ignored', async () => {
  for (const ChallengeName of [7, {}, { toString: 7 }]) {
    const { outcome } = answerTo(SRP_PARAMETERS, { ChallengeName })
    expect(await rejection(outcome)).toMatchObject({ message: 'Id token and Access Token must be present.' })
  }
})

test('the typed user name is used if the challenge contains an empty user name or a value that is not a string', async () => {
  const { outcome, pool } = answerTo({ ...SRP_PARAMETERS, USER_ID_FOR_SRP: '', USERNAME: 7 }, { Session: 7 })
  expect(await outcome).toMatchObject({ name: 'SIGNED_IN' })
  expect(pool.payload('RespondToAuthChallenge')).toMatchObject({ ChallengeResponses: { USERNAME: 'ana' } })
})

test('a prepared pair is used for exactly one sign-in', async () => {
  const randomBytes = vi.fn((lengthBytes: number) => crypto.getRandomValues(new Uint8Array(lengthBytes)))
  const { client, pool } = testClient({ randomBytes })
  pool.on('InitiateAuth', failure('NotAuthorizedException'))
  prepareSignIn(client)
  prepareSignIn(client)
  await vi.waitFor(() => expect(randomBytes).toHaveBeenCalledTimes(1))
  const attempt = () => rejection(signIn(client, { username: 'ana', password: 'Senha-123' }))
  await Promise.all([attempt(), attempt()])
  expect(randomBytes).toHaveBeenCalledTimes(2)
  await attempt()
  const sent = pool.requests.map(({ payload }) => (payload['AuthParameters'] as { SRP_A: string }).SRP_A)
  expect(new Set(sent).size).toBe(3)
})

test('if prepareSignIn fails, the next sign-in reports the error, and the sign-in after that computes a new pair', async () => {
  let isBroken = true
  const { client, pool } = testClient({
    randomBytes: (lengthBytes) => {
      if (isBroken) throw new Error('no entropy')
      return crypto.getRandomValues(new Uint8Array(lengthBytes))
    },
  })
  pool
    .on('InitiateAuth', { json: passwordVerifier('ana') })
    .on('RespondToAuthChallenge', { json: { AuthenticationResult: tokens() } })
  prepareSignIn(client)
  expect(await rejection(signIn(client, { username: 'ana', password: 'Senha-123' }))).toEqual(new Error('no entropy'))
  isBroken = false
  expect(await signIn(client, { username: 'ana', password: 'Senha-123' })).toMatchObject({ name: 'SIGNED_IN' })
})

test('USER_PASSWORD_AUTH, and USER_AUTH with PASSWORD, do not call randomBytes', async () => {
  const randomBytes = vi.fn(() => new Uint8Array())
  const { client, pool } = testClient({ randomBytes })
  pool.on('InitiateAuth', { json: { AuthenticationResult: tokens() } })
  for (const flow of ['USER_PASSWORD_AUTH', 'USER_AUTH'] satisfies SignInFlow[]) {
    await signIn(client, { username: 'ana', password: 'Senha-123', flow, preferredChallenge: 'PASSWORD' })
  }
  expect(randomBytes).not.toHaveBeenCalled()
})
