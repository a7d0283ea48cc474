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

test('a refresh gives new tokens of the same session and no refresh token', async ({ onTestFinished }) => {
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
  ['one that was never issued', () => 'bm9uc2Vuc2U.bm9uc2Vuc2U', 'Refresh Token has been revoked'],
  ['one with another secret', (token: string) => `${token.slice(0, -4)}AAAA`, 'Invalid Refresh Token.'],
  ['no refresh token at all', () => 'nonsense', 'Invalid Refresh Token.'],
])('refuses %s', async (_case, change, message) => {
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

test('a client may have refresh tokens that expire earlier', async () => {
  const now = () => Date.UTC(2026, 10, 3)
  const emulator = createTestEmulator({ clients: [{ id: 'web', refreshTokenSeconds: 60 }] }, { now })
  const refreshToken = await refreshTokenOf(emulator)
  emulator.clock.advance(59)
  await expect(refresh(emulator, refreshToken)).resolves.toHaveProperty('AuthenticationResult')
  emulator.clock.advance(1)
  await expect(refresh(emulator, refreshToken)).rejects.toThrow('Refresh Token has expired')
})

test('GetTokensFromRefreshToken works without rotation and gives no refresh token', async () => {
  const emulator = createTestEmulator()
  const tokens = await exchange(emulator, await refreshTokenOf(emulator))
  expect(tokens).toMatchObject({ AccessToken: expect.any(String), IdToken: expect.any(String) })
  expect(tokens).not.toHaveProperty('RefreshToken')
})

test('a client that rotates refuses REFRESH_TOKEN_AUTH', async () => {
  const emulator = createTestEmulator(rotating(0))
  await expect(refresh(emulator, await refreshTokenOf(emulator))).rejects.toMatchObject({
    code: 'NotAuthorizedException',
  })
})

test('with rotation and no grace a token works once', async () => {
  const emulator = createTestEmulator(rotating(0))
  const first = await refreshTokenOf(emulator)
  const { RefreshToken: second = '' } = await exchange(emulator, first)
  expect(second).not.toBe(first)
  await expect(exchange(emulator, first)).rejects.toMatchObject({ code: 'RefreshTokenReuseException' })
  await expect(exchange(emulator, second)).resolves.toHaveProperty('RefreshToken')
})

test('with rotation and no grace only one of two exchanges at the same time succeeds', async () => {
  const emulator = createTestEmulator(rotating(0))
  const refreshToken = await refreshTokenOf(emulator)
  const outcomes = await Promise.allSettled([exchange(emulator, refreshToken), exchange(emulator, refreshToken)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('within the grace period the old token still works, after it no longer', async () => {
  const emulator = createTestEmulator(rotating(10))
  const first = await refreshTokenOf(emulator)
  await exchange(emulator, first)
  emulator.clock.advance(9)
  await expect(exchange(emulator, first)).resolves.toHaveProperty('RefreshToken')
  emulator.clock.advance(1)
  await expect(exchange(emulator, first)).rejects.toMatchObject({ code: 'RefreshTokenReuseException' })
})

test('a client secret is asked for', async () => {
  const emulator = createTestEmulator({ clients: [{ id: 'web' }, { id: 'server', secret: 'segredo' }] })
  await expect(exchange(emulator, 'a.b', 'server')).rejects.toThrow(
    'Client server is configured for secret but secret was not received',
  )
})

test('revoking a refresh token ends its session, access tokens included', async () => {
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

test('a global sign-out ends every session', async () => {
  const emulator = createTestEmulator()
  const refreshToken = await refreshTokenOf(emulator)
  const AccessToken = accessTokenOf(await signInWithPassword(emulator))
  await call(emulator, 'GlobalSignOut', { AccessToken })
  await expect(refresh(emulator, refreshToken)).rejects.toThrow('Refresh Token has been revoked')
  await expect(call(emulator, 'GetUser', { AccessToken })).rejects.toThrow('Access Token has been revoked')
})

test.each([
  ['no token', () => 'nonsense', 'Invalid Access Token'],
  [
    'a changed signature',
    (token: string) => `${token.slice(0, -8)}AAAAAAAA`,
    'Could not verify signature for Access Token',
  ],
])('an access token that is %s is refused', async (_case, change, message) => {
  const emulator = createTestEmulator()
  const AccessToken = change(accessTokenOf(await signInWithPassword(emulator)))
  await expect(call(emulator, 'GetUser', { AccessToken })).rejects.toMatchObject({
    code: 'NotAuthorizedException',
    message,
  })
})

test('an id token does not stand in for an access token, nor one without a signature', async () => {
  const emulator = createTestEmulator()
  const { AuthenticationResult: result } = await signInWithPassword(emulator)
  const [, payload] = result?.AccessToken.split('.') ?? []
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
  for (const AccessToken of [result?.IdToken, unsigned]) {
    await expect(call(emulator, 'GetUser', { AccessToken })).rejects.toMatchObject({ code: 'NotAuthorizedException' })
  }
})
