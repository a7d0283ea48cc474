import { afterAll, beforeAll, expect, test } from 'vitest'

import { createCognitoClient, prepareSignIn, signIn, type SignInFlow } from '../../src/index.ts'
import { rejection } from '../clients.ts'
import { PASSWORD, startPool, type TestPool } from './pool.ts'

const LONG_PASSWORD = `Aa1-${'ç'.repeat(120)}`
let pool: TestPool

beforeAll(async () => {
  const user = (username: string, password: string) => ({
    username,
    password,
    attributes: { email: `${username}@example.com` },
  })
  pool = await startPool({
    clients: [{ id: 'web' }, { id: 'server', secret: 'client-secret' }],
    aliasAttributes: ['email'],
    users: [
      user('ana', PASSWORD),
      user('josé.🎓', PASSWORD),
      user('nfc', 'Senha-é1'.normalize('NFC')),
      user('nfd', 'Senha-é1'.normalize('NFD')),
      user('emoji', '🔑🔑🔑 Aa1-'),
      user('long', LONG_PASSWORD),
    ],
  })
})
afterAll(() => pool.emulator.close())

test.each([
  ['ana', PASSWORD],
  ['josé.🎓', PASSWORD],
  ['nfc', 'Senha-é1'.normalize('NFC')],
  ['nfd', 'Senha-é1'.normalize('NFD')],
  ['emoji', '🔑🔑🔑 Aa1-'],
  ['long', LONG_PASSWORD],
])(
  'the user %s signs in with SRP and with a plain password, but only if the password is right',
  async (username, password) => {
    for (const flow of ['USER_SRP_AUTH', 'USER_PASSWORD_AUTH'] satisfies SignInFlow[]) {
      const client = pool.createClient()
      expect(await signIn(client, { username, password, flow })).toMatchObject({
        name: 'SIGNED_IN',
        session: { username },
      })
      const error = await rejection(signIn(client, { username, password: `${password}x`, flow }))
      expect(error).toMatchObject({ code: 'NotAuthorizedException', message: 'Incorrect username or password.' })
    }
  },
)

test('passwords with composed and decomposed letters are different', async () => {
  const request = { username: 'nfc', password: 'Senha-é1'.normalize('NFD') }
  expect(await rejection(signIn(pool.createClient(), request))).toMatchObject({ code: 'NotAuthorizedException' })
})

test('a user can sign in with an alias', async () => {
  const step = await signIn(pool.createClient(), { username: 'ana@example.com', password: PASSWORD })
  expect(step).toMatchObject({ session: { username: 'ana' } })
})

test('a sign-in through an app client with a secret requires that secret', async () => {
  const withSecret = pool.createClient({ clientId: 'server', clientSecret: 'client-secret' })
  for (const username of ['ana', 'ana@example.com']) {
    expect(await signIn(withSecret, { username, password: PASSWORD })).toMatchObject({ session: { username: 'ana' } })
  }
  for (const clientSecret of [undefined, 'another']) {
    const client = pool.createClient({ clientId: 'server', clientSecret })
    const error = await rejection(signIn(client, { username: 'ana', password: PASSWORD }))
    expect(error).toMatchObject({ code: 'NotAuthorizedException' })
  }
})

test('parallel sign-ins with and without preparation all succeed', async () => {
  const client = pool.createClient()
  prepareSignIn(client)
  const steps = await Promise.all([1, 2, 3].map(() => signIn(client, { username: 'ana', password: PASSWORD })))
  expect(steps.map(({ name }) => name)).toEqual(['SIGNED_IN', 'SIGNED_IN', 'SIGNED_IN'])
})

test('an unknown user or app client causes the service’s error', async () => {
  const request = { username: 'nobody', password: PASSWORD }
  expect(await rejection(signIn(pool.createClient(), request))).toMatchObject({
    code: 'UserNotFoundException',
    message: 'User does not exist.',
    statusCode: 400,
    requestId: expect.any(String),
  })
  const unknown = createCognitoClient({ userPoolId: 'local_Pool1', clientId: 'unknown', endpoint: pool.emulator.url })
  expect(await rejection(signIn(unknown, request))).toMatchObject({ code: 'ResourceNotFoundException' })
})

test('the first ten stack frames of the error for a wrong password include signIn and its caller', async () => {
  async function submitLoginForm(flow: SignInFlow): Promise<void> {
    await signIn(pool.createClient(), { username: 'ana', password: 'wrong', flow })
  }
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 10
  try {
    for (const flow of ['USER_SRP_AUTH', 'USER_PASSWORD_AUTH'] satisfies SignInFlow[]) {
      const { stack } = (await rejection(submitLoginForm(flow))) as Error
      expect(stack).toMatch(/^ServiceError: Incorrect username or password\.\n/)
      expect(stack).toMatch(/\bsignIn\b.+\n.+\bsubmitLoginForm\b/)
    }
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
})
