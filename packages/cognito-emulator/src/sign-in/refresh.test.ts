import { expect, test, vi } from 'vitest'

import {
  accessTokenOf,
  call,
  claimsOf,
  createTestEmulator,
  initiateAuth,
  signInWithPassword,
} from '../../test/caller.ts'
import type { IssuedTokens } from '../tokens/tokens.ts'

type Emulator = ReturnType<typeof createTestEmulator>

const rotating = (graceSeconds: number) => ({ clients: [{ id: 'web', refreshTokenRotation: { graceSeconds } }] })

async function refreshTokenOf(emulator: Emulator): Promise<string> {
  return (await signInWithPassword(emulator)).AuthenticationResult?.RefreshToken ?? ''
}

async function exchange(emulator: Emulator, RefreshToken: string, ClientId = 'web'): Promise<IssuedTokens> {
  const answer = await call<{ AuthenticationResult: IssuedTokens }>(emulator, 'GetTokensFromRefreshToken', {
    ClientId,
    RefreshToken,
  })
  return answer.AuthenticationResult
}

const refresh = (emulator: Emulator, refreshToken: string, clientId = 'web') =>
  initiateAuth(emulator, 'REFRESH_TOKEN_AUTH', { REFRESH_TOKEN: refreshToken }, clientId)

test('REFRESH_TOKEN_AUTH returns new tokens for the same session, but no refresh token', async ({ onTestFinished }) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const emulator = createTestEmulator()
  const { AuthenticationResult: first } = await signInWithPassword(emulator)
  emulator.clock.advance(3000)
  const { AuthenticationResult: second } = await refresh(emulator, first?.RefreshToken ?? '')
  const [before, after] = [claimsOf(first?.AccessToken), claimsOf(second?.AccessToken)]
  expect(second).not.toHaveProperty('RefreshToken')
  expect(after).toMatchObject({ origin_jti: before['origin_jti'], auth_time: before['auth_time'] })
  expect(Number(after['exp'])).toBe(Number(before['exp']) + 3000)
  expect(after['jti']).not.toBe(before['jti'])
})

test.each([
  ['a refresh token that was never issued', () => 'bm9uc2Vuc2U.bm9uc2Vuc2U', 'Refresh Token has been revoked'],
  ['a refresh token with another secret', (token: string) => `${token.slice(0, -4)}AAAA`, 'Invalid Refresh Token.'],
  ['a string that is not a refresh token', () => 'nonsense', 'Invalid Refresh Token.'],
])('REFRESH_TOKEN_AUTH rejects %s', async (_case, change, message) => {
  const emulator = createTestEmulator()
  const refreshToken = change(await refreshTokenOf(emulator))
  await expect(refresh(emulator, refreshToken)).rejects.toMatchObject({ code: 'NotAuthorizedException', message })
})

test('a refresh token is bound to its client', async () => {
  const emulator = createTestEmulator({ clients: [{ id: 'web' }, { id: 'other' }] })
  const refreshToken = await refreshTokenOf(emulator)
  await expect(refresh(emulator, refreshToken, 'other')).rejects.toThrow('Invalid Refresh Token')
  await expect(exchange(emulator, refreshToken, 'other')).rejects.toThrow('Invalid Refresh Token')
})

test('a refresh token expires after 30 days', async () => {
  const emulator = createTestEmulator()
  const refreshToken = await refreshTokenOf(emulator)
  emulator.clock.advance(30 * 24 * 3600)
  await expect(refresh(emulator, refreshToken)).rejects.toThrow('Refresh Token has expired')
})

test("a client's refreshTokenSeconds limits the lifetime of refresh tokens", async () => {
  const now = () => Date.UTC(2026, 10, 3)
  const emulator = createTestEmulator({ clients: [{ id: 'web', refreshTokenSeconds: 60 }] }, { now })
  const refreshToken = await refreshTokenOf(emulator)
  emulator.clock.advance(59)
  await expect(refresh(emulator, refreshToken)).resolves.toHaveProperty('AuthenticationResult')
  emulator.clock.advance(1)
  await expect(refresh(emulator, refreshToken)).rejects.toThrow('Refresh Token has expired')
})

test('GetTokensFromRefreshToken without rotation returns no refresh token', async () => {
  const emulator = createTestEmulator()
  const tokens = await exchange(emulator, await refreshTokenOf(emulator))
  expect(tokens).toMatchObject({ AccessToken: expect.any(String), IdToken: expect.any(String) })
  expect(tokens).not.toHaveProperty('RefreshToken')
})

test('a client that rotates refresh tokens rejects REFRESH_TOKEN_AUTH', async () => {
  const emulator = createTestEmulator(rotating(0))
  await expect(refresh(emulator, await refreshTokenOf(emulator))).rejects.toMatchObject({
    code: 'NotAuthorizedException',
  })
})

test('with rotation and no grace period, a refresh token works once', async () => {
  const emulator = createTestEmulator(rotating(0))
  const first = await refreshTokenOf(emulator)
  const { RefreshToken: second = '' } = await exchange(emulator, first)
  expect(second).not.toBe(first)
  await expect(exchange(emulator, first)).rejects.toMatchObject({ code: 'RefreshTokenReuseException' })
  await expect(exchange(emulator, second)).resolves.toHaveProperty('RefreshToken')
})

test('with rotation and no grace period, only one of two concurrent exchanges succeeds', async () => {
  const emulator = createTestEmulator(rotating(0))
  const refreshToken = await refreshTokenOf(emulator)
  const outcomes = await Promise.allSettled([exchange(emulator, refreshToken), exchange(emulator, refreshToken)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('an old refresh token works until the end of the grace period', async () => {
  const emulator = createTestEmulator(rotating(10))
  const first = await refreshTokenOf(emulator)
  await exchange(emulator, first)
  emulator.clock.advance(9)
  await expect(exchange(emulator, first)).resolves.toHaveProperty('RefreshToken')
  emulator.clock.advance(1)
  await expect(exchange(emulator, first)).rejects.toMatchObject({ code: 'RefreshTokenReuseException' })
})

test('GetTokensFromRefreshToken requires the client secret', async () => {
  const emulator = createTestEmulator({ clients: [{ id: 'web' }, { id: 'server', secret: 'segredo' }] })
  await expect(exchange(emulator, 'a.b', 'server')).rejects.toThrow(
    'Client server is configured for secret but secret was not received',
  )
})

test("RevokeToken ends the refresh token's session and invalidates the session's access tokens", async () => {
  const emulator = createTestEmulator()
  const { AuthenticationResult: result } = await signInWithPassword(emulator)
  const other = accessTokenOf(await signInWithPassword(emulator))
  await call(emulator, 'RevokeToken', { ClientId: 'web', Token: result?.RefreshToken })
  await expect(refresh(emulator, result?.RefreshToken ?? '')).rejects.toThrow('Refresh Token has been revoked')
  await expect(call(emulator, 'GetUser', { AccessToken: result?.AccessToken })).rejects.toThrow(
    'Access Token has been revoked',
  )
  await expect(call(emulator, 'GetUser', { AccessToken: other })).resolves.toHaveProperty('Username')
  await expect(call(emulator, 'RevokeToken', { ClientId: 'web', Token: result?.RefreshToken })).resolves.toEqual({})
})

test('GlobalSignOut ends every session of the user', async () => {
  const emulator = createTestEmulator()
  const refreshToken = await refreshTokenOf(emulator)
  const AccessToken = accessTokenOf(await signInWithPassword(emulator))
  await call(emulator, 'GlobalSignOut', { AccessToken })
  await expect(refresh(emulator, refreshToken)).rejects.toThrow('Refresh Token has been revoked')
  await expect(call(emulator, 'GetUser', { AccessToken })).rejects.toThrow('Access Token has been revoked')
})

test.each([
  ['a string that is not a token', () => 'nonsense', 'Invalid Access Token'],
  [
    'a token with a changed signature',
    (token: string) => `${token.slice(0, -8)}AAAAAAAA`,
    'Could not verify signature for Access Token',
  ],
])('GetUser rejects %s', async (_case, change, message) => {
  const emulator = createTestEmulator()
  const AccessToken = change(accessTokenOf(await signInWithPassword(emulator)))
  await expect(call(emulator, 'GetUser', { AccessToken })).rejects.toMatchObject({
    code: 'NotAuthorizedException',
    message,
  })
})

test('GetUser rejects an id token and an unsigned access token', async () => {
  const emulator = createTestEmulator()
  const { AuthenticationResult: result } = await signInWithPassword(emulator)
  const [, payload] = result?.AccessToken.split('.') ?? []
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
  for (const AccessToken of [result?.IdToken, unsigned]) {
    await expect(call(emulator, 'GetUser', { AccessToken })).rejects.toMatchObject({ code: 'NotAuthorizedException' })
  }
})
