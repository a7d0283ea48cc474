import { afterEach, expect, test } from 'vitest'

import { confirmSignUp, currentUsername, getSession, signIn, signUp, type CognitoClient } from '../../src/index.ts'
import { MapStorage, rejection } from '../clients.ts'
import { startPool, type TestPool } from './pool.ts'

const BIA = { username: 'bia', password: 'Senha-456', userAttributes: { email: 'bia@example.com' } }
const expected = { name: 'ServiceError', code: 'NotAuthorizedException' }
let pool: TestPool

afterEach(() => pool.emulator.close())

/** Creates and confirms an account. Returns the Session from ConfirmSignUp. */
async function confirmAccount(client: CognitoClient, account = BIA): Promise<string | undefined> {
  const { signUpSession } = await signUp(client, account)
  expect(signUpSession).toEqual(expect.any(String))
  const { username } = account
  const confirmed = await confirmSignUp(client, { username, confirmationCode: pool.lastCode(username), signUpSession })
  return confirmed.signUpSession
}

const byUserAuth = (username: string, signUpSession: string | undefined) =>
  ({ username, flow: 'USER_AUTH', signUpSession }) as const

test('a user who has just confirmed an account can sign in with the signUpSession instead of a password', async () => {
  pool = await startPool()
  const client = pool.createClient()
  const step = await signIn(client, byUserAuth('bia', await confirmAccount(client)))
  expect(step).toMatchObject({ name: 'SIGNED_IN', session: { username: 'bia' } })
  expect(await currentUsername(client)).toBe('bia')
})

test('the Session from ConfirmSignUp can be stored across a reload, and the next page signs in with it', async () => {
  pool = await startPool()
  const storage = new MapStorage()
  const kept = JSON.stringify({ signUpSession: await confirmAccount(pool.createClient({ storage })) })
  const afterReload = pool.createClient({ storage })
  const { signUpSession } = JSON.parse(kept) as { signUpSession: string }
  expect(await signIn(afterReload, byUserAuth('bia', signUpSession))).toMatchObject({ name: 'SIGNED_IN' })
  expect((await getSession(afterReload, { forceRefresh: true })).username).toBe('bia')
})

test('a signUpSession works only once, only for its user and app client, and only for a limited time', async () => {
  const clients = [{ id: 'web' }, { id: 'other' }]
  pool = await startPool({ clients, preventUserExistenceErrors: true })
  const client = pool.createClient()
  const session = await confirmAccount(client)
  expect(await rejection(signIn(client, byUserAuth('ana', session)))).toMatchObject(expected)
  const atOther = pool.createClient({ clientId: 'other' })
  expect(await rejection(signIn(atOther, byUserAuth('bia', session)))).toMatchObject(expected)
  expect((await signIn(client, byUserAuth('bia', session))).name).toBe('SIGNED_IN')
  expect(await rejection(signIn(client, byUserAuth('bia', session)))).toMatchObject({
    ...expected,
    message: 'Invalid session for the user, session can only be used once.',
  })

  const caio = { ...BIA, username: 'caio', userAttributes: { email: 'caio@example.com' } }
  const tooLate = await confirmAccount(client, caio)
  pool.advance(180)
  expect(await rejection(signIn(client, byUserAuth('caio', tooLate)))).toMatchObject({
    ...expected,
    message: 'Invalid session for the user, session is expired.',
  })
})

test('the Session from SignUp cannot be used to sign in', async () => {
  pool = await startPool()
  const client = pool.createClient()
  const { signUpSession } = await signUp(client, BIA)
  expect(await rejection(signIn(client, byUserAuth('bia', signUpSession)))).toMatchObject(expected)
})

test('with a client secret, a sign-in with the Session starts the set-up of the second factor that the pool requires', async () => {
  pool = await startPool({ clients: [{ id: 'web', secret: 'segredo' }], mfa: 'ON', mfaTypes: ['EMAIL_OTP'] })
  const client = pool.createClient({ clientSecret: 'segredo' })
  const step = await signIn(client, byUserAuth('bia', await confirmAccount(client)))
  expect(step).toMatchObject({ name: 'MFA_SETUP', flow: 'USER_AUTH' })
})
