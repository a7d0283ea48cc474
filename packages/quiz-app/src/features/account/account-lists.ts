import { getDevice, listDevices, listWebAuthnCredentials } from '@cognito-srp/client'
import type { CognitoClient, DeviceRecord, WebAuthnCredential } from '@cognito-srp/client'

import { accountFailureKind } from './account-failures.ts'

// Reads complete lists, which the service returns page by page.

type Options = { signal: AbortSignal }

/** Devices of the account. `thisKey` is the key of this device, or null if the service does not remember it. */
export type KnownDevices = { devices: DeviceRecord[]; thisKey: string | null }

/** Returns the user's remembered devices, most recently used first. */
export async function readDevices(client: CognitoClient, options: Options): Promise<KnownDevices> {
  const devices = await readPages(async (paginationToken) => {
    const page = await listDevices(client, { paginationToken, ...options })
    return { items: page.devices, next: page.paginationToken }
  })
  const lastUse = ({ deviceLastAuthenticatedDate: at }: DeviceRecord) => at?.getTime() ?? 0
  devices.sort((one, other) => lastUse(other) - lastUse(one))
  return { devices, thisKey: devices.length === 0 ? null : await readThisKey(client, options) }
}

/** Returns this device's key, or null if the browser stores no key or the service has forgotten the device. */
async function readThisKey(client: CognitoClient, options: Options): Promise<string | null> {
  try {
    return (await getDevice(client, options)).deviceKey
  } catch (cause) {
    const kind = accountFailureKind(cause)
    // Without a device key, the client throws an error whose kind is session-over.
    if (kind === 'session-over' || kind === 'gone') return null
    throw cause
  }
}

/** Returns the user's passkeys. */
export function readPasskeys(client: CognitoClient, options: Options): Promise<WebAuthnCredential[]> {
  return readPages(async (nextToken) => {
    const page = await listWebAuthnCredentials(client, { nextToken, ...options })
    return { items: page.credentials, next: page.nextToken }
  })
}

/** Maximum number of pages, in case a faulty service returns pages endlessly. Real lists have one or two pages. */
const MAX_PAGES = 50

async function readPages<Item>(
  readPage: (token: string | undefined) => Promise<{ items: readonly Item[]; next: string | undefined }>,
): Promise<Item[]> {
  let all: Item[] = []
  let token: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { items, next } = await readPage(token)
    all = all.concat(items)
    token = next
    if (!token) break
  }
  return all
}
