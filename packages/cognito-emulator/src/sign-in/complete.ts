import { createHmac, randomUUID } from 'node:crypto'

import type { Pool } from '../pools/pools.ts'
import { notAuthorized, resetRequired, resourceNotFound, ServiceError, wrongPassword } from '../service-error.ts'
import { authenticationClaims } from '../tokens/authentication-methods.ts'
import { runTrigger } from '../triggers/run-trigger.ts'
import { recordAuthEvent } from '../users/auth-event-log.ts'
import type { Device, User } from '../users/user.ts'
import { signingInUser, type AuthAnswer, type NewDeviceMetadata, type SignIn, type SignInServices } from './sign-in.ts'

/**
 * Maximum number of unconfirmed devices per user. Older devices are dropped, because a client that never confirms its device
 * gets a new device with every sign-in.
 */
const KEPT_UNCONFIRMED_DEVICES = 10
/**
 * Maximum number of confirmed devices per user. The devices with the oldest sign-ins are dropped. Sign-ins on a dropped
 * device need the second factor again.
 */
const KEPT_CONFIRMED_DEVICES = 50

/**
 * Returns the confirmed device that a sign-in names.
 *
 * @throws {ServiceError} ResourceNotFoundException if the user has no such device.
 */
export function namedDevice({ progress }: SignIn, user: User): Device | undefined {
  if (progress.deviceKey === undefined) return undefined
  const device = user.devices.find(({ key, password }) => key === progress.deviceKey && password)
  if (!device) throw resourceNotFound('Device does not exist.')
  return device
}

/** @throws {ServiceError} if the user cannot sign in even with the right password. */
export function checkAccount({ services }: SignIn, user: User): void {
  if (!user.isEnabled) throw notAuthorized('User is disabled.')
  checkStatus(user)
  if (services.clock.nowMs() >= (user.temporaryPasswordExpiresAtMs ?? Infinity)) {
    throw notAuthorized('Temporary password has expired and must be reset by an administrator.')
  }
}

/**
 * @throws {ServiceError} if the user cannot sign in with any password, because the account is not confirmed or its
 * password was reset, or because the user signs in at an identity provider.
 */
export function checkStatus({ status }: User): void {
  if (status === 'EXTERNAL_PROVIDER') throw wrongPassword()
  if (status === 'UNCONFIRMED') throw new ServiceError('UserNotConfirmedException', 'User is not confirmed.')
  if (status === 'RESET_REQUIRED') {
    throw resetRequired()
  }
}

/**
 * Completes a sign-in after all proofs. Starts the session, and offers to remember a new device.
 *
 * @throws {ServiceError} if the user may no longer sign in, or if the sign-in has ended; errors thrown by triggers.
 */
export async function completeSignIn(signIn: SignIn): Promise<AuthAnswer> {
  const { services, caller, progress, clientMetadata } = signIn
  const proven = signingInUser(signIn)
  if (!proven) throw wrongPassword()
  checkAccount(signIn, proven)
  const { username } = proven
  const isNewDevice = progress.deviceKey === undefined && !progress.isHosted // a page cannot store a device's secret
  const metadata = isNewDevice ? createDevice(signIn, username) : undefined
  const deviceKey = progress.deviceKey ?? metadata?.DeviceKey
  await runTrigger(caller, 'postAuthentication', {
    triggerSource: 'PostAuthentication_Authentication',
    user: touchDevice(signIn, username),
    request: { newDeviceUsed: metadata !== undefined },
    clientMetadata,
  })
  const user = signingInUser(signIn)
  if (!user) throw wrongPassword() // the sign-in was ended while the trigger ran
  recordAuthEvent(services, caller.pool, user, { type: 'SignIn' })
  const { methods } = progress
  if (progress.isHosted) {
    return { ChallengeParameters: {}, hosted: { username, sub: user.sub, epoch: user.signInEpoch, methods } }
  }
  const { session, refreshToken } = services.authSessions.start(caller.pool, caller.client, {
    username,
    sub: user.sub,
    ...(deviceKey !== undefined && { deviceKey }),
    ...authenticationClaims(caller.pool, methods),
  })
  const { tokenTrigger: triggerSource = 'TokenGeneration_Authentication' } = progress
  const tokens = await services.tokens.issue({ caller, user, session, triggerSource, clientMetadata })
  return {
    ChallengeParameters: {},
    AuthenticationResult: { ...tokens, RefreshToken: refreshToken, ...(metadata && { NewDeviceMetadata: metadata }) },
  }
}

/** Returns the group key that all devices of a pool share in their SRP. */
export function deviceGroupKeyOf({ serverSecret }: Pick<SignInServices, 'serverSecret'>, pool: Pool): string {
  return `-${createHmac('sha256', serverSecret).update(`devices of ${pool.id}`).digest('hex').slice(0, 9)}`
}

function createDevice({ services, caller: { pool } }: SignIn, username: string): NewDeviceMetadata | undefined {
  if ((pool.settings.deviceTracking ?? 'off') === 'off') return undefined
  const key = `${pool.region}_${randomUUID()}`
  const nowMs = services.clock.nowMs()
  services.users.change(pool, username, (user) => {
    const times = { createdAtMs: nowMs, modifiedAtMs: nowMs, lastAuthenticatedAtMs: nowMs }
    const unconfirmed = user.devices.filter(({ password }) => !password).slice(1 - KEPT_UNCONFIRMED_DEVICES)
    const confirmed = user.devices
      .filter(({ password }) => password)
      .toSorted((a, b) => a.lastAuthenticatedAtMs - b.lastAuthenticatedAtMs)
      .slice(-KEPT_CONFIRMED_DEVICES)
    user.devices = [...confirmed, ...unconfirmed, { key, isRemembered: false, ...times }]
  })
  return { DeviceKey: key, DeviceGroupKey: deviceGroupKeyOf(services, pool) }
}

function touchDevice({ services, caller: { pool }, progress }: SignIn, username: string): User {
  if (progress.deviceKey === undefined) return services.users.get(pool, username)
  return services.users.change(pool, username, ({ devices }) => {
    const device = devices.find(({ key }) => key === progress.deviceKey)
    if (device) device.lastAuthenticatedAtMs = services.clock.nowMs()
  })
}
