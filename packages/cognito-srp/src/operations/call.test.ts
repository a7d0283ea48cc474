import { expect, test, vi } from 'vitest'

import { MapStorage, rejection, signInWith, testClient } from '../../test/clients.ts'
import { deferredResponse } from '../../test/scripted-pool.ts'
import { storedItems, tokens } from '../../test/tokens.ts'
import { NetworkError } from '../errors.ts'
import { currentUsername, getSession } from '../session/get-session.ts'
import * as account from './account.ts'
import * as devices from './devices.ts'
import * as mfa from './mfa.ts'
import * as passkeys from './passkeys.ts'
import { globalSignOut } from './revocation.ts'
import * as user from './user.ts'

test('with the option retry, a read is retried and a write is not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { client, pool } = testClient({ items: storedItems(tokens()), retry: { delayCapMs: 1000 } })
    pool.on('GetUser', 'drop', { json: { Username: 'ana' } }).on('ChangePassword', 'drop')
    const reading = user.getUser(client)
    await vi.runAllTimersAsync()
    expect(await reading).toMatchObject({ username: 'ana' })
    const changing = rejection(user.changePassword(client, { proposedPassword: 'x' }))
    await vi.runAllTimersAsync()
    expect(await changing).toBeInstanceOf(NetworkError)
    expect(pool.operations).toEqual(['GetUser', 'GetUser', 'ChangePassword'])
  } finally {
    vi.useRealTimers()
  }
})

test('missing or malformed fields of a response do not cause a TypeError', async () => {
  const { client, pool } = testClient({ items: storedItems(tokens()) })
  const reads: [string, () => Promise<unknown>, object][] = [
    ['SignUp', () => account.signUp(client, { username: 'a' }), { userConfirmed: false, userSub: '' }],
    ['GetUser', () => user.getUser(client), { username: '', userAttributes: {}, userMfaSettingList: [] }],
    [
      'GetUserAuthFactors',
      () => user.getUserAuthFactors(client),
      { username: '', configuredUserAuthFactors: [], userMfaSettingList: [] },
    ],
    [
      'UpdateUserAttributes',
      () => user.updateUserAttributes(client, { userAttributes: {} }),
      { codeDeliveryDetailsList: [] },
    ],
    ['VerifySoftwareToken', () => mfa.verifySoftwareToken(client, { userCode: '1' }), { status: '' }],
    ['ListDevices', () => devices.listDevices(client), { devices: [] }],
    ['GetDevice', () => devices.getDevice(client, { deviceKey: 'k' }), { deviceKey: '', deviceAttributes: {} }],
    ['ListWebAuthnCredentials', () => passkeys.listWebAuthnCredentials(client), { credentials: [] }],
  ]
  for (const [operation, read, output] of reads) {
    pool.on(operation, { json: {} })
    expect(await read()).toEqual(output)
  }
  pool.on('ListWebAuthnCredentials', { json: { Credentials: [{}] } })
  expect(await passkeys.listWebAuthnCredentials(client)).toEqual({
    credentials: [{ credentialId: '', authenticatorTransports: [] }],
  })
  pool.on('ListWebAuthnCredentials', { json: { Credentials: [7, { AuthenticatorTransports: ['usb', 7] }] } })
  expect(await passkeys.listWebAuthnCredentials(client)).toEqual({
    credentials: [{ credentialId: '', authenticatorTransports: ['usb'] }],
  })
  pool.on('ListDevices', { json: { Devices: [7, { DeviceAttributes: [{ Name: 'a', Value: 7 }, 'b'] }] } })
  expect(await devices.listDevices(client)).toEqual({ devices: [{ deviceKey: '', deviceAttributes: {} }] })
  const attributes = [null, 7, { Name: 'email' }, { Name: 'name', Value: 'Ana' }, { Name: 'age', Value: 7 }]
  pool.on('GetUser', { json: { Username: 'ana', UserAttributes: attributes, UserMFASettingList: 'SMS_MFA' } })
  expect(await user.getUser(client)).toEqual({
    username: 'ana',
    userAttributes: { email: '', name: 'Ana' },
    userMfaSettingList: [],
  })
  pool.on('GetUserAuthFactors', { json: { ConfiguredUserAuthFactors: [7, 'PASSWORD'] } })
  expect(await user.getUserAuthFactors(client)).toMatchObject({ configuredUserAuthFactors: ['PASSWORD'] })
  pool.on('UpdateUserAttributes', { json: { CodeDeliveryDetailsList: { Destination: 'x' } } })
  expect(await user.updateUserAttributes(client, { userAttributes: {} })).toEqual({ codeDeliveryDetailsList: [] })
  const config = { salt: 's', passwordVerifier: 'v' }
  pool.on('ConfirmDevice', { json: {} })
  const confirmed = devices.confirmDevice(client, { deviceKey: 'k', deviceSecretVerifierConfig: config })
  expect(await confirmed).toEqual({ userConfirmationNecessary: false })
  expect(pool.payload('ConfirmDevice')).toMatchObject({ DeviceName: navigator.userAgent })
})

test('an abort ends a call that is waiting for its next retry, and no further request is sent', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { client, pool } = testClient({ items: storedItems(tokens()), retry: {} })
    pool.on('GetUser', 'drop')
    const controller = new AbortController()
    const settled = vi.fn()
    const reading = rejection(user.getUser(client, { signal: controller.signal })).then(settled)
    await vi.advanceTimersByTimeAsync(50)
    controller.abort(new Error('left'))
    await vi.advanceTimersByTimeAsync(1)
    expect(settled).toHaveBeenCalledWith(new Error('left'))
    await vi.runAllTimersAsync()
    await reading
    expect(pool.operations).toEqual(['GetUser'])
  } finally {
    vi.useRealTimers()
  }
})

test('deleting an account does not interrupt the refresh of a user who signed in meanwhile', async () => {
  const { client, pool } = testClient({ items: storedItems(tokens()) })
  const [deletion, refresh] = [deferredResponse(), deferredResponse()]
  pool.on('DeleteUser', deletion.script).on('GetTokensFromRefreshToken', refresh.script)
  const deleting = user.deleteUser(client)
  await vi.waitFor(() => expect(pool.operations).toEqual(['DeleteUser']))
  await signInWith(client, tokens({ username: 'bia' }))
  const session = getSession(client, { forceRefresh: true })
  await vi.waitFor(() => expect(pool.requests).toHaveLength(2))
  deletion.send({ json: {} })
  await deleting
  refresh.send({ json: { AuthenticationResult: tokens({ username: 'bia', refreshToken: 'refresh-2' }) } })
  expect(await session).toMatchObject({ username: 'bia', refreshToken: 'refresh-2' })
  expect(pool.operations).toEqual(['DeleteUser', 'GetTokensFromRefreshToken'])
})

test("with accounts: 'many', ending one session keeps the other users signed in, even if their items cannot be read", async () => {
  const storage = new MapStorage()
  const { client, pool } = testClient({ storage, accounts: 'many' })
  await signInWith(client, tokens({ username: 'bia' }))
  const others = new Map(storage.items)
  await signInWith(client, tokens())
  storage.getItem = (key) => {
    if (key.endsWith('bia.accessToken')) throw new Error('blocked')
    return storage.items.get(key) ?? null
  }
  pool.on('GlobalSignOut', { json: {} })
  await globalSignOut(client)
  expect(await currentUsername(client)).toBeNull()
  for (const [key, value] of others) if (key.includes('.bia.')) expect(storage.items.get(key)).toBe(value)
  expect([...storage.items.keys()].filter((key) => key.includes('.ana.'))).toEqual([])
})
