import { expect, test } from 'vitest'

import { rejection, testClient } from '../../test/clients.ts'
import { failure } from '../../test/scripted-pool.ts'
import { storedItems, tokens } from '../../test/tokens.ts'
import { SessionError } from '../errors.ts'
import { getSession } from '../session/get-session.ts'
import { globalSignOut, revokeToken } from './tokens.ts'
import { deleteUser } from './user.ts'

test.each(['GlobalSignOut', 'DeleteUser'])(
  '%s signs out here once the service agrees, and not before',
  async (operation) => {
    const call = operation === 'DeleteUser' ? deleteUser : globalSignOut
    const { client, pool } = testClient({ items: storedItems(tokens()) })
    pool.on(operation, failure('InternalErrorException', 'Try later.', 500), { text: '' })
    await rejection(call(client))
    expect(await getSession(client)).toMatchObject({ username: 'ana' })
    await call(client)
    expect(await rejection(getSession(client))).toBeInstanceOf(SessionError)
  },
)

test('RevokeToken takes a given token or the stored one, and needs neither session nor access token for a given one', async () => {
  const { client, pool } = testClient({ items: storedItems(tokens()), clientSecret: 'secret' })
  pool.on('RevokeToken', { json: {} })
  await revokeToken(client)
  expect(pool.payload('RevokeToken')).toEqual({ Token: 'refresh-1', ClientId: 'web', ClientSecret: 'secret' })
  const signedOut = testClient()
  signedOut.pool.on('RevokeToken', { json: {} })
  await revokeToken(signedOut.client, { token: 'given' })
  expect(signedOut.pool.payload('RevokeToken')).toEqual({ Token: 'given', ClientId: 'web' })
  expect(await rejection(revokeToken(signedOut.client))).toMatchObject({
    message: 'User is not authenticated',
  })
  const withoutRefresh = testClient({ items: storedItems(tokens({ refreshToken: undefined })) })
  expect(await rejection(revokeToken(withoutRefresh.client))).toBeInstanceOf(SessionError)
})
