import { expect, test } from 'vitest'

import { authenticatorAddress } from './authenticator-address.ts'

test('issuer and account are escaped, and the issuer stands twice', () => {
  expect(authenticatorAddress('Revisa & Cia', 'ana@example.com', 'JBSWY3DP')).toBe(
    'otpauth://totp/Revisa%20%26%20Cia:ana%40example.com?secret=JBSWY3DP&issuer=Revisa%20%26%20Cia',
  )
})
