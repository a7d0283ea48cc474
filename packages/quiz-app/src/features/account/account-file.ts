import { getUser } from '@cognito-srp/client'
import type { CognitoClient } from '@cognito-srp/client'

import type { StudyData } from '../../sync/sync-atoms.ts'
import { accountFailureKind } from './account-failures.ts'
import { readDevices, readPasskeys } from './account-lists.ts'

/**
 * Returns the text of a JSON file with all data that the app can access about the user: the identity service's data, and the
 * study data on this device and in the server's last response. If the account does not support devices or passkeys, their list is
 * null.
 *
 * @param atMs time of creation
 */
export async function writeAccountFile(
  client: CognitoClient,
  options: { signal: AbortSignal },
  { study, atMs }: { study: StudyData; atMs: number },
): Promise<string> {
  const [user, devices, passkeys] = await Promise.all([
    getUser(client, options),
    unlessNotOffered(readDevices(client, options)),
    unlessNotOffered(readPasskeys(client, options)),
  ])
  const contents = { savedAt: new Date(atMs).toISOString(), account: user, devices, passkeys, study }
  return JSON.stringify(contents, null, 2)
}

async function unlessNotOffered<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading
  } catch (cause) {
    if (accountFailureKind(cause) !== 'not-offered') throw cause
    return null
  }
}
