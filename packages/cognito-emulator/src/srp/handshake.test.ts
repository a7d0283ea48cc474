import { expect, test } from 'vitest'

import { createClientEphemeral, formatTimestamp, proveClaim } from '../../test/independent-srp.ts'
import { N } from './group.ts'
import {
  computeSessionKey,
  createPasswordRecord,
  createServerEphemeral,
  isClaimSigned,
  parseA,
  readTimestamp,
} from './handshake.ts'

const identity = { poolName: 'Pool1', userId: 'ana' }
const timestamp = 'Tue Nov 3 04:05:06 UTC 2026'
const secretBlock = Buffer.from('a secret block').toString('base64')

function isProven(enrolled: string, typed: string): boolean {
  const record = createPasswordRecord(identity, enrolled)
  const verifier = BigInt(`0x${record.verifier}`)
  const { a, srpA } = createClientEphemeral()
  const ephemeral = createServerEphemeral(verifier)
  const server = { SALT: record.salt, SRP_B: ephemeral.B.toString(16), SECRET_BLOCK: secretBlock }
  const { PASSWORD_CLAIM_SIGNATURE } = proveClaim(a, { ...identity, password: typed }, server, timestamp)
  const key = computeSessionKey(BigInt(`0x${srpA}`), ephemeral, verifier)
  return isClaimSigned(key, { ...identity, secretBlock, timestamp }, PASSWORD_CLAIM_SIGNATURE)
}

// About half of all handshakes contain a number that needs padding, so a single run is not enough.
test('the server accepts 20 proofs from an independently written client', () => {
  for (let run = 0; run < 20; run++) expect(isProven('Senha-123', 'Senha-123')).toBe(true)
})

test.each(['Senha-124', 'senha-123', '', 'Senha-123 '])('the wrong password "%s" is rejected', (typed) => {
  expect(isProven('Senha-123', typed)).toBe(false)
})

test('a password with composed letters differs from a password with decomposed letters', () => {
  expect(isProven('São-Paulo-1', 'São-Paulo-1'.normalize('NFD'))).toBe(false)
})

test('a lone surrogate in a password is hashed as U+FFFD', () => {
  expect(isProven('a\ud800b', 'a\ufffdb')).toBe(true)
  expect(isProven('a\ud800b', 'ab')).toBe(false)
})

test.each(['', '0', '00', 'g', '-1', N.toString(16), (2n * N).toString(16), 'f'.repeat(4000)])(
  'parseA rejects A = "%s"',
  (hex) => {
    expect(parseA(hex)).toBeUndefined()
  },
)

test('parseA reads A with upper-case or lower-case digits and with leading zeros', () => {
  expect(parseA('00aBc')).toBe(0xabcn)
})

test.each([
  ['Tue Nov 3 04:05:06 UTC 2026', { kind: 'valid', atMs: Date.UTC(2026, 10, 3, 4, 5, 6) }],
  ['Thu Feb 29 23:59:59 UTC 2024', { kind: 'valid', atMs: Date.UTC(2024, 1, 29, 23, 59, 59) }],
  ['Tue Nov 03 04:05:06 UTC 2026', { kind: 'refused' }],
  ['Mon Nov 3 04:05:06 UTC 2026', { kind: 'refused' }],
  ['Thu Feb 30 04:05:06 UTC 2026', { kind: 'refused' }],
  ['Tue Nov 3 24:05:06 UTC 2026', { kind: 'refused' }],
  ['Tue Nov 3 04:05:06 GMT 2026', { kind: 'malformed' }],
  ['Ter Nov 3 04:05:06 UTC 2026', { kind: 'malformed' }],
  ['2026-11-03T04:05:06Z', { kind: 'malformed' }],
  ['', { kind: 'malformed' }],
])('readTimestamp classifies "%s" as the service does', (text, reading) => {
  expect(readTimestamp(text)).toEqual(reading)
})

test('readTimestamp reads the timestamp of every day of a leap year', () => {
  const firstMs = Date.UTC(2024, 0, 1, 12, 34, 56) // a leap year
  for (let day = 0; day < 366; day++) {
    const atMs = firstMs + day * 86_400_000
    expect(readTimestamp(formatTimestamp(atMs))).toEqual({ kind: 'valid', atMs })
  }
})
