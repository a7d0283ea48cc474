import { afterEach, expect, test, vi } from 'vitest'

import { detailsOf, ItemStorage, plainUser, scriptedUser, signedInUser, toldOf } from '../../test/identity-js.ts'
import { failure } from '../../test/scripted-pool.ts'
import { storedItems, tokens } from '../../test/tokens.ts'
import { CognitoUser, CognitoUserSession } from './index.ts'

afterEach(() => vi.unstubAllGlobals())

const PREFIX = 'CognitoIdentityServiceProvider.web'

test('a device that is forgotten is forgotten here too', async () => {
  const { user, service, Storage } = signedInUser()
  const before = new Map(Storage.items)
  Object.assign(user, { randomPassword: 'p', deviceGroupKey: 'g' }).cacheDeviceKeyAndPassword()
  service.on('ForgetDevice', { text: '' })
  const { args } = await toldOf((callbacks) => user.forgetDevice(callbacks))
  expect(args).toEqual(['SUCCESS'])
  expect(user).toMatchObject({ deviceKey: null, randomPassword: null, deviceGroupKey: null })
  expect(Storage.items).toEqual(before)
})

test('a forgotten device that the storage does not let go is emptied, and the error told', async () => {
  const { user, service, Storage } = plainUser(failure('ResourceNotFoundException', 'Device does not exist.'))
  Object.assign(user, { deviceKey: 'k', randomPassword: 'p', deviceGroupKey: 'g' }).cacheDeviceKeyAndPassword()
  Storage.removeItem = () => undefined
  const { args } = await toldOf((callbacks) => user.authenticateUser(detailsOf(), callbacks))
  expect(args).toMatchObject([{ name: 'Error', message: expect.stringContaining('token storage') }])
  expect(Storage.getItem(`${PREFIX}.ana.randomPasswordKey`)).toBe('')
  expect(service.operations).toEqual(['InitiateAuth'])
})

test('a device that cannot be registered is an error, after the tokens were kept', async () => {
  const offered = { ...tokens(), NewDeviceMetadata: { DeviceKey: 'k', DeviceGroupKey: 'g' } }
  const { user, service, Pool } = plainUser({ json: { AuthenticationResult: offered } })
  service.on('ConfirmDevice', failure('InvalidParameterException', 'No device.'), { json: {} })
  const failed = await toldOf((callbacks) => user.authenticateUser(detailsOf(), callbacks))
  expect(failed).toMatchObject({ by: 'onFailure', args: [{ code: 'InvalidParameterException' }] })
  expect(Pool.getCurrentUser()?.getUsername()).toBe('ana')
  const registered = await toldOf((callbacks) => user.authenticateUser(detailsOf(), callbacks))
  expect(registered).toEqual({ by: 'onSuccess', args: [expect.any(CognitoUserSession)], isAtOnce: false })
})

test('the device that is kept is read, and removed when it is to be forgotten', () => {
  const { user, Storage } = scriptedUser({ Storage: new ItemStorage(storedItems(tokens())) })
  user.getCachedDeviceKeyAndPassword()
  expect(user.deviceKey).toBeUndefined()
  Object.assign(user, { deviceKey: 'k', randomPassword: 'p', deviceGroupKey: 'g' })
  user.cacheDeviceKeyAndPassword()
  const again = new CognitoUser({ Username: 'ana', Pool: user.pool, Storage })
  again.getCachedDeviceKeyAndPassword()
  expect(again).toMatchObject({ deviceKey: 'k', randomPassword: 'p', deviceGroupKey: 'g' })
  user.clearCachedDeviceKeyAndPassword()
  expect(Object.fromEntries(Storage.items)).toEqual(storedItems(tokens()))
})
