import { startEmulator, type RunningEmulator } from '@cognito-srp/emulator'
import { allow } from '@cognito-srp/testing/user-pools'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { remoteJwks } from '../src/http/access-token.ts'
import { createQuizApi, type QuizApiOptions } from '../src/app.ts'
import { askCognito } from '../src/http/revocation.ts'
import { openSqliteStore } from '../src/store/sqlite-store.ts'
import { send } from './api-client.ts'

const PASSWORD = 'Senha-123'
const POOL_ID = 'local_Pool1'
const explicitAuthFlows = allow('USER_PASSWORD_AUTH')
const POOLS = [
  {
    id: POOL_ID,
    clients: [
      { id: 'web', explicitAuthFlows },
      { id: 'other', explicitAuthFlows },
    ],
    users: ['ana', 'bruno', 'carla'].map((username) => ({ username, password: PASSWORD })),
  },
  {
    id: 'local_Pool2',
    clients: [{ id: 'foreign', explicitAuthFlows }],
    users: [{ username: 'ana', password: PASSWORD }],
  },
]

type Tokens = { AccessToken: string; IdToken: string }

let emulator: RunningEmulator

beforeAll(async () => {
  emulator = await startEmulator({ port: 0, userPools: POOLS })
})

afterAll(() => emulator.close())

/** Signs in as any client does, with a POST request that names the operation in a header. */
async function signIn(clientId: string, username = 'ana'): Promise<Tokens> {
  const { AuthenticationResult } = (await call('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    ClientId: clientId,
    AuthParameters: { USERNAME: username, PASSWORD },
  })) as { AuthenticationResult: Tokens }
  return AuthenticationResult
}

async function call(operation: string, input: unknown): Promise<unknown> {
  const answer = await fetch(emulator.url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-amz-json-1.1',
      'X-Amz-Target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify(input),
  })
  if (!answer.ok) throw new Error(`${operation} was answered ${answer.status}.`)
  return answer.json()
}

async function issuerOf(poolId: string): Promise<string> {
  const answer = await fetch(new URL(`${poolId}/.well-known/openid-configuration`, emulator.url))
  return ((await answer.json()) as { issuer: string }).issuer
}

async function startApi(options: Pick<QuizApiOptions, 'now' | 'askPool'> = {}) {
  return createQuizApi({
    store: openSqliteStore(':memory:'),
    issuer: await issuerOf(POOL_ID),
    clientIds: ['web'],
    jwks: remoteJwks(new URL(`${POOL_ID}/.well-known/jwks.json`, emulator.url)),
    ...options,
  })
}

test('a user with an access token from the user pool can create and read statistics', async () => {
  const api = await startApi()
  const { AccessToken: token } = await signIn('web')
  const created = await send(api, { method: 'PUT', path: '/stats', token, body: { id: 'ana', questionsStats: {} } })
  expect(created.status).toBe(201)
  expect(await (await send(api, { path: '/stats', token })).json()).toEqual({
    id: 'ana',
    questionsStats: {},
    marks: {},
  })
})

test.each([
  ['id token', async () => (await signIn('web')).IdToken, 'token-use'],
  ['access token of another client', async () => (await signIn('other')).AccessToken, 'token-client'],
  ['access token of another pool', async () => (await signIn('foreign')).AccessToken, 'token-key-unknown'],
])('the %s is rejected', async (_kind, token, code) => {
  const answer = await send(await startApi(), { path: '/stats', token: await token() })
  expect(answer.status).toBe(401)
  expect(await answer.json()).toMatchObject({ code })
})

test('an accepted token is rejected from the second in which it expires', async () => {
  let nowMs = Date.now()
  const api = await startApi({ now: () => nowMs })
  const { AccessToken: token } = await signIn('web')
  const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp: number }
  nowMs = exp * 1_000 - 1
  expect((await send(api, { path: '/questions', token })).status).toBe(200)
  nowMs = exp * 1_000
  const answer = await send(api, { path: '/questions', token })
  expect(answer.status).toBe(401)
  expect(await answer.json()).toMatchObject({ code: 'token-expired' })
})

test.each([
  ['signed out everywhere', 'bruno', (token: string) => call('GlobalSignOut', { AccessToken: token })],
  ['deleted', 'carla', () => call('AdminDeleteUser', { UserPoolId: POOL_ID, Username: 'carla' })],
])(
  'with the revocation check, the token of a user who was %s is rejected within a minute',
  async (_case, username, end) => {
    let nowMs = Date.now()
    const now = () => nowMs
    const checking = await startApi({ now, askPool: askCognito(emulator.url) })
    const trusting = await startApi({ now })
    const { AccessToken: token } = await signIn('web', username)
    expect((await send(checking, { path: '/questions', token })).status).toBe(200)
    await end(token)
    nowMs += 60_000
    const refused = await send(checking, { path: '/questions', token })
    expect(refused.status).toBe(401)
    expect(await refused.json()).toMatchObject({ code: 'token-revoked' })
    expect((await send(trusting, { path: '/questions', token })).status).toBe(200)
  },
)
