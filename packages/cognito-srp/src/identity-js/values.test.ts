import { afterEach, expect, test, vi } from 'vitest'

import AmazonCognitoIdentity, * as identityJs from '@cognito-srp/client/identity-js'

import { scriptedUser, firstCall } from '../../test/identity-js.ts'
import { jwt, NOW_MS, NOW_SECONDS } from '../../test/tokens.ts'
import {
  appendToCognitoUserAgent,
  AuthenticationDetails,
  CognitoAccessToken,
  CognitoIdToken,
  CognitoRefreshToken,
  CognitoUserAttribute,
  CognitoUserSession,
  DateHelper,
  UserAgent,
  WordArray,
} from './index.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the default export contains the named exports and their types', () => {
  const { default: _, ...named } = identityJs
  expect({ ...AmazonCognitoIdentity }).toEqual(named)
  const token: AmazonCognitoIdentity.CognitoRefreshToken = new AmazonCognitoIdentity.CognitoRefreshToken()
  expect(token).toBeInstanceOf(CognitoRefreshToken)
})

test('a token returns its claims, and an unreadable token has an empty payload', () => {
  const token = new CognitoAccessToken({ AccessToken: jwt({ exp: 20, iat: 10, username: 'ana' }) })
  expect([token.getExpiration(), token.getIssuedAt(), token.payload['username']]).toEqual([20, 10, 'ana'])
  expect(token.getJwtToken()).toBe(jwt({ exp: 20, iat: 10, username: 'ana' }))
  expect(token.decodePayload()).toEqual(token.payload)
  for (const unread of [new CognitoIdToken({ IdToken: 'no token' }), new CognitoIdToken(), new CognitoAccessToken()]) {
    expect(unread.payload).toEqual({})
    expect(unread.getExpiration()).toBeUndefined()
  }
  expect(new CognitoRefreshToken().getToken()).toBe('')
  expect(new CognitoRefreshToken({ RefreshToken: 'r' }).getToken()).toBe('r')
})

test.each(['{"toString":null}', '"9999999999 "', '""', '[9999999999]', 'true', 'null', '1e400', '-1e400'])(
  'a token ignores the time claim %s, and a session with such tokens is not valid',
  (time) => {
    const token = `x.${Buffer.from(`{"exp":${time},"iat":${time}}`).toString('base64url')}.x`
    const [IdToken, AccessToken] = [
      new CognitoIdToken({ IdToken: token }),
      new CognitoAccessToken({ AccessToken: token }),
    ]
    expect([IdToken.getExpiration(), IdToken.getIssuedAt()]).toEqual([undefined, undefined])
    const session = new CognitoUserSession({ IdToken, AccessToken })
    expect([session.getClockDrift(), session.isValid()]).toEqual([0, false])
  },
)

test('a time claim can be a string of digits, as in amazon-cognito-identity-js', () => {
  const token = `x.${Buffer.from('{"exp":"9999999999","iat":"10"}').toString('base64url')}.x`
  const IdToken = new CognitoIdToken({ IdToken: token })
  expect([IdToken.getExpiration(), IdToken.getIssuedAt()]).toEqual([9_999_999_999, 10])
  const AccessToken = new CognitoAccessToken({ AccessToken: token })
  expect(new CognitoUserSession({ IdToken, AccessToken, ClockDrift: 0 }).isValid()).toBe(true)
})

function sessionOf(times: { exp: number; iat: number }, more: object = {}) {
  const IdToken = new CognitoIdToken({ IdToken: jwt(times) })
  const AccessToken = new CognitoAccessToken({ AccessToken: jwt(times) })
  return new CognitoUserSession({ IdToken, AccessToken, ...more })
}

test('a session is valid until its tokens expire according to the service’s clock', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW_MS })
  const ahead = sessionOf({ iat: NOW_SECONDS - 600, exp: NOW_SECONDS - 1 })
  expect([ahead.getClockDrift(), ahead.isValid()]).toEqual([600, true]) // this clock is ten minutes ahead
  const kept = sessionOf({ iat: NOW_SECONDS - 600, exp: NOW_SECONDS }, { ClockDrift: 0 })
  expect([kept.getClockDrift(), kept.isValid()]).toEqual([0, false])
  expect(sessionOf({ iat: NOW_SECONDS, exp: NOW_SECONDS + 1 }, { ClockDrift: 0 }).isValid()).toBe(true)
  expect(sessionOf({ iat: NOW_SECONDS, exp: Number.NaN }).isValid()).toBe(false)
})

test('a session requires an id token and an access token, and its refresh token is optional', () => {
  const RefreshToken = new CognitoRefreshToken({ RefreshToken: 'r' })
  const session = sessionOf({ iat: 1, exp: 2 }, { RefreshToken })
  expect(session.getRefreshToken()).toBe(RefreshToken)
  expect(session.getIdToken().getExpiration()).toBe(session.getAccessToken().getExpiration())
  expect(sessionOf({ iat: 1, exp: 2 }).getRefreshToken()).toBeUndefined()
  const IdToken = new CognitoIdToken()
  for (const lacking of [undefined, {}, { IdToken }, { AccessToken: new CognitoAccessToken() }]) {
    expect(() => new CognitoUserSession(lacking as never)).toThrow('Id token and Access Token must be present.')
  }
})

test('AuthenticationDetails returns the values passed to its constructor', () => {
  const details = new AuthenticationDetails({
    Username: 'ana',
    Password: 'Senha-123',
    ValidationData: { a: 1 },
    ClientMetadata: { b: '2' },
    AuthParameters: { C: '3' },
  })
  expect([details.getUsername(), details.getPassword()]).toEqual(['ana', 'Senha-123'])
  expect(details.getValidationData()).toEqual({ a: 1 })
  expect([details.getClientMetadata(), details.getAuthParameters()]).toEqual([{ b: '2' }, { C: '3' }])
  const empty = new AuthenticationDetails(undefined as never)
  expect([empty.getValidationData(), empty.getClientMetadata(), empty.getAuthParameters()]).toEqual([{}, {}, {}])
})

test('CognitoUserAttribute consists of a name and a value', () => {
  const attribute = new CognitoUserAttribute({ Name: 'email', Value: 'ana@example.com' })
  expect(attribute.toString()).toBe('{"Name":"email","Value":"ana@example.com"}')
  expect(attribute.setName('name').setValue('Ana')).toBe(attribute)
  expect([attribute.getName(), attribute.getValue()]).toEqual(['name', 'Ana'])
  expect(new CognitoUserAttribute().toJSON()).toEqual({ Name: '', Value: '' })
  expect(new CognitoUserAttribute({} as never).toJSON()).toEqual({ Name: '', Value: '' })
})

test('DateHelper formats times for the service', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW_MS })
  expect(new DateHelper().getNowString()).toBe('Tue Nov 3 04:05:06 UTC 2026')
})

test('WordArray converts words to hex with the requested number of bytes', () => {
  const words = [0x01_02_03_04, -2] as unknown as string[]
  expect(new WordArray(words).toString()).toBe('01020304fffffffe')
  expect(new WordArray(words, 5).toString()).toBe('01020304ff')
  expect(new WordArray(words, 9).toString()).toBe('01020304fffffffe00')
  expect(new WordArray().toString()).toBe('')
  const [some, others] = [new WordArray().random(10).toString(), new WordArray().random(10).toString()]
  expect(some).toMatch(/^[0-9a-f]{20}$/)
  expect(some).not.toBe(others)
})

test('appendToCognitoUserAgent adds each word once', async () => {
  const { service, user } = scriptedUser()
  service.on('ResendConfirmationCode', { json: {} })
  const before = new UserAgent().userAgent
  expect(before).not.toBe('')
  for (const word of ['', 'shop/1.2', 'shop/1.2']) appendToCognitoUserAgent(word)
  await firstCall((callback) => user.resendConfirmationCode(callback))
  expect(new UserAgent().userAgent).toBe(`${before} shop/1.2`)
  expect(service.requests[0]?.headers).toMatchObject({ 'X-Amz-User-Agent': `${before} shop/1.2` })
})
