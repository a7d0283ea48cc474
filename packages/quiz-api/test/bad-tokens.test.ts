import { createSigningPool, type SigningPool } from '@cognito-srp/testing/signing-pool'
import { createHmac } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'

import { startApiWithStats } from './api-with-stats.ts'

const { pool, token, request, expectErrorResponse, stop } = await startApiWithStats()

afterAll(stop)

const nowS = Math.floor(Date.now() / 1_000)

test.each<[string, string, () => string | Promise<string>]>([
  ['has expired', 'token-expired', () => pool.accessToken('ana', { exp: nowS - 1 })],
  ['expired in this second', 'token-expired', () => pool.accessToken('ana', { exp: nowS })],
  ['never expires', 'token-claims', () => pool.accessToken('ana', { exp: undefined })],
  ['is not valid yet', 'token-claims', () => pool.accessToken('ana', { nbf: nowS + 600 })],
  ['has another issuer', 'token-issuer', () => pool.accessToken('ana', { iss: 'https://example.com/local_Test1' })],
  ['has no issuer', 'token-issuer', () => pool.accessToken('ana', { iss: undefined })],
  ['is an id token', 'token-use', () => pool.accessToken('ana', { token_use: 'id', aud: 'web' })],
  ['has no token_use', 'token-use', () => pool.accessToken('ana', { token_use: undefined })],
  ['was issued to another client', 'token-client', () => pool.accessToken('ana', { client_id: 'other' })],
  ['names several clients', 'token-client', () => pool.accessToken('ana', { client_id: ['web'] })],
  ['has no client', 'token-client', () => pool.accessToken('ana', { client_id: undefined })],
  ['has no user', 'token-claims', () => pool.accessToken('ana', { username: undefined })],
  ['has an empty user', 'token-claims', () => pool.accessToken('')],
  ['has a user name that is not a string', 'token-claims', () => pool.accessToken('ana', { username: 7 })],
  ['comes from another pool', 'token-key-unknown', async () => (await otherPool('key-2')).accessToken('ana')],
  [
    'comes from a pool with the same key id',
    'token-signature',
    async () => (await otherPool('key-1')).accessToken('ana'),
  ],
  ['claims this issuer but is signed with a foreign key', 'token-signature', () => impersonate()],
  ['is signed with alg none', 'token-algorithm', () => unsigned('none')],
  ['is signed with alg None', 'token-algorithm', () => unsigned('None')],
  ['is signed with the public key as a secret (HS256)', 'token-algorithm', () => signedWithPublicKey()],
  ['has no signature', 'token-signature', () => `${token.split('.').slice(0, 2).join('.')}.`],
  ['has a changed payload', 'token-signature', () => withPayload({ username: 'bruno' })],
  ['has a changed signature', 'token-signature', () => token.slice(0, -8) + 'AAAAAAAA'],
  ['has two parts', 'token-malformed', () => token.split('.').slice(0, 2).join('.')],
  ['has four parts', 'token-malformed', () => `${token}.e30`],
  ['has a header that is not JSON', 'token-malformed', () => `abc.${token.split('.').slice(1).join('.')}`],
  ['is a word', 'token-malformed', () => 'ana'],
  ['requires a critical extension', 'token-algorithm', () => criticalExtension()],
])('a token that %s gets 401', async (_case, code, makeToken) => {
  for (const bad of [{}, { method: 'PUT', body: JSON.stringify({ id: 'ana', questionsStats: {} }) }]) {
    const answer = await request({ ...bad, headers: { Authorization: `Bearer ${await makeToken()}` } })
    expect(answer.headers.get('WWW-Authenticate')).toMatch(/^Bearer error="invalid_token"/)
    await expectErrorResponse(answer, { status: 401, code, where: 'header Authorization' })
  }
})

test.each([
  ['without a value', ''],
  ['without a scheme', 'abc.def.ghi'],
  ['with another scheme', 'Basic YW5hOnNlbmhh'],
  ['without a token', 'Bearer'],
  ['with two tokens', 'Bearer a.b.c d.e.f'],
  ['with quotes', 'Bearer "a.b.c"'],
])('a request with an Authorization header %s gets 401 with WWW-Authenticate', async (_case, header) => {
  const answer = await request({ path: '/questions', headers: { Authorization: header } })
  expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer')
  await expectErrorResponse(answer, { status: 401, code: 'token-missing', where: 'header Authorization' })
})

function otherPool(keyId: string): Promise<SigningPool> {
  return createSigningPool({ poolId: 'local_Other', keyId })
}

async function impersonate(): Promise<string> {
  return (await createSigningPool()).accessToken('ana')
}

function payloadOf(jwt: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
}

function encode(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

function unsigned(alg: string): string {
  return `${encode({ alg, kid: 'key-1' })}.${encode(payloadOf(token))}.`
}

function withPayload(claims: Record<string, unknown>): string {
  const [header, , signature] = token.split('.')
  return `${header}.${encode({ ...payloadOf(token), ...claims })}.${signature}`
}

function signedWithPublicKey(): string {
  const input = `${encode({ alg: 'HS256', kid: 'key-1' })}.${encode(payloadOf(token))}`
  const secret = JSON.stringify(pool.keySet.keys[0])
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}

function criticalExtension(): string {
  const header = encode({ alg: 'RS256', kid: 'key-1', crit: ['urgent'], urgent: true })
  return [header, ...token.split('.').slice(1)].join('.')
}
