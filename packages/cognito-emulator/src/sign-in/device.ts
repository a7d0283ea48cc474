import { resourceNotFound } from '../service-error.ts'
import type { PasswordRecord } from '../srp/handshake.ts'
import { completeSignIn, deviceGroupKeyOf } from './complete.ts'
import { ask, requireParameter, type AuthAnswer, type ChallengeContext } from './sign-in.ts'
import { srpParameters, startSrp, verifySrp } from './srp.ts'

/** Answers a device's SRP_A with B for the verifier that ConfirmDevice stored. */
export async function answerDeviceSrpAuth(context: ChallengeContext<'DEVICE_SRP_AUTH'>): Promise<AuthAnswer> {
  const { deviceKey } = context.challenge
  const record = devicePassword(context)
  const srp = await startSrp(context.services, record, requireParameter(context.responses, 'SRP_A'))
  return ask(
    context,
    { name: 'DEVICE_PASSWORD_VERIFIER', deviceKey, srp },
    {
      DEVICE_KEY: deviceKey,
      ...srpParameters(record, srp),
    },
  )
}

/** Checks the device's signature. A verified device replaces the second factor. */
export async function answerDevicePasswordVerifier(
  context: ChallengeContext<'DEVICE_PASSWORD_VERIFIER'>,
): Promise<AuthAnswer> {
  const { services, caller, progress, challenge, responses } = context
  devicePassword(context) // throws if the device was forgotten meanwhile
  const identity = { poolName: deviceGroupKeyOf(services, caller.pool), userId: challenge.deviceKey }
  await verifySrp(services, challenge.srp, identity, responses)
  return completeSignIn({ ...context, progress: { ...progress, tokenTrigger: 'TokenGeneration_AuthenticateDevice' } })
}

function devicePassword(
  context: ChallengeContext<'DEVICE_SRP_AUTH'> | ChallengeContext<'DEVICE_PASSWORD_VERIFIER'>,
): PasswordRecord {
  const { services, caller, progress, challenge, responses } = context
  const user = services.users.get(caller.pool, progress.username)
  const device = user.devices.find(({ key }) => key === challenge.deviceKey)
  if (!device?.password || responses['DEVICE_KEY'] !== challenge.deviceKey) {
    throw resourceNotFound('Device does not exist.')
  }
  return device.password
}
