import { expect, test } from 'vitest'

import { rejection, testClient } from '../../test/clients.ts'
import { failure } from '../../test/scripted-pool.ts'
import { storedItems, tokens } from '../../test/tokens.ts'
import { authenticationOf } from '../session/authentication.ts'
import { onAuthChange } from '../session/events.ts'
import { getSession } from '../session/get-session.ts'
import { parseChallenge } from './read-challenge.ts'
import { respondToChallenge } from './respond.ts'
import { signIn } from './sign-in.ts'
import { stepUp } from './step-up.ts'
import { createStepStore } from './step-store.ts'

const LEVEL_4 = 'urn:cognito:loa:4'
const BEFORE = tokens()
const asksForApp = { json: { ChallengeName: 'SOFTWARE_TOKEN_MFA', Session: 's-1', ChallengeParameters: {} } }
const stronger = { json: { AuthenticationResult: tokens({ originJti: 'origin-2', more: { acr: LEVEL_4 } }) } }
const ofOtherUser = { json: { AuthenticationResult: tokens({ username: 'bia' }) } }

/** Creates a client with a signed-in user. The pool asks for a code from an authenticator app. */
function signedIn() {
  const given = testClient({ items: storedItems(BEFORE) })
  given.pool.on('InitiateAuth', asksForApp).on('RespondToAuthChallenge', stronger)
  return given
}

test('a step-up sends the levels, the maximum age and the session’s access token', async () => {
  const { client, pool } = signedIn()
  const options = { acrValues: [LEVEL_4, 'urn:cognito:loa:3'], maxAgeSeconds: 300, clientMetadata: { locale: 'pt' } }
  expect(await stepUp(client, options)).toMatchObject({
    name: 'SOFTWARE_TOKEN_MFA',
    flow: 'USER_AUTH',
    username: 'ana',
  })
  expect(pool.payload('InitiateAuth')).toEqual({
    AuthFlow: 'USER_AUTH',
    ClientId: 'web',
    AuthParameters: {
      USERNAME: 'ana',
      ACCESS_TOKEN: BEFORE.AccessToken,
      TARGET_ACR_VALUES: `${LEVEL_4} urn:cognito:loa:3`,
      MAX_AGE: '300',
    },
    ClientMetadata: { locale: 'pt' },
  })
})

test.each([
  ['only a maximum age', { maxAgeSeconds: 0 }, { MAX_AGE: '0' }],
  ['no requirement', {}, {}],
])('a step-up with %s starts a new sign-in and sends no access token', async (_case, options, parameters) => {
  const { client, pool } = signedIn()
  await stepUp(client, options)
  expect(pool.payload('InitiateAuth')['AuthParameters']).toEqual({ USERNAME: 'ana', ...parameters })
})

test('the current session stays unchanged until the step-up is complete', async () => {
  const { client } = signedIn()
  const events: string[] = []
  const stop = onAuthChange(client, ({ type }) => events.push(type))
  const challenge = await stepUp(client, { acrValues: [LEVEL_4] })
  expect((await getSession(client)).accessToken.jwt).toBe(BEFORE.AccessToken)
  expect(events).toEqual([])
  if (challenge.name !== 'SOFTWARE_TOKEN_MFA') throw new Error(challenge.name)
  await respondToChallenge(client, challenge, { code: '123456' })
  expect(authenticationOf(await getSession(client)).acr).toBe(LEVEL_4)
  expect(events).toEqual(['signedIn'])
  stop()
})

test('a step-up that needs no challenge returns the new session', async () => {
  const { client, pool } = signedIn()
  pool.on('InitiateAuth', stronger)
  expect(await stepUp(client, { acrValues: [LEVEL_4] })).toMatchObject({ name: 'SIGNED_IN' })
})

test.each([
  ['without a challenge', async () => {}],
  ['after a challenge and a reload', async (text: string) => parseChallenge(JSON.parse(text), { nowMs: 0 })],
])(
  'if the pool returns another user’s tokens %s, the step-up fails and the session stays unchanged',
  async (when, restore) => {
    const { client, pool, storage } = signedIn()
    const before = new Map(storage.items)
    pool.on('RespondToAuthChallenge', ofOtherUser)
    if (when === 'without a challenge') pool.on('InitiateAuth', ofOtherUser)
    const attempt = async () => {
      const step = await stepUp(client, { acrValues: [LEVEL_4] })
      const challenge = await restore(JSON.stringify(step))
      if (challenge?.name === 'SOFTWARE_TOKEN_MFA') await respondToChallenge(client, challenge, { code: '123456' })
    }
    expect(await rejection(attempt())).toMatchObject({ name: 'SessionError', reason: 'foreign-tokens' })
    expect(storage.items).toEqual(before)
  },
)

test('a failed step-up does not change the session', async () => {
  const { client, pool } = signedIn()
  pool.on('InitiateAuth', failure('InvalidParameterException', 'The access token already has the level.'))
  const error = await rejection(stepUp(client, { acrValues: [LEVEL_4] }))
  expect(error).toMatchObject({ code: 'InvalidParameterException', operation: 'InitiateAuth' })
  expect((await getSession(client)).accessToken.jwt).toBe(BEFORE.AccessToken)
})

test('a step-up without a session rejects with a SessionError and sends no request', async () => {
  const { client, pool } = testClient()
  const error = await rejection(stepUp(client, { maxAgeSeconds: 60 }))
  expect(error).toMatchObject({ name: 'SessionError', message: 'User is not authenticated', reason: 'nobody' })
  expect(pool.requests).toEqual([])
})

const INVALID: [string, object][] = [
  ['acrValues that are not a list', { acrValues: LEVEL_4 }],
  ['an object as acrValues', { acrValues: { 0: LEVEL_4 } }],
  ['an array-like object as acrValues', { acrValues: { 0: LEVEL_4, length: 1 } }],
  ['no level', { acrValues: [] }],
  ['a level with a space', { acrValues: ['a b'] }],
  ['an empty level', { acrValues: [''] }],
  ['a level that is not a string', { acrValues: [undefined] }],
  ['a negative age', { maxAgeSeconds: -1 }],
  ['a fractional age', { maxAgeSeconds: 0.5 }],
  ['an infinite age', { maxAgeSeconds: Infinity }],
  ['an age that is a string', { maxAgeSeconds: '60' }],
]

test.each([...INVALID, ['an unknown option', { acr: LEVEL_4 }]] as [string, object][])(
  'a step-up with %s rejects with a ConfigurationError and sends no request',
  async (_case, options) => {
    const { client, pool } = signedIn()
    expect(await rejection(stepUp(client, options))).toMatchObject({ name: 'ConfigurationError' })
    expect(pool.requests).toEqual([])
  },
)

test.each(INVALID)(
  'a sign-in with %s rejects with a ConfigurationError and sends no request',
  async (_case, options) => {
    const { client, pool } = testClient()
    const attempt = signIn(client, { username: 'ana', flow: 'USER_AUTH', ...options })
    expect(await rejection(attempt)).toMatchObject({ name: 'ConfigurationError' })
    expect(pool.requests).toEqual([])
  },
)

test('a sign-in accepts acrValues and maxAgeSeconds only with the flow USER_AUTH', async () => {
  const { client, pool } = testClient()
  pool.on('InitiateAuth', asksForApp)
  const requested = { acrValues: [LEVEL_4], maxAgeSeconds: 60 }
  await signIn(client, { username: 'ana', flow: 'USER_AUTH', ...requested })
  expect(pool.payload('InitiateAuth')['AuthParameters']).toEqual({
    USERNAME: 'ana',
    TARGET_ACR_VALUES: LEVEL_4,
    MAX_AGE: '60',
  })
  const other = signIn(client, { username: 'ana', password: 'Senha-123', ...requested })
  expect(await rejection(other)).toMatchObject({ name: 'ConfigurationError' })
})

test('a step store can run and complete a step-up', async () => {
  const { client } = signedIn()
  const store = createStepStore(client)
  await store.run((signal) => stepUp(client, { acrValues: [LEVEL_4], signal }))
  const state = store.getSnapshot()
  if (state.phase !== 'challenge' || state.challenge.name !== 'SOFTWARE_TOKEN_MFA') throw new Error(state.phase)
  const { challenge } = state
  await store.run((signal) => respondToChallenge(client, challenge, { code: '123456' }, { signal }))
  expect(store.getSnapshot()).toMatchObject({ phase: 'signedIn', session: { username: 'ana' } })
})
