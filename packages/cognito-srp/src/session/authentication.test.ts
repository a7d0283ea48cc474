import { expect, test } from 'vitest'

import { testClient } from '../../test/clients.ts'
import { storedItems, tokens } from '../../test/tokens.ts'
import { authenticationOf } from './authentication.ts'
import { getSession } from './get-session.ts'

async function authenticationWith(more: Record<string, unknown>) {
  const { client } = testClient({ items: storedItems(tokens({ more })) })
  return authenticationOf(await getSession(client))
}

test('authenticationOf returns the level, the factors and the time of a sign-in from the claims', async () => {
  const claims = { acr: 'urn:cognito:loa:4', amr: ['pwd', 'otp', 'mfa'], auth_time: 1_793_678_706 }
  expect(await authenticationWith(claims)).toEqual({
    acr: 'urn:cognito:loa:4',
    amr: ['pwd', 'otp', 'mfa'],
    authTimeMs: 1_793_678_706_000,
  })
})

test.each([
  ['tokens without the claims', {}],
  ['claims of the wrong types', { acr: 4, amr: 'pwd', auth_time: '1793678706' }],
])('for %s, authenticationOf returns no level, no factors and the time 0', async (_case, claims) => {
  expect(await authenticationWith(claims)).toEqual({ amr: [], authTimeMs: 0 })
})
