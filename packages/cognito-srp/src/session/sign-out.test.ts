import { expect, test, vi } from 'vitest'

import { MapStorage, rejection, signInWith, testClient } from '../../test/clients.ts'
import { failure } from '../../test/scripted-pool.ts'
import { NOW_SECONDS, storedItems, tokens } from '../../test/tokens.ts'
import { ConfigurationError, SessionError, StorageError } from '../errors.ts'
import { onAuthChange } from './events.ts'
import { currentUsername } from './get-session.ts'
import { PLACEHOLDER_TOKEN } from '../service/token-requests.ts'
import { signOut } from './sign-out.ts'

const PREFIX = 'CognitoIdentityServiceProvider.web'
const DEVICE = {
  [`${PREFIX}.ana.deviceKey`]: 'device-1',
  [`${PREFIX}.ana.deviceGroupKey`]: 'group-1',
  [`${PREFIX}.ana.randomPasswordKey`]: 'device password',
}
const OTHERS = { [`${PREFIX}.bia.refreshToken`]: 'of another user', theme: 'dark' }
const ended = tokens({ iat: NOW_SECONDS - 3600 })
const items = { ...storedItems(tokens()), [`${PREFIX}.ana.userData`]: '{}', ...DEVICE, ...OTHERS }

test('a local sign-out removes tokens and user data, keeps the device and other programs’ items, and sends no request', async () => {
  const { client, pool, storage } = testClient({ items })
  await signOut(client)
  expect(Object.fromEntries(storage.items)).toEqual({ ...DEVICE, ...OTHERS })
  expect(await currentUsername(client)).toBeNull()
  expect(pool.requests).toEqual([])
})

test('the scope revoke sends the refresh token with the secret of the app client', async () => {
  const { client, pool, storage } = testClient({ items, clientSecret: 'secret' })
  pool.on('RevokeToken', { text: '' })
  await signOut(client, { scope: 'revoke' })
  expect(pool.payload('RevokeToken')).toEqual({ Token: 'refresh-1', ClientId: 'web', ClientSecret: 'secret' })
  expect(storage.items.size).toBe(5)
})

test('a sign-out with an unknown scope throws a ConfigurationError and changes nothing', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(tokens()) })
  const error = await rejection(signOut(client, { scope: 'globl' as 'global' }))
  expect(error).toEqual(new ConfigurationError('scope must be one of local, revoke, global.'))
  expect(Object.fromEntries(storage.items)).toEqual(storedItems(tokens()))
  expect(pool.requests).toEqual([])
})

test('a global sign-out sends the access token', async () => {
  const { client, pool } = testClient({ items })
  pool.on('GlobalSignOut', { text: '' })
  await signOut(client, { scope: 'global' })
  expect(pool.operations).toEqual(['GlobalSignOut'])
  expect(pool.payload('GlobalSignOut')).toEqual({ AccessToken: tokens().AccessToken })
})

test('a global sign-out with an expired access token gets a new access token and does not store the new token', async () => {
  const { client, pool, storage } = testClient({ items: { ...storedItems(ended), ...DEVICE } })
  pool.on('GetTokensFromRefreshToken', { json: { AuthenticationResult: tokens() } }).on('GlobalSignOut', { json: {} })
  await signOut(client, { scope: 'global' })
  expect(pool.payload('GetTokensFromRefreshToken')).toMatchObject({ RefreshToken: 'refresh-1', DeviceKey: 'device-1' })
  expect(pool.payload('GlobalSignOut')).toEqual({ AccessToken: tokens().AccessToken })
  expect(Object.fromEntries(storage.items)).toEqual(DEVICE)
})

test.each([
  ['revoke', 'RevokeToken'],
  ['global', 'GlobalSignOut'],
] as const)('a sign-out with the scope %s rejects after the local sign-out if %s fails', async (scope, operation) => {
  const { client, pool, storage } = testClient({ items })
  let storedAtRequest: unknown
  pool.on(operation, () => {
    storedAtRequest = storage.getItem(`${PREFIX}.LastAuthUser`)
    return failure('InternalErrorException', 'Try later.', 500)
  })
  expect(await rejection(signOut(client, { scope }))).toMatchObject({ code: 'InternalErrorException' })
  expect(storedAtRequest).toBeNull()
  expect(Object.fromEntries(storage.items)).toEqual({ ...DEVICE, ...OTHERS })
})

test.each(['local', 'revoke', 'global'] as const)('an aborted sign-out (%s) still signs out locally', async (scope) => {
  const { client, pool, storage } = testClient({ items })
  const signal = AbortSignal.abort(new Error('left'))
  expect(await rejection(signOut(client, { scope, signal }))).toEqual(new Error('left'))
  expect(Object.fromEntries(storage.items)).toEqual({ ...DEVICE, ...OTHERS })
  expect(pool.requests).toEqual([])
})

test('an abort during the local sign-out does not interrupt it', async () => {
  const { client, storage } = testClient({ items })
  const controller = new AbortController()
  storage.removeItem = (key) => {
    controller.abort(new Error('left'))
    storage.items.delete(key)
  }
  expect(await rejection(signOut(client, { signal: controller.signal }))).toEqual(new Error('left'))
  expect(Object.fromEntries(storage.items)).toEqual({ ...DEVICE, ...OTHERS })
})

test.each([
  ['revoke', 'RevokeToken', tokens()],
  ['global', 'GlobalSignOut', tokens()],
  ['global', 'GetTokensFromRefreshToken', ended],
] as const)(
  'a sign-out with the scope %s that is aborted during %s has already signed out locally',
  async (scope, operation, granted) => {
    const { client, pool, storage } = testClient({ items: storedItems(granted) })
    const controller = new AbortController()
    pool.on(operation, () => {
      controller.abort(new Error('left'))
      return 'hang'
    })
    expect(await rejection(signOut(client, { scope, signal: controller.signal }))).toEqual(new Error('left'))
    expect(pool.operations).toEqual([operation])
    expect(storage.items.size).toBe(0)
  },
)

test('a sign-out without a signed-in user sends no request', async () => {
  const { client, pool } = testClient({ items: DEVICE })
  for (const scope of ['local', 'revoke', 'global'] as const) await signOut(client, { scope })
  expect(pool.requests).toEqual([])
})

test('an expired session without a refresh token is still removed locally', async () => {
  const withoutRefresh = Object.fromEntries(
    Object.entries(storedItems(ended)).filter(([key]) => !key.includes('refresh')),
  )
  for (const scope of ['revoke', 'global'] as const) {
    const { client, pool, storage } = testClient({ items: withoutRefresh })
    const error = await signOut(client, { scope }).catch((error: unknown) => error)
    expect(error).toEqual(scope === 'global' ? expect.any(SessionError) : undefined)
    expect(storage.items.size).toBe(0)
    expect(pool.requests).toEqual([])
  }
})

test('a damaged session is removed like a valid one', async () => {
  const { client, storage } = testClient({ items: { [`${PREFIX}.LastAuthUser`]: 'ana' } })
  await signOut(client, { scope: 'global' })
  expect(storage.items.size).toBe(0)
})

test('a sign-out removes the user name first, and throws a StorageError if the storage then fails', async () => {
  const storage = new MapStorage(items)
  storage.removeItem = (key) => {
    if (key.endsWith('idToken')) throw new Error('blocked')
    storage.items.delete(key)
  }
  const { client } = testClient({ storage })
  const heard = vi.fn()
  const stop = onAuthChange(client, heard)
  expect(await rejection(signOut(client))).toBeInstanceOf(StorageError)
  expect(await currentUsername(client)).toBeNull()
  expect(Object.fromEntries(storage.items)).toEqual({ ...DEVICE, ...OTHERS, [`${PREFIX}.ana.idToken`]: '' })
  expect(heard).toHaveBeenCalledExactlyOnceWith({ type: 'signedOut', username: 'ana', reason: 'requested' })
  stop()
})

test('if the storage ignores removals, a sign-out rejects with a StorageError and empties the remaining items', async () => {
  const storage = new MapStorage(storedItems(tokens()))
  storage.removeItem = () => {}
  expect(await rejection(signOut(testClient({ storage }).client))).toBeInstanceOf(StorageError)
  expect([...storage.items.values()].join('')).toBe('')
})

test('if the storage cannot be read, a sign-out rejects with a StorageError', async () => {
  const storage = new MapStorage(items)
  storage.getItem = (key) => {
    if (key.endsWith('idToken')) throw new Error('blocked')
    return storage.items.get(key) ?? null
  }
  expect(await rejection(signOut(testClient({ storage }).client))).toBeInstanceOf(StorageError)
})

test('if an item cannot be read, a sign-out throws but still removes all tokens and user data', async () => {
  const storage = new MapStorage(items)
  let isBlocked = true
  storage.getItem = (key) => {
    if (isBlocked && key.endsWith('idToken')) {
      isBlocked = false
      throw new Error('blocked')
    }
    return storage.items.get(key) ?? null
  }
  expect(await rejection(signOut(testClient({ storage }).client))).toMatchObject({ cause: new Error('blocked') })
  expect(Object.fromEntries(storage.items)).toEqual({ ...DEVICE, ...OTHERS })
})

test('if the signed-in user cannot be read, a sign-out signs all users out and rejects with the error', async () => {
  const bia = storedItems(tokens({ username: 'bia' }), { username: 'bia' })
  const storage = Object.assign(new MapStorage({ ...bia, ...items }), { keys: () => [...storage.items.keys()] })
  storage.getItem = (key) => {
    if (key.endsWith('LastAuthUser')) throw new Error('blocked')
    return storage.items.get(key) ?? null
  }
  const { client } = testClient({ storage })
  const { generation } = client.state
  const heard = vi.fn()
  const stop = onAuthChange(client, heard)
  expect(await rejection(signOut(client))).toMatchObject({ name: 'StorageError', cause: new Error('blocked') })
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2))
  for (const username of ['ana', 'bia']) {
    expect(heard).toHaveBeenCalledWith({ type: 'signedOut', username, reason: 'requested' })
  }
  expect(Object.fromEntries(storage.items)).toMatchObject(DEVICE)
  expect([...storage.items.keys()].filter((key) => key.endsWith('Token'))).toEqual([])
  expect(client.state.generation).toBeGreaterThan(generation)
  stop()
})

const held = storedItems({ ...tokens(), RefreshToken: PLACEHOLDER_TOKEN })
const REVOCATION = {
  Token: 'held-by-the-server',
  ClientId: 'web',
  AccessToken: tokens().AccessToken,
}

test.each(['local', 'revoke'] as const)(
  'a sign-out with the scope %s sends one request to end the session on the server, after the local sign-out',
  async (scope) => {
    const { client, pool, storage } = testClient({ items: { ...held, ...DEVICE } })
    pool.on('RevokeToken', () => {
      expect(Object.fromEntries(storage.items)).toEqual(DEVICE)
      return { text: '' }
    })
    await signOut(client, { scope })
    expect(pool.payload('RevokeToken')).toEqual(REVOCATION)
    await signOut(client, { scope })
    expect(pool.operations).toEqual(['RevokeToken'])
  },
)

test('a successful global sign-out also ends the session on a server', async () => {
  const { client, pool } = testClient({ items: held })
  pool.on('GlobalSignOut', { json: {} })
  await signOut(client, { scope: 'global' })
  await signOut(client)
  expect(pool.operations).toEqual(['GlobalSignOut'])
})

test('a global sign-out that the service rejects throws, but still ends the session on the server', async () => {
  const { client, pool } = testClient({ items: held })
  pool.on('GlobalSignOut', failure('NotAuthorizedException', 'Access Token has been revoked'))
  pool.on('RevokeToken', { text: '' })
  expect(await rejection(signOut(client, { scope: 'global' }))).toMatchObject({ operation: 'GlobalSignOut' })
  await signOut(client)
  expect(pool.operations).toEqual(['GlobalSignOut', 'RevokeToken'])
})

test('each sign-out tries again to end the session on a server that could not be reached', async () => {
  const { client, pool, storage } = testClient({ items: held })
  pool.on('RevokeToken', 'drop', failure('InternalErrorException', 'Later.', 500), { text: '' })
  expect(await rejection(signOut(client))).toMatchObject({ code: 'NetworkError', operation: 'RevokeToken' })
  expect(storage.items.size).toBe(0)
  expect(await rejection(signOut(client))).toMatchObject({ code: 'InternalErrorException' })
  await signOut(client)
  await signOut(client)
  expect(pool.requests.map(({ payload }) => payload)).toEqual([REVOCATION, REVOCATION, REVOCATION])
})

test('after an aborted sign-out, the next sign-out ends the session on the server', async () => {
  const { client, pool, storage } = testClient({ items: held })
  pool.on('RevokeToken', { text: '' })
  const signal = AbortSignal.abort(new Error('left'))
  expect(await rejection(signOut(client, { signal }))).toEqual(new Error('left'))
  expect(storage.items.size).toBe(0)
  expect(pool.requests).toEqual([])
  await signOut(client)
  expect(pool.operations).toEqual(['RevokeToken'])
})

test('the session on a server ends even if the storage fails', async () => {
  const storage = new MapStorage(held)
  storage.removeItem = (key) => {
    if (key.endsWith('idToken')) throw new Error('blocked')
    storage.items.delete(key)
  }
  const { client, pool } = testClient({ storage })
  pool.on('RevokeToken', { text: '' })
  expect(await rejection(signOut(client))).toBeInstanceOf(StorageError)
  expect(pool.operations).toEqual(['RevokeToken'])
})

test('after another sign-in, a sign-out no longer tries to end the previous session on the server', async () => {
  const { client, pool } = testClient({ items: held })
  pool.on('RevokeToken', 'drop')
  await rejection(signOut(client))
  await signInWith(client, tokens())
  await signOut(client)
  expect(pool.operations).toEqual(['RevokeToken'])
})

test('a page sends the revocation with keepalive, and other platforms without it', async () => {
  const { client, pool } = testClient({ items: held })
  pool.on('RevokeToken', { text: '' })
  vi.stubGlobal('document', {})
  await signOut(client)
  vi.unstubAllGlobals()
  await signOut(testClient({ items: held, pool }).client)
  expect(pool.requests.map(({ request }) => request.keepalive)).toEqual([true, undefined])
})
