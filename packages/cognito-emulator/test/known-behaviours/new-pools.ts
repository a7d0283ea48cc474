import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'

import { createEmulator, type Emulator } from '../../src/index.ts'
import type { AuthAnswer } from '../../src/sign-in/sign-in.ts'
import { call, CallError } from '../caller.ts'
import { createClientEphemeral, proveClaim, type ServerAnswer } from '../independent-srp.ts'

// These tests check known behaviour of the service for pools and clients that were created through the service's API.
// Each row has the fact, its source, the calls, and the outcome (members of the response, or the exception's code and
// message). The sources are `guide` (developer guide), `api` (API reference), `issue` (responses that users published)
// and `moto` (tests that ran on AWS).

/** Source of a fact. */
type Source = 'guide' | 'api' | 'issue' | 'moto'
/** A fact, its source, the calls, and their outcome. */
export type Row = [
  fact: string,
  source: Source,
  attempt: () => Promise<unknown>,
  outcome: string | boolean | RegExp | object,
]
type Attribute = { Name: string; Value: string }
type SignedIn = { username: string; AccessToken: string; RefreshToken: string; IdToken: string }
/** A pool with one client. */
export type Pool = { id: string; client: string; secret?: string | undefined }

export const emulator: Emulator = createEmulator({ userPools: [] })
export const PASSWORD = 'Senha-123'
export const OTHER = 'Outra-Senha-1'
export const WRONG_CODE: RegExp = /^CodeMismatchException: Invalid verification code provided, please try again\.$/
export const INCORRECT = 'NotAuthorizedException: Incorrect username or password.'
export const NO_USER = 'UserNotFoundException: User does not exist.'

export function send<Answer = Record<string, unknown>>(operation: string, input: object): Promise<Answer> {
  return call<Answer>(emulator, operation, input)
}

export async function outcomeOf(attempt: Promise<unknown>): Promise<unknown> {
  try {
    return await attempt
  } catch (error) {
    if (error instanceof CallError) return `${error.code}: ${error.message}`
    throw error
  }
}

export async function makePool(pool: object = {}, client: object = {}): Promise<Pool> {
  const { UserPool } = await send<{ UserPool: { Id: string } }>('CreateUserPool', { PoolName: 'pool', ...pool })
  const { UserPoolClient } = await send<{ UserPoolClient: { ClientId: string; ClientSecret?: string } }>(
    'CreateUserPoolClient',
    { UserPoolId: UserPool.Id, ClientName: 'client', ExplicitAuthFlows: EVERY_FLOW, ...client },
  )
  return { id: UserPool.Id, client: UserPoolClient.ClientId, secret: UserPoolClient.ClientSecret }
}

const EVERY_FLOW = [
  'ALLOW_USER_PASSWORD_AUTH',
  'ALLOW_ADMIN_USER_PASSWORD_AUTH',
  'ALLOW_USER_SRP_AUTH',
  'ALLOW_USER_AUTH',
  'ALLOW_REFRESH_TOKEN_AUTH',
]
export const VERIFIED_EMAIL: Attribute[] = [
  { Name: 'email', Value: 'ana@example.com' },
  { Name: 'email_verified', Value: 'true' },
]

/** Pools that the rows share. Each row has its own user. */
export const plain: Pool = await makePool({ AutoVerifiedAttributes: ['email'] })
export const hiding: Pool = await makePool(
  { AutoVerifiedAttributes: ['email'] },
  { PreventUserExistenceErrors: 'ENABLED' },
)
export const secret: Pool = await makePool({}, { GenerateSecret: true })

let names = 0

/** Returns an unused user name. */
export const newName = (): string => `user${++names}`

let advancedMs = 0

export function advance(seconds: number): void {
  emulator.clock.advance(seconds)
  advancedMs += seconds * 1000
}

/** Returns the emulator's time. */
export const nowMs = (): number => Date.now() + advancedMs

/** Creates a confirmed user with a new name. */
export async function makeUser(pool: Pool, attributes: object[] = VERIFIED_EMAIL): Promise<string> {
  const Username = await inviteUser(pool, attributes, 'Convite-123') // a different password, because the pool may have a password history
  await send('AdminSetUserPassword', { UserPoolId: pool.id, Username, Password: PASSWORD, Permanent: true })
  return Username
}

export async function inviteUser(
  pool: Pool,
  UserAttributes: object[] = VERIFIED_EMAIL,
  TemporaryPassword: string = PASSWORD,
): Promise<string> {
  const Username = newName()
  const invitation = { UserPoolId: pool.id, Username, TemporaryPassword, MessageAction: 'SUPPRESS' }
  await send('AdminCreateUser', { ...invitation, UserAttributes })
  return Username
}

export async function registerUser(pool: Pool): Promise<string> {
  const Username = newName()
  await signUp(pool, { Username })
  return Username
}

export const signUp = (pool: Pool, more: object): Promise<{ Session?: string }> =>
  send('SignUp', {
    ClientId: pool.client,
    Password: PASSWORD,
    UserAttributes: [{ Name: 'email', Value: `user${names}@example.com` }],
    ...more,
  })
export const lastCode = (): string => emulator.outbox.at(-1)?.code ?? ''
export const initiate = (
  pool: Pool,
  AuthFlow: string,
  AuthParameters: object,
  more: object = {},
): Promise<AuthAnswer> => send('InitiateAuth', { ClientId: pool.client, AuthFlow, AuthParameters, ...more })
export const signIn = (pool: Pool, USERNAME: string, password: string = PASSWORD): Promise<AuthAnswer> =>
  initiate(pool, 'USER_PASSWORD_AUTH', { USERNAME, PASSWORD: password })
export const respond = (
  pool: Pool,
  { ChallengeName, Session }: AuthAnswer,
  ChallengeResponses: object,
): Promise<AuthAnswer> =>
  send('RespondToAuthChallenge', { ClientId: pool.client, ChallengeName, Session, ChallengeResponses })

/** Creates a user and signs in. */
export async function tokensOf(pool: Pool, attributes?: object[]): Promise<SignedIn> {
  const username = await makeUser(pool, attributes)
  const { AuthenticationResult } = await signIn(pool, username)
  const { AccessToken = '', RefreshToken = '', IdToken = '' } = AuthenticationResult ?? {}
  return { username, AccessToken, RefreshToken, IdToken }
}

export async function signInBySrp(pool: Pool, USERNAME: string, password: string = PASSWORD): Promise<AuthAnswer> {
  const { a, srpA } = createClientEphemeral()
  const asked = await initiate(pool, 'USER_SRP_AUTH', { USERNAME, SRP_A: srpA })
  const { USER_ID_FOR_SRP: userId = '', ...server } = asked.ChallengeParameters
  const identity = { poolName: pool.id.split('_')[1] ?? '', userId, password }
  return respond(pool, asked, { USERNAME: userId, ...proveClaim(a, identity, server as ServerAnswer) })
}

export const secretHash = ({ client, secret: key = '' }: Pool, name: string): string =>
  createHmac('sha256', key).update(`${name}${client}`).digest('base64')

export const wrong = (code: string): string => (code === '000000' ? '000001' : '000000')
export const BOTH_VERIFIED: Attribute[] = [
  ...VERIFIED_EMAIL,
  { Name: 'phone_number', Value: '+5511987654321' },
  { Name: 'phone_number_verified', Value: 'True' },
]
export const change = (AccessToken: string, PreviousPassword: string, ProposedPassword: string): Promise<object> =>
  send('ChangePassword', { AccessToken, PreviousPassword, ProposedPassword })
export const getUser = (AccessToken: string): Promise<object> => send('GetUser', { AccessToken })

/** Defines one test per row. */
export function known(topic: string, rows: Row[]): void {
  test.each(rows)(`${topic}: %s (%s)`, async (_fact, _source, attempt, outcome) => {
    const got = await outcomeOf(attempt())
    if (outcome instanceof RegExp) expect(got).toMatch(outcome)
    else if (typeof outcome === 'object') expect(got).toMatchObject(outcome)
    else expect(got).toBe(outcome)
  })
}
