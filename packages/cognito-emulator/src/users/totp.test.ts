import * as authenticatorApp from '@cognito-srp/testing/totp'
import { expect, test } from 'vitest'

import { createTotpSecret, findTotpStep, totpCode } from './totp.ts'

const RFC_6238_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' // "12345678901234567890"

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('totpCode at %d s returns the last six digits of the code in RFC 6238 Appendix B', (seconds, code) => {
  expect(totpCode(RFC_6238_SECRET, Math.floor(seconds / 30))).toBe(code)
})

test.each([
  [-2, undefined],
  [-1, 99],
  [0, 100],
  [1, 101],
  [2, undefined],
])('findTotpStep for a code that is %d steps away returns %s', async (distance, step) => {
  const code = await authenticatorApp.totpCode(RFC_6238_SECRET, (100 + distance) * 30_000)
  expect(findTotpStep(RFC_6238_SECRET, code, 100 * 30_000)).toBe(step)
})

test('createTotpSecret returns a new 160-bit secret in base32', () => {
  expect(createTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(createTotpSecret()).not.toBe(createTotpSecret())
})
