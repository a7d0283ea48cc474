import type { CognitoClient } from '../client.ts'
import { itemKey, readItem, writeItem, type ItemName } from '../storage/items.ts'
import { inStorageTurn } from './stored-session.ts'

/** What makes this a remembered device of a user. */
export type Device = { deviceKey: string; deviceGroupKey: string; devicePassword: string }

/** The stored device of a user; undefined when there is none or it is incomplete. @throws {@link StorageError} */
export function readDevice(client: CognitoClient, username: string): Promise<Device | undefined> {
  const read = (item: ItemName) => readItem(client, itemKey(client, username, item))
  return inStorageTurn(client, async () => {
    const deviceKey = await read('deviceKey')
    const deviceGroupKey = await read('deviceGroupKey')
    const devicePassword = await read('randomPasswordKey')
    return deviceKey && deviceGroupKey && devicePassword ? { deviceKey, deviceGroupKey, devicePassword } : undefined
  })
}

/** Remembers this device of a user. @throws {@link StorageError} */
export function keepDevice(client: CognitoClient, username: string, device: Device): Promise<void> {
  return writeDevice(client, username, device)
}

/** Forgets what made this a remembered device of a user. @throws {@link StorageError} */
export function dropDevice(client: CognitoClient, username: string): Promise<void> {
  return writeDevice(client, username, {})
}

function writeDevice(client: CognitoClient, username: string, device: Partial<Device>): Promise<void> {
  const write = (item: ItemName, value?: string) => writeItem(client, itemKey(client, username, item), value)
  return inStorageTurn(client, async () => {
    await write('randomPasswordKey', device.devicePassword)
    await write('deviceGroupKey', device.deviceGroupKey)
    await write('deviceKey', device.deviceKey)
  })
}
