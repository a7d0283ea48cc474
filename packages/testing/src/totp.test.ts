import { expect, test } from 'vitest'

import { nextTotpCode, totpCode } from './totp.ts'

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' // "12345678901234567890", RFC 6238 Appendix B

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('totpCode at %d s returns the last six digits of the value in RFC 6238 Appendix B', async (seconds, digits) => {
  expect(await totpCode(SECRET, seconds * 1000)).toBe(digits.slice(-6))
})

test('nextTotpCode returns the code that is shown 30 seconds later', async () => {
  expect(await nextTotpCode(SECRET, 29_000)).toBe('287082')
})

test('totpCode accepts a secret with padding', async () => {
  expect(await totpCode('MZXW6===', 0)).toBe(await totpCode('MZXW6', 0)) // "foo", RFC 4648 §10
})
