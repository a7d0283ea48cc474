import { expect, test } from 'vitest'

import { rejection, testClient } from '../../test/clients.ts'
import { failure } from '../../test/scripted-pool.ts'
import { storedItems, tokens } from '../../test/tokens.ts'
import { SessionError } from '../errors.ts'
import { getSession } from '../session/get-session.ts'
import { PLACEHOLDER_TOKEN } from '../service/token-requests.ts'
import { signOut } from '../session/sign-out.ts'
import { globalSignOut, revokeToken } from './revocation.ts'
import { deleteUser } from './user.ts'

test.each(['GlobalSignOut', 'DeleteUser'])(
  '%s signs out locally only after its request has succeeded',
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

test('revokeToken revokes the stored refresh token, or the given token even if no user is signed in', async () => {
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
  const error = await rejection(revokeToken(withoutRefresh.client))
  expect(error).toBeInstanceOf(SessionError)
  expect(error).toMatchObject({ reason: 'ended' })
})

test.each([
  ['GlobalSignOut', globalSignOut],
  ['DeleteUser', deleteUser],
] as const)('%s ends the server’s session, so signing out sends no further request', async (operation, end) => {
  const { client, pool } = testClient({ items: storedItems({ ...tokens(), RefreshToken: PLACEHOLDER_TOKEN }) })
  pool.on(operation, { text: '' })
  await end(client)
  await signOut(client)
  expect(pool.operations).toEqual([operation])
})

test('revokeToken sends the access token so that the server ends the right user’s session', async () => {
  const { client, pool } = testClient({ items: storedItems({ ...tokens(), RefreshToken: PLACEHOLDER_TOKEN }) })
  pool.on('RevokeToken', { json: {} })
  await revokeToken(client)
  expect(pool.payload('RevokeToken')).toMatchObject({ Token: PLACEHOLDER_TOKEN, AccessToken: tokens().AccessToken })
})
