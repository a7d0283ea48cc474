import { expect, test } from 'vitest'

import {
  ChallengeError,
  getSession,
  parseChallenge,
  respondToChallenge,
  signIn,
  type ChallengeOf,
  type SignInRequest,
} from '../src/index.ts'
import { rejection, testClient } from './clients.ts'
import { passwordVerifier } from './srp-parameters.ts'
import { storedItems, tokens } from './tokens.ts'

const PASSWORD = 'Senha-123'

/** Challenges that only a sign-in with the flow `USER_AUTH` accepts. */
const PASSWORD_QUESTIONS = ['SELECT_CHALLENGE', 'PASSWORD', 'PASSWORD_SRP']

const asks = (ChallengeName: string) => ({
  json: { ChallengeName, Session: 's-1', AvailableChallenges: ['PASSWORD'], ChallengeParameters: {} },
})

/** Returns the challenge as read after a reload. */
const reloaded = <C>(challenge: C): C => parseChallenge(JSON.parse(JSON.stringify(challenge)), { nowMs: 0 }) as C

function expectDowngrade(error: unknown, asked: string): void {
  expect(error).toBeInstanceOf(ChallengeError)
  expect(error).toMatchObject({ code: 'ChallengeError', message: expect.stringContaining("flow: 'USER_AUTH'") })
  expect(error).toMatchObject({ message: expect.stringContaining(`requests ${asked},`) })
}

const OTHER_FLOWS: [string, Partial<SignInRequest>][] = [
  ['the default flow', { password: PASSWORD }],
  ['USER_SRP_AUTH', { password: PASSWORD, flow: 'USER_SRP_AUTH' }],
  ['USER_PASSWORD_AUTH', { password: PASSWORD, flow: 'USER_PASSWORD_AUTH' }],
  ['CUSTOM_AUTH', { flow: 'CUSTOM_AUTH' }],
  ['CUSTOM_AUTH after SRP', { flow: 'CUSTOM_AUTH', password: PASSWORD }],
]
const QUESTIONS_TO_OTHERS = OTHER_FLOWS.flatMap(([flow, request]) =>
  PASSWORD_QUESTIONS.map((asked) => [asked, flow, request] as const),
)

test.each(QUESTIONS_TO_OTHERS)('%s as the first response to %s is rejected', async (asked, _flow, request) => {
  const { client, pool, storage } = testClient()
  pool.on('InitiateAuth', asks(asked))
  expectDowngrade(await rejection(signIn(client, { username: 'ana', ...request })), asked)
  expect(pool.operations).toEqual(['InitiateAuth'])
  expect(storage.items.size).toBe(0)
})

test.each(PASSWORD_QUESTIONS)('%s as the response to an SRP proof is rejected', async (asked) => {
  const { client, pool } = testClient()
  pool.on('InitiateAuth', { json: passwordVerifier('ana') }).on('RespondToAuthChallenge', asks(asked))
  expectDowngrade(await rejection(signIn(client, { username: 'ana', password: PASSWORD })), asked)
  expect(JSON.stringify(pool.requests)).not.toContain(PASSWORD)
})

test.each(QUESTIONS_TO_OTHERS)(
  '%s is rejected after the second factors of a sign-in with %s, also across reloads',
  async (asked, _flow, request) => {
    const { client, pool } = testClient()
    pool.on('InitiateAuth', asks('SMS_MFA')).on('RespondToAuthChallenge', asks('SOFTWARE_TOKEN_MFA'), asks(asked))
    const first = reloaded((await signIn(client, { username: 'ana', ...request })) as ChallengeOf<'SMS_MFA'>)
    expect(first).not.toHaveProperty('flow')
    const second = reloaded(
      (await respondToChallenge(client, first, { code: '1' })) as ChallengeOf<'SOFTWARE_TOKEN_MFA'>,
    )
    expectDowngrade(await rejection(respondToChallenge(client, second, { code: '2' })), asked)
  },
)

test.each(PASSWORD_QUESTIONS)('%s after the set-up of a second factor is rejected', async (asked) => {
  const { client, pool } = testClient()
  const base = { username: 'ana', challengeSession: 's-1', expiresAtMs: client.now() + 1000 }
  pool.on('RespondToAuthChallenge', asks(asked))
  const setup = { name: 'MFA_SETUP', ...base, options: [], step: 'complete' } as const
  expectDowngrade(await rejection(respondToChallenge(client, { ...setup, options: [] }, { userCode: '1' })), asked)
})

test.each(PASSWORD_QUESTIONS)('a sign-in with USER_AUTH continues after %s, also across reloads', async (asked) => {
  const { client, pool } = testClient()
  pool
    .on('InitiateAuth', asks('EMAIL_OTP'))
    .on('RespondToAuthChallenge', asks('SMS_MFA'), asks(asked), { json: { AuthenticationResult: tokens() } })
  const request = { username: 'ana', flow: 'USER_AUTH', preferredChallenge: 'EMAIL_OTP' } as const
  const first = reloaded((await signIn(client, request)) as ChallengeOf<'EMAIL_OTP'>)
  expect(first).toHaveProperty('flow', 'USER_AUTH')
  const second = reloaded((await respondToChallenge(client, first, { code: '1' })) as ChallengeOf<'SMS_MFA'>)
  const third = await respondToChallenge(client, second, { code: '2' })
  expect(third).toMatchObject({ name: asked, flow: 'USER_AUTH' })
})

test.each(PASSWORD_QUESTIONS)('%s without the optional field flow can still be answered', async (name) => {
  const { client, pool } = testClient()
  const kept = { name, username: 'ana', challengeSession: 's-1', expiresAtMs: client.now() + 1000, options: [] }
  pool.on('RespondToAuthChallenge', asks('SELECT_CHALLENGE'))
  const challenge = reloaded(kept) as unknown as ChallengeOf<'SELECT_CHALLENGE'>
  const step = await respondToChallenge(client, challenge, { challengeName: 'PASSWORD', password: PASSWORD })
  expect(step).toMatchObject({ name: 'SELECT_CHALLENGE', flow: 'USER_AUTH' })
})

test.each(['USER_SRP_AUTH', '', null, 7])('parseChallenge rejects a stored challenge with the flow %j', (flow) => {
  const kept = { name: 'SMS_MFA', username: 'ana', challengeSession: 's-1', expiresAtMs: 1, flow }
  expect(() => parseChallenge(kept, { nowMs: 0 })).toThrow('The stored challenge has damaged fields: flow.')
})

test('a password for SRP is not sent if the service requests the plain password, because that challenge needs a new answer', async () => {
  const { client, pool } = testClient()
  pool.on('InitiateAuth', asks('PASSWORD'))
  const step = await signIn(client, { username: 'ana', password: PASSWORD, flow: 'USER_AUTH' })
  expect(step).toMatchObject({ name: 'PASSWORD' })
  expect(JSON.stringify([pool.requests, step])).not.toContain(PASSWORD)
})

test.each(
  PASSWORD_QUESTIONS.flatMap((asked) =>
    (['GetTokensFromRefreshToken', 'REFRESH_TOKEN_AUTH'] as const).map((flow) => [asked, flow] as const),
  ),
)('%s as the response to a refresh by %s is rejected, and the user stays signed in', async (asked, refreshFlow) => {
  const { client, pool, storage } = testClient({ items: storedItems(tokens()), refreshFlow })
  const before = new Map(storage.items)
  pool.on(refreshFlow === 'REFRESH_TOKEN_AUTH' ? 'InitiateAuth' : refreshFlow, asks(asked))
  expectDowngrade(await rejection(getSession(client, { forceRefresh: true })), asked)
  expect(storage.items).toEqual(before)
})
