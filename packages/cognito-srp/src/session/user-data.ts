import type { CognitoClient } from '../client.ts'
import { itemKey, writeItem } from '../storage/items.ts'
import { inStorageTurn, readLastAuthUser } from './stored-session.ts'

/** Keeps the service's answer about the signed-in user, as JSON, until it changes or the user signs out. @throws {@link StorageError} */
export function keepUserData(client: CognitoClient, json: string): Promise<void> {
  return writeUserData(client, json)
}

/** Drops the cached user data after a change of the user. @throws {@link StorageError} */
export function forgetUserData(client: CognitoClient): Promise<void> {
  return writeUserData(client, undefined)
}

function writeUserData(client: CognitoClient, json: string | undefined): Promise<void> {
  return inStorageTurn(client, async () => {
    const username = await readLastAuthUser(client)
    if (username) await writeItem(client, itemKey(client, username, 'userData'), json)
  })
}
