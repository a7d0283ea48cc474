import { expect, test } from 'vitest'

import { testClient } from '../../test/clients.ts'
import { jwt, NOW_MS, NOW_SECONDS, tokens } from '../../test/tokens.ts'
import { SessionError } from '../errors.ts'
import {
  belongTogether,
  isSessionValid,
  measureClockDrift,
  readToken,
  type Session,
  type Token,
  openSession,
} from './session.ts'

const CLIENT = testClient().client
const TIMES = { iat: NOW_SECONDS, exp: NOW_SECONDS + 60 }

function token(claims: object): Token {
  const read = readToken(CLIENT, jwt({ ...TIMES, ...claims }), 'access')
  if (!read) throw new Error('The test made a token that cannot be read.')
  return read
}

function session(idExp: number, accessExp: number, clockDriftSeconds = 0): Session {
  const idToken = token({ exp: idExp })
  return { username: 'ana', idToken, accessToken: token({ exp: accessExp }), clockDriftSeconds }
}

test.each([
  ['true if both tokens expire later', 10, 10, 0, true],
  ['false if the id token expires now', 0, 10, 0, false],
  ['false if the access token expires now', 10, 0, 0, false],
  ['false if the clock is behind by more than the remaining lifetime', 10, 10, -11, false],
  ['true if a clock that is ahead makes valid tokens look expired', -5, -5, 6, true],
  ['false if a clock that is behind makes expired tokens look valid', 5, 5, -5, false],
])('isSessionValid returns %s', (_case, idLeft, accessLeft, driftSeconds, isValid) => {
  const { idToken, accessToken, ...rest } = session(NOW_SECONDS + idLeft, NOW_SECONDS + accessLeft, driftSeconds)
  expect(isSessionValid({ idToken, accessToken, ...rest }, NOW_MS)).toBe(isValid)
})

test('a session is valid until the last millisecond', () => {
  const almostOver = session(NOW_SECONDS + 1, NOW_SECONDS + 1)
  expect(isSessionValid(almostOver, NOW_MS + 999)).toBe(true)
  expect(isSessionValid(almostOver, NOW_MS + 1000)).toBe(false)
})

test('isSessionValid uses the current time by default', () => {
  const now = Math.floor(Date.now() / 1000)
  expect(isSessionValid(session(now + 100, now + 100))).toBe(true)
  expect(isSessionValid(session(now - 1, now + 100))).toBe(false)
})

test('the clock drift is the current time minus the earlier time of issue, in whole seconds', () => {
  const early = token({ iat: NOW_SECONDS - 30 })
  const late = token({ iat: NOW_SECONDS - 20 })
  expect(measureClockDrift(early, late, NOW_MS + 900)).toBe(30)
  expect(measureClockDrift(late, early, NOW_MS)).toBe(30)
  expect(measureClockDrift(token({ iat: NOW_SECONDS + 7 }), token({ iat: NOW_SECONDS + 7 }), NOW_MS)).toBe(-7)
})

test.each([
  [
    'true for tokens of the same user from the same sign-in',
    { sub: 'a', origin_jti: 'o', iat: 1 },
    { sub: 'a', origin_jti: 'o', iat: 2 },
    true,
  ],
  ['false for tokens of two users', { sub: 'a', origin_jti: 'o' }, { sub: 'b', origin_jti: 'o' }, false],
  ['false for tokens from two sign-ins', { sub: 'a', origin_jti: 'o' }, { sub: 'a', origin_jti: 'p' }, false],
  ['true for tokens without a sign-in id that were issued together', { sub: 'a', iat: 5 }, { sub: 'a', iat: 5 }, true],
  [
    'false for tokens without a sign-in id that were issued at different times',
    { sub: 'a', iat: 5 },
    { sub: 'a', iat: 6 },
    false,
  ],
  [
    'true for tokens that were issued together if only the id token has a sign-in id',
    { origin_jti: 'o', iat: 5 },
    { iat: 5 },
    true,
  ],
  [
    'true for tokens that were issued together if only the access token has a sign-in id',
    { iat: 5 },
    { origin_jti: 'o', iat: 5 },
    true,
  ],
  [
    'false for tokens that were issued at different times if only one token has a sign-in id',
    { sub: 'a', origin_jti: 'o', iat: 5 },
    { sub: 'a', iat: 6 },
    false,
  ],
])('belongTogether returns %s', (_case, id, access, expected) => {
  expect(belongTogether(token(id), token(access))).toBe(expected)
})

test('the claims of a token are decoded from base64url and UTF-8', () => {
  const token = jwt({ exp: 2, iat: 1, name: 'Conceição 🎓 ÿþ?' })
  expect(readToken(CLIENT, token, 'id')).toEqual({ jwt: token, claims: { exp: 2, iat: 1, name: 'Conceição 🎓 ÿþ?' } })
})

test.each([
  ['no exp', jwt({ iat: 1 })],
  ['an expiry that is a string', jwt({ exp: '2', iat: 1 })],
  ['an infinite expiry', `e30.${btoa('{"exp":1e999}')}.x`],
  ['a time of issue that is a string', jwt({ exp: 2, iat: '1' })],
  ['a user name that is not a string', jwt({ exp: 2, username: 7 })],
  ['claims that are not an object', jwt([])],
  ['a payload of null', `e30.${btoa('null')}.x`],
  ['no payload', 'opaque'],
  ['a payload that is not base64', 'a.***.c'],
  ['no characters', ''],
])('a token with %s cannot be read', (_case, token) => {
  expect(readToken(CLIENT, token, 'id')).toBeUndefined()
})

test('a token that is too long is not decoded', () => {
  const long = jwt({ exp: 2, iat: 1, name: 'a'.repeat(60_000) })
  expect(readToken(CLIENT, long.slice(0, 40_000), 'id')).toBeUndefined()
  expect(readToken(CLIENT, jwt({ exp: 2, iat: 1, name: 'a'.repeat(48_000) }), 'id')?.claims['name']).toHaveLength(
    48_000,
  )
  expect(readToken(CLIENT, long, 'id')).toBeUndefined()
})

test('a refresh token that is not a string is ignored', () => {
  const RefreshToken = { token: 'x' } as unknown as string
  const answer = { ...tokens(), RefreshToken }
  expect(openSession(CLIENT, answer, { username: 'ana', refreshToken: 'before' }).refreshToken).toBe('before')
  expect(openSession(CLIENT, answer, { username: 'ana' })).not.toHaveProperty('refreshToken')
})

test('the user name comes from the access token, or from the argument if the token has none', () => {
  expect(openSession(CLIENT, tokens(), { username: 'typed' }).username).toBe('ana')
  const AccessToken = jwt(TIMES)
  expect(openSession(CLIENT, { ...tokens(), AccessToken }, { username: 'given' }).username).toBe('given')
})

test('a session contains the refresh token of the response, or the previous one if the response has none', () => {
  const before = { username: 'ana', refreshToken: 'before' }
  expect(openSession(CLIENT, tokens(), before).refreshToken).toBe('refresh-1')
  expect(openSession(CLIENT, tokens({ refreshToken: undefined }), before).refreshToken).toBe('before')
  expect(openSession(CLIENT, tokens({ refreshToken: undefined }), { username: 'ana' })).not.toHaveProperty(
    'refreshToken',
  )
})

const POOL = 'https://cognito-idp.local.amazonaws.com/local_Pool1'

test.each([
  ['token use', 'access', { token_use: 'id' }],
  ['token use', 'id', { token_use: 'access' }],
  ['app client', 'access', { client_id: 'other' }],
  ['app client', 'id', { aud: 'other' }],
  ['app client', 'id', { aud: ['other', 'another'] }],
  ['user pool', 'id', { iss: 'https://cognito-idp.local.amazonaws.com/local_Pool2' }],
  ['user pool', 'id', { iss: 'https://cognito-idp.local.amazonaws.com/a_local_Pool1' }],
  ['user pool', 'access', { iss: `${POOL}/` }],
  ['user pool', 'access', { iss: { toString: null } }],
] as const)('a wrong %s makes the %s token with %j unusable', (_case, use, claims) => {
  expect(readToken(CLIENT, jwt({ ...TIMES, ...claims }), use)).toBeUndefined()
  const whole = tokens()
  const token = jwt({ ...TIMES, ...claims })
  const answer = use === 'id' ? { ...whole, IdToken: token } : { ...whole, AccessToken: token }
  expect(() => openSession(CLIENT, answer, { username: 'ana' })).toThrow(SessionError)
  expect(() => openSession(CLIENT, answer, { username: 'ana' })).toThrow(`The ${use} token`)
})

test.each([
  ['id', { token_use: 'id', aud: 'web', iss: POOL }],
  ['id', { client_id: 'other' }],
  ['access', { token_use: 'access', client_id: 'web', iss: 'http://localhost:9229/local_Pool1' }],
  ['id', { iss: 'https://issuer-cognito-idp.us-east-1.amazonaws.com/local_Pool1' }],
  ['access', { aud: 'https://api.example.com', iss: 'local_Pool1' }],
  ['access', {}],
] as const)('the %s token with %j is usable, because no checked claim contradicts the client', (use, claims) => {
  expect(readToken(CLIENT, jwt({ ...TIMES, ...claims }), use)).toMatchObject({ claims })
})

test('a token without a time of issue counts as issued now', () => {
  const undated = jwt({ exp: NOW_SECONDS + 60 })
  const session = openSession(CLIENT, { IdToken: undated, AccessToken: undated }, { username: 'ana' })
  expect(session.clockDriftSeconds).toBe(0)
  const dated = { IdToken: undated, AccessToken: jwt({ ...TIMES, iat: NOW_SECONDS - 5 }) }
  expect(openSession(CLIENT, dated, { username: 'ana' }).clockDriftSeconds).toBe(5)
})

test('an access token with an empty user name counts as having no user name', () => {
  expect(
    openSession(CLIENT, { ...tokens(), AccessToken: jwt({ ...TIMES, username: '' }) }, { username: 'given' }).username,
  ).toBe('given')
})
