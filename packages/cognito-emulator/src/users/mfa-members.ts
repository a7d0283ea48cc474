import type { MfaType } from '../options.ts'
import type { User } from './user.ts'

/** The second factors of a user in the members that GetUser and its like answer. */
export type MfaMembers = {
  MFAOptions?: { AttributeName: string; DeliveryMedium: string }[]
  PreferredMfaSetting?: MfaType
  UserMFASettingList?: MfaType[]
}

export function mfaMembers({ mfa }: User): MfaMembers {
  const enabled: [MfaType, boolean][] = [
    ['SMS_MFA', mfa.isSmsEnabled],
    ['SOFTWARE_TOKEN_MFA', mfa.isSoftwareEnabled],
    ['EMAIL_OTP', mfa.isEmailEnabled],
  ]
  const list = enabled.filter(([, isEnabled]) => isEnabled).map(([mfaType]) => mfaType)
  return {
    ...(mfa.isSmsEnabled && { MFAOptions: [{ AttributeName: 'phone_number', DeliveryMedium: 'SMS' }] }),
    ...(mfa.preferred && { PreferredMfaSetting: mfa.preferred }),
    ...(list.length > 0 && { UserMFASettingList: list }),
  }
}
