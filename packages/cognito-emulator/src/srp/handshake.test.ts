import { expect, test } from 'vitest'

import { createClientEphemeral, proveClaim } from '../../test/srp-client.ts'
import { computeSessionKey, createServerEphemeral, isClaimSigned, parseA } from './handshake.ts'
import { N } from './group.ts'
import { createPasswordRecord, matchesPassword } from './verifier.ts'

const identity = { poolName: 'Pool1', userId: 'ana' }
const timestamp = 'Tue Nov 3 04:05:06 UTC 2026'
const secretBlock = Buffer.from('a secret block').toString('base64')

function isProven(enrolled: string, typed: string): boolean {
  const record = createPasswordRecord(identity, enrolled)
  const verifier = BigInt(`0x${record.verifier}`)
  const { a, srpA } = createClientEphemeral()
  const ephemeral = createServerEphemeral(verifier)
  const server = { SALT: record.salt, SRP_B: ephemeral.B.toString(16), SECRET_BLOCK: secretBlock }
  const { PASSWORD_CLAIM_SIGNATURE = '' } = proveClaim(a, { ...identity, password: typed }, server, timestamp)
  const key = computeSessionKey(BigInt(`0x${srpA}`), ephemeral, verifier)
  return isClaimSigned(key, { ...identity, secretBlock, timestamp }, PASSWORD_CLAIM_SIGNATURE)
}

// Paddings differ in about half of all handshakes, so one run proves little.
test('a client written apart proves the same password 20 times', () => {
  for (let run = 0; run < 20; run++) expect(isProven('Senha-123', 'Senha-123')).toBe(true)
})

test.each(['Senha-124', 'senha-123', '', 'Senha-123 '])('the typed password "%s" proves nothing', (typed) => {
  expect(isProven('Senha-123', typed)).toBe(false)
})

test('composed and decomposed letters are different passwords', () => {
  expect(isProven('São-Paulo-1', 'São-Paulo-1'.normalize('NFD'))).toBe(false)
})

test('a lone surrogate counts as U+FFFD', () => {
  const record = createPasswordRecord(identity, 'a\ud800b')
  expect(matchesPassword(record, identity, 'a\ufffdb')).toBe(true)
})

test.each(['', '0', '00', 'g', '-1', N.toString(16), (2n * N).toString(16), 'f'.repeat(4000)])(
  'refuses A = %s',
  (hex) => {
    expect(parseA(hex)).toBeUndefined()
  },
)

test('reads A in either case and with leading zeros', () => {
  expect(parseA('00aBc')).toBe(0xabcn)
})
