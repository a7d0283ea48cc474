import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { askQuestion, TOTP_SECRET } from '@cognito-srp/testing/user-pools'

import {
  startEmulator,
  type EmulatorOptions,
  type RunningEmulator,
} from '../../../packages/cognito-emulator/src/index.ts'

export const EXAMPLES = join(import.meta.dirname, '../../../examples/identity-js')

/** Starts the pool for the examples. */
export async function startExamplePool(): Promise<RunningEmulator> {
  const options = JSON.parse(await readFile(join(EXAMPLES, 'pool.json'), 'utf8')) as EmulatorOptions
  return startEmulator(options)
}

const password = 'Senha-123'
const phone_number = '+5511987654321'

/**
 * Starts a new service with a user pool for each way to sign in. The programs refer to the service's pools and users by
 * name.
 */
export function startPools(): Promise<RunningEmulator> {
  const ana = { username: 'ana', password, attributes: { email: 'ana@example.com', nickname: 'Ana' } }
  const bia = { username: 'bia', password, attributes: { email: 'bia@example.com', phone_number } }
  return startEmulator({
    userPools: [
      {
        id: 'local_Plain',
        clients: [{ id: 'plain' }, { id: 'other' }],
        autoVerifiedAttributes: ['email'],
        users: [
          ana,
          bia,
          { username: 'sms', password, attributes: { phone_number }, smsMfa: true },
          { username: 'totp', password, totpSecret: TOTP_SECRET },
          { username: 'both', password, attributes: { phone_number }, smsMfa: true, totpSecret: TOTP_SECRET },
          { username: 'new', password, temporaryPassword: true, attributes: { email: 'new@example.com' } },
        ],
      },
      {
        id: 'local_Required',
        clients: [{ id: 'required' }],
        mfa: 'ON',
        mfaTypes: ['SOFTWARE_TOKEN_MFA'],
        users: [ana],
      },
      { id: 'local_Devices', clients: [{ id: 'devices' }], deviceTracking: 'always', users: [ana, bia] },
      {
        id: 'local_OptIn',
        clients: [{ id: 'optin' }],
        deviceTracking: 'opt-in',
        users: [ana, { username: 'totp', password, totpSecret: TOTP_SECRET }],
      },
      {
        id: 'local_Custom',
        clients: [{ id: 'custom' }],
        triggers: askQuestion('What colour is the sky?', 'blue', { attempts: 2 }),
        users: [ana],
      },
      {
        id: 'local_Short',
        clients: [{ id: 'short', accessTokenSeconds: 300, idTokenSeconds: 300, refreshTokenSeconds: 3600 }],
        users: [ana],
      },
      {
        id: 'local_Names',
        clients: [{ id: 'names' }],
        requiredAttributes: ['given_name'],
        users: [{ ...ana, temporaryPassword: true }],
      },
    ],
  })
}
