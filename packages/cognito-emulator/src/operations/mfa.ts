import { z } from 'zod'

import type { MfaType } from '../options.ts'
import type { Pool } from '../pools.ts'
import { invalidParameter, notAuthorized, ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import type { ChallengeOf } from '../sign-in/challenge.ts'
import { ask } from '../sign-in/sign-in.ts'
import { acceptTotp } from '../sign-in/steps/mfa.ts'
import { verifyAccessToken } from '../tokens/access-token.ts'
import { createTotpSecret } from '../users/totp.ts'
import type { MfaSettings, SoftwareToken, User } from '../users/user.ts'
import { operation, type Operations } from './operation.ts'
import { signedInMembers, text } from './shapes.ts'

const tokenOrSession = { AccessToken: text.accessToken.optional(), Session: text.session.optional() }
const associateInput = z.object(tokenOrSession)
const verifyInput = z.object({
  ...tokenOrSession,
  UserCode: text.totpCode,
  FriendlyDeviceName: z.string().max(256).optional(),
})
const preference: z.ZodType<Preference | undefined> = z
  .object({ Enabled: z.boolean().default(false), PreferredMfa: z.boolean().default(false) })
  .optional()

type Preference = { Enabled: boolean; PreferredMfa: boolean }
type PreferenceMember = 'SMSMfaSettings' | 'SoftwareTokenMfaSettings' | 'EmailMfaSettings'

/** What SetUserMFAPreference takes besides the user. */
export const mfaPreferenceMembers: Record<PreferenceMember, typeof preference> = {
  SMSMfaSettings: preference,
  SoftwareTokenMfaSettings: preference,
  EmailMfaSettings: preference,
}

const setPreferenceInput = z.object({ ...signedInMembers, ...mfaPreferenceMembers })
const settingsInput = z.object({
  ...signedInMembers,
  MFAOptions: z.array(
    z.object({ AttributeName: z.string().optional(), DeliveryMedium: z.enum(['SMS', 'EMAIL']).optional() }),
  ),
})

type Preferences = { [Member in PreferenceMember]?: Preference | undefined }

/** Setting up and choosing second factors. */
export const mfaOperations: Operations = {
  AssociateSoftwareToken: operation(associateInput, associateSoftwareToken),
  VerifySoftwareToken: operation(verifyInput, verifySoftwareToken),
  SetUserMFAPreference: operation(setPreferenceInput, async (services, { AccessToken, ...preferences }) => {
    const { caller, user } = await verifyAccessToken(services, AccessToken)
    applyMfaPreferences(services, caller.pool, user, preferences)
    return {}
  }),
  SetUserSettings: operation(settingsInput, async (services, { AccessToken, MFAOptions }) => {
    const { caller, user } = await verifyAccessToken(services, AccessToken)
    const isSmsEnabled = MFAOptions.some(({ DeliveryMedium }) => DeliveryMedium === 'SMS')
    applyMfaPreferences(services, caller.pool, user, { SMSMfaSettings: { Enabled: isSmsEnabled, PreferredMfa: false } })
    return {}
  }),
}

/** Switches factors on and off. @throws {ServiceError} InvalidParameterException for a factor the user has not set up. */
export function applyMfaPreferences(services: Services, pool: Pool, user: User, preferences: Preferences): void {
  if (pool.settings.mfa === 'OFF') throw invalidParameter('Invalid MFA setting: MFA is off for this user pool.')
  const chosen: [MfaType, Preference | undefined][] = [
    ['SMS_MFA', preferences.SMSMfaSettings],
    ['SOFTWARE_TOKEN_MFA', preferences.SoftwareTokenMfaSettings],
    ['EMAIL_OTP', preferences.EmailMfaSettings],
  ]
  const preferred = chosen.filter(([, setting]) => setting?.Enabled && setting.PreferredMfa)
  if (preferred.length > 1) throw invalidParameter('Only one MFA setting can be preferred.')
  for (const [mfaType, setting] of chosen) if (setting?.Enabled) checkIsSetUp(user, mfaType)
  services.users.change(pool, user.username, ({ mfa }) => {
    for (const [mfaType, setting] of chosen) if (setting) applyPreference(mfa, mfaType, setting)
  })
}

async function associateSoftwareToken(services: Services, input: z.infer<typeof associateInput>): Promise<object> {
  const token: SoftwareToken = { secret: createTotpSecret(), isVerified: false }
  if (input.AccessToken !== undefined) {
    const { caller, user } = await verifyAccessToken(services, input.AccessToken)
    services.users.change(caller.pool, user.username, ({ mfa }) => {
      mfa.pendingSoftware = token
    })
    return { SecretCode: token.secret }
  }
  const challenge = takeMfaSetup(services, input.Session)
  return { SecretCode: token.secret, Session: askAgain(services, challenge, token) }
}

async function verifySoftwareToken(services: Services, input: z.infer<typeof verifyInput>): Promise<object> {
  const name = input.FriendlyDeviceName
  const accept = (token: SoftwareToken | undefined): SoftwareToken => ({
    ...acceptSetUpCode(token, input.UserCode, services.clock.nowMs()),
    isVerified: true,
    ...(name !== undefined && { friendlyName: name }),
  })
  if (input.AccessToken !== undefined) {
    const { caller, user } = await verifyAccessToken(services, input.AccessToken)
    services.users.change(caller.pool, user.username, ({ mfa }) => {
      mfa.software = accept(mfa.pendingSoftware)
      delete mfa.pendingSoftware
    })
    return { Status: 'SUCCESS' }
  }
  const challenge = takeMfaSetup(services, input.Session)
  try {
    return { Status: 'SUCCESS', Session: askAgain(services, challenge, accept(challenge.token)) }
  } catch (error) {
    challenge.attemptsLeft -= 1
    if (challenge.attemptsLeft > 0) services.challenges.reopen(challenge)
    throw error
  }
}

function acceptSetUpCode(token: SoftwareToken | undefined, code: string, nowMs: number): SoftwareToken {
  try {
    return acceptTotp(token, code, nowMs)
  } catch {
    throw new ServiceError('EnableSoftwareTokenMFAException', 'Code mismatch and fail enable Software Token MFA')
  }
}

function takeMfaSetup({ challenges }: Services, session: string | undefined): ChallengeOf<'MFA_SETUP'> {
  if (session === undefined) throw invalidParameter('Either AccessToken or Session must be given.')
  const challenge = challenges.find(session)
  if (challenge.name !== 'MFA_SETUP') throw notAuthorized('Invalid session for the user.')
  challenges.take(challenge)
  return challenge
}

/** The Session that carries the set-up one step on. */
function askAgain(services: Services, challenge: ChallengeOf<'MFA_SETUP'>, token: SoftwareToken): string {
  const caller = services.pools.callerOf(challenge.clientId)
  const detail = { name: challenge.name, options: challenge.options, token }
  return ask({ services, caller, progress: challenge.progress }, detail).Session ?? ''
}

function checkIsSetUp({ mfa, attributes }: User, mfaType: MfaType): void {
  if (mfaType === 'SOFTWARE_TOKEN_MFA' && !mfa.software?.isVerified) {
    throw invalidParameter('User has not verified software token mfa')
  }
  if (mfaType === 'SMS_MFA' && !attributes['phone_number']) {
    throw invalidParameter('User does not have delivery config set to turn on SMS_MFA')
  }
  if (mfaType === 'EMAIL_OTP' && !attributes['email']) {
    throw invalidParameter('User does not have delivery config set to turn on EMAIL_OTP')
  }
}

function applyPreference(mfa: MfaSettings, mfaType: MfaType, setting: Preference): void {
  if (mfaType === 'SMS_MFA') mfa.isSmsEnabled = setting.Enabled
  if (mfaType === 'SOFTWARE_TOKEN_MFA') mfa.isSoftwareEnabled = setting.Enabled
  if (mfaType === 'EMAIL_OTP') mfa.isEmailEnabled = setting.Enabled
  if (setting.Enabled && setting.PreferredMfa) mfa.preferred = mfaType
  else if (mfa.preferred === mfaType) delete mfa.preferred
}
