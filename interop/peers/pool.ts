import { allow, ANA, askQuestion, CLIENT_ID, POOL_ID, TOTP_SECRET } from '@cognito-srp/testing/user-pools'

import { startEmulator, type RunningEmulator } from '../../packages/cognito-emulator/src/index.ts'

export const CUSTOM_ANSWER = 'azul'

const PHONE_NUMBER = '+5511987654321'

/** Starts a pool with a user for each way to sign in. */
export function startPool(deviceTracking: 'off' | 'always'): Promise<RunningEmulator> {
  return startEmulator({
    userPools: [
      {
        id: POOL_ID,
        clients: [{ id: CLIENT_ID, explicitAuthFlows: allow('USER_SRP_AUTH', 'USER_PASSWORD_AUTH', 'CUSTOM_AUTH') }],
        deviceTracking,
        triggers: askQuestion('Qual é a cor do céu?', CUSTOM_ANSWER, { attempts: 1 }),
        users: [
          ANA,
          { username: 'totp', password: ANA.password, totpSecret: TOTP_SECRET },
          { username: 'sms', password: ANA.password, attributes: { phone_number: PHONE_NUMBER }, smsMfa: true },
          { username: 'new', password: ANA.password, temporaryPassword: true },
        ],
      },
    ],
  })
}
