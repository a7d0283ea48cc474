import { expect, test } from 'vitest'

import { testClient } from '../../test/clients.ts'
import { storedItems, tokens } from '../../test/tokens.ts'
import { authenticationOf } from './authentication.ts'
import { getSession } from './get-session.ts'

async function authenticationWith(more: Record<string, unknown>) {
  const { client } = testClient({ items: storedItems(tokens({ more })) })
  return authenticationOf(await getSession(client))
}

test('the level, the factors and the time of a sign-in come from the claims', async () => {
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
])('authenticationOf reads %s as no level, no factor and the time 0', async (_case, claims) => {
  expect(await authenticationWith(claims)).toEqual({ amr: [], authTimeMs: 0 })
})
