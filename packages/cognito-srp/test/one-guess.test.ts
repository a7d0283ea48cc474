// Tests what an attacker learns by sending challenges with a guessed password instead of the verifier (SECURITY.md, "One
// guess per proof"). The test has its own arithmetic, so that it cannot share a mistake with the library.
import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { expect, test } from 'vitest'

import { respondToChallenge, signIn, SrpError, type ChallengeOf } from '../src/index.ts'
import { COGNITO } from '../src/srp/cognito.ts'
import { rejection, testClient } from './clients.ts'
import { failure } from './scripted-pool.ts'

const N = BigInt(`0x${COGNITO.N}`)
const k = 0x538282c4354742d7cbbde2359fcf67f9f5b3a6b08791e5011b43b8a5b66d9ee6n
const b = 0x1f2e3d4c5b6a79880f1e2d3c4b5a69781f2e3d4c5b6a79880f1e2d3c4b5a6978n
const SALT = 'c0ffee'
const TYPED = 'Senha-123'

function power(base: bigint, exponent: bigint): bigint {
  let [result, square] = [1n, base % N]
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest % 2n === 1n) result = (result * square) % N
    square = (square * square) % N
  }
  return result
}

function bytes(integer: bigint): Buffer {
  const hex = integer.toString(16)
  const whole = hex.length % 2 === 0 ? hex : `0${hex}`
  return Buffer.from(whole >= '8' ? `00${whole}` : whole, 'hex')
}

function hash(...parts: (Buffer | string)[]): bigint {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part)
  return BigInt(`0x${sum.digest('hex')}`)
}

function privateKey(password: string): bigint {
  const inner = createHash('sha256').update(`Pool1ana:${password}`).digest()
  return hash(Buffer.from(`00${SALT}`, 'hex'), inner)
}

/** Creates an attacker's challenge for a guessed password, with B = k * g^x' + g^b, or without the last term. */
function challenge(guess: string, { withB = true } = {}): { B: bigint; json: object } {
  const B = (k * power(2n, privateKey(guess)) + (withB ? power(2n, b) : 0n)) % N
  const SRP_B = B.toString(16)
  const ChallengeParameters = { SRP_B, SALT, SECRET_BLOCK: 'AAAA', USER_ID_FOR_SRP: 'ana' }
  return { B, json: { ChallengeName: 'PASSWORD_VERIFIER', ChallengeParameters } }
}

/** Signs in with the typed password to a server that sends this challenge, and returns the client's values and the error. */
async function proof(asked: { json: object }) {
  const { client, pool } = testClient()
  pool.on('InitiateAuth', asked).on('RespondToAuthChallenge', failure('NotAuthorizedException'))
  const error = await rejection(signIn(client, { username: 'ana', password: TYPED }))
  const A = BigInt(`0x${(pool.payload('InitiateAuth')['AuthParameters'] as { SRP_A: string }).SRP_A}`)
  const responses = pool.operations.includes('RespondToAuthChallenge')
    ? (pool.payload('RespondToAuthChallenge')['ChallengeResponses'] as Record<string, string>)
    : undefined
  return { A, responses, error }
}

/** Returns whether the proof matches this guess. Like an attacker, computes S = (A * g^(u * x'))^b. */
function fits({ A, responses }: Awaited<ReturnType<typeof proof>>, B: bigint, guess: string): boolean {
  const u = hash(bytes(A), bytes(B))
  const S = power(A * power(2n, u * privateKey(guess)), b)
  const key = Buffer.from(hkdfSync('sha256', bytes(S), bytes(u), 'Caldera Derived Key', 16))
  const claim = createHmac('sha256', key).update('Pool1ana').update(Buffer.from('AAAA', 'base64'))
  return claim.update(responses?.['TIMESTAMP'] ?? '').digest('base64') === responses?.['PASSWORD_CLAIM_SIGNATURE']
}

test('a proof reveals whether the guess in its B is right', async () => {
  const right = challenge(TYPED)
  expect(fits(await proof(right), right.B, TYPED)).toBe(true)
})

test('a proof for a wrong guess matches neither the typed password nor another guess', async () => {
  const wrong = challenge('Senha-124')
  const given = await proof(wrong)
  expect(['Senha-124', TYPED, 'Senha-125'].map((guess) => fits(given, wrong.B, guess))).toEqual([false, false, false])
})

test('the client rejects a B without g^b only if the guess in B is right', async () => {
  const { responses, error } = await proof(challenge(TYPED, { withB: false }))
  expect([responses, error]).toEqual([undefined, expect.any(SrpError)])
  expect((await proof(challenge('Senha-124', { withB: false }))).responses).toBeDefined()
})

test('the client proves a typed password only once, however often the server requests a proof', async () => {
  const asked = [challenge('Senha-124'), challenge('Senha-125')]
  const { client, pool } = testClient()
  pool.on('InitiateAuth', asked[0] ?? {}).on('RespondToAuthChallenge', asked[1] ?? {})
  expect(await rejection(signIn(client, { username: 'ana', password: TYPED }))).toMatchObject({
    code: 'ChallengeError',
  })
  expect(pool.operations).toEqual(['InitiateAuth', 'RespondToAuthChallenge'])

  const again = testClient()
  again.pool.on('RespondToAuthChallenge', ...asked)
  const base = { username: 'ana', challengeSession: 's-1', expiresAtMs: again.client.now() + 1000 }
  const kept: ChallengeOf<'PASSWORD_SRP'> = { name: 'PASSWORD_SRP', ...base }
  const answered = respondToChallenge(again.client, kept, { password: TYPED })
  expect(await rejection(answered)).toMatchObject({ code: 'ChallengeError' })
  const sent = again.pool.requests.map(({ payload }) => Object.keys(payload['ChallengeResponses'] as object))
  expect(sent.map((fields) => fields.includes('PASSWORD_CLAIM_SIGNATURE'))).toEqual([false, true])
})
