import { expect, test } from 'vitest'

import { MapStorage, rejection, testClient } from '../../test/clients.ts'
import { storedItems, tokens } from '../../test/tokens.ts'
import { doNotRememberDevice, forgetDevice, getDevice, rememberDevice } from './devices.ts'

test('without a device key, the operations use this device, and forgetDevice also removes its stored keys', async () => {
  const prefix = 'CognitoIdentityServiceProvider.web.ana'
  const device = {
    [`${prefix}.deviceKey`]: 'here',
    [`${prefix}.deviceGroupKey`]: 'g',
    [`${prefix}.randomPasswordKey`]: 'p',
  }
  const storage = new MapStorage({ ...storedItems(tokens()), ...device })
  const { client, pool } = testClient({ storage })
  for (const operation of ['UpdateDeviceStatus', 'GetDevice', 'ForgetDevice']) pool.on(operation, { json: {} })
  await rememberDevice(client)
  await doNotRememberDevice(client)
  await getDevice(client)
  await forgetDevice(client, { deviceKey: 'elsewhere' })
  expect(storage.getItem(`${prefix}.deviceKey`)).toBe('here')
  await forgetDevice(client)
  expect(pool.requests.map(({ payload }) => [payload['DeviceKey'], payload['DeviceRememberedStatus']])).toEqual([
    ['here', 'remembered'],
    ['here', 'not_remembered'],
    ['here', undefined],
    ['elsewhere', undefined],
    ['here', undefined],
  ])
  expect([...storage.items.keys()].filter((key) => key in device)).toEqual([])
  expect(await rejection(getDevice(client))).toMatchObject({ message: expect.stringContaining('deviceKey') })
})
