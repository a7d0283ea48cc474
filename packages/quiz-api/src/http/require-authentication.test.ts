import { createSigningPool } from '@cognito-srp/testing/signing-pool'
import { Hono } from 'hono'
import { expect, test } from 'vitest'

import { authenticate, type ApiEnv } from './access-token.ts'
import { respondToErrors } from './problem.ts'
import { requireAuthentication, type AuthenticationRules } from './require-authentication.ts'

const NOW_MS = Date.UTC(2026, 10, 3)
const NOW_S = NOW_MS / 1_000
const LEVELS = ['urn:cognito:loa:3', 'urn:cognito:loa:4']

/**
 * Creates one route with these rules. Returns a function that calls the route with a token that has the given claims.
 */
async function openRoute(rules: AuthenticationRules) {
  const pool = await createSigningPool()
  const { issuer, clientId, jwks } = pool
  const now = () => NOW_MS
  const route = new Hono<ApiEnv>()
    .onError(respondToErrors(() => {}))
    .use(authenticate({ issuer, clientIds: [clientId], jwks, now }), requireAuthentication({ ...rules, now }))
    .get('/', (c) => c.text(c.get('userId')))
  return async (claims: Record<string, unknown>) => {
    const token = await pool.accessToken('ana', { iat: NOW_S, exp: NOW_S + 3_600, ...claims })
    return route.request('/', { headers: { Authorization: `Bearer ${token}` } })
  }
}

test.each<[string, AuthenticationRules, Record<string, unknown>]>([
  ['one of the levels', { acrValues: LEVELS }, { acr: 'urn:cognito:loa:4' }],
  ['a sign-in at the age limit', { maxAgeSeconds: 300 }, { auth_time: NOW_S - 300 }],
  ['a sign-in at this moment', { maxAgeSeconds: 0 }, { auth_time: NOW_S }],
  ['a sign-in within the tolerance after the age limit', { maxAgeSeconds: 0 }, { auth_time: NOW_S - 30 }],
  ['a sign-in in the future but within the tolerance', { maxAgeSeconds: 0 }, { auth_time: NOW_S + 30 }],
  ['a level and an age', { acrValues: LEVELS, maxAgeSeconds: 300 }, { acr: LEVELS[0], auth_time: NOW_S - 1 }],
  ['a level without an age limit', { acrValues: LEVELS }, { acr: LEVELS[0], auth_time: 1 }],
])('a token with %s is accepted', async (_case, rules, claims) => {
  const response = await (await openRoute(rules))(claims)
  expect([response.status, await response.text()]).toEqual([200, 'ana'])
})

test.each<[string, AuthenticationRules, Record<string, unknown>]>([
  ['another level', { acrValues: LEVELS }, { acr: 'urn:cognito:loa:1' }],
  ['no level', { acrValues: LEVELS }, {}],
  ['a level that is not a text', { acrValues: LEVELS }, { acr: LEVELS }],
  ['an older sign-in', { maxAgeSeconds: 300 }, { auth_time: NOW_S - 331 }],
  ['a sign-in in the future', { maxAgeSeconds: 300 }, { auth_time: NOW_S + 31 }],
  ['no time of the sign-in', { maxAgeSeconds: 300 }, {}],
  ['a time that is not a number', { maxAgeSeconds: 300 }, { auth_time: String(NOW_S) }],
  ['the level but an older sign-in', { acrValues: LEVELS, maxAgeSeconds: 300 }, { acr: LEVELS[0], auth_time: 1 }],
])('a token with %s gets 401', async (_case, rules, claims) => {
  const response = await (await openRoute(rules))(claims)
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ code: 'authentication-insufficient', where: 'header Authorization' })
})

test.each([
  [{ acrValues: LEVELS, maxAgeSeconds: 300 }, ', acr_values="urn:cognito:loa:3 urn:cognito:loa:4", max_age="300"'],
  [{ acrValues: LEVELS }, ', acr_values="urn:cognito:loa:3 urn:cognito:loa:4"'],
  [{ maxAgeSeconds: 0 }, ', max_age="0"'],
])('the challenge of a route with the rules %j ends with %s', async (rules, end) => {
  const response = await (await openRoute(rules))({})
  const description = 'error_description="A stronger or more recent sign-in is required."'
  expect(response.headers.get('WWW-Authenticate')).toBe(
    `Bearer error="insufficient_user_authentication", ${description}${end}`,
  )
})

test('a request without a token gets 401 with the challenge "Bearer"', async () => {
  const { issuer, clientId, jwks } = await createSigningPool()
  const route = new Hono<ApiEnv>().onError(respondToErrors(() => {}))
  route.use(
    authenticate({ issuer, clientIds: [clientId], jwks, now: Date.now }),
    requireAuthentication({ maxAgeSeconds: 1 }),
  )
  const response = await route.request('/')
  expect([response.status, response.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer'])
})

test.each<[string, AuthenticationRules]>([
  ['without any rule', {}],
  ['with no level', { acrValues: [] }],
  ['with a level that contains a space', { acrValues: ['a b'] }],
  ['with a level that contains a quotation mark', { acrValues: ['a"'] }],
  ['with a negative age', { maxAgeSeconds: -1 }],
  ['with a fraction as age', { maxAgeSeconds: 0.5 }],
  ['with an infinite age', { maxAgeSeconds: Infinity }],
])('requireAuthentication %s throws a TypeError', (_case, rules) => {
  expect(() => requireAuthentication(rules)).toThrow(TypeError)
})
