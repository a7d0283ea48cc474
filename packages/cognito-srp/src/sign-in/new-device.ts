import type { CognitoClient } from '../client.ts'
import { callService, type CallOptions } from '../service/transport.ts'
import type { NewDeviceMetadata } from '../service/wire.ts'
import type { Session } from '../session/session.ts'
import { writeDevice } from '../session/stored-session.ts'
import { createDeviceVerifier } from '../srp/platform.ts'
import type { DeviceOutcome } from './device.ts'

/** Registers this device after a sign-in that offered it. Never fails: the person is signed in already. */
export async function confirmNewDevice(
  client: CognitoClient,
  session: Session,
  { DeviceKey = '', DeviceGroupKey = '' }: NewDeviceMetadata,
  { signal }: CallOptions,
): Promise<DeviceOutcome> {
  try {
    const { devicePassword, Salt, PasswordVerifier } = await createDeviceVerifier({
      deviceKey: DeviceKey,
      deviceGroupKey: DeviceGroupKey,
      randomBytes: client.randomBytes,
    })
    const answer = await callService<{ UserConfirmationNecessary?: boolean }>(
      client,
      'ConfirmDevice',
      {
        AccessToken: session.accessToken.jwt,
        DeviceKey,
        DeviceName: client.deviceName,
        DeviceSecretVerifierConfig: { Salt, PasswordVerifier },
      },
      { signal },
    )
    const device = { deviceKey: DeviceKey, deviceGroupKey: DeviceGroupKey, devicePassword }
    await writeDevice(client, session.username, device)
    return answer.UserConfirmationNecessary ? 'needs-consent' : 'confirmed'
  } catch {
    return 'failed'
  }
}
