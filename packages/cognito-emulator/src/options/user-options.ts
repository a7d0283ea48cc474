import { z } from 'zod'

import type { Checks, OrUndefined } from './checks.ts'

/**
 * A kind of second factor.
 *
 * @example
 * const factors: MfaType[] = ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP']
 */
export type MfaType = 'SMS_MFA' | 'SOFTWARE_TOKEN_MFA' | 'EMAIL_OTP'

/** Schema of a {@link MfaType}. */
export const mfaTypeCheck: z.ZodType<MfaType> = z.enum(['SMS_MFA', 'SOFTWARE_TOKEN_MFA', 'EMAIL_OTP'])

/**
 * A user that exists when the pool is first opened. The password policy does not apply to the configured password.
 *
 * @example
 * const bia: UserConfig = {
 *   username: 'bia',
 *   password: 'Senha-123',
 *   attributes: { email: 'bia@example.com' },
 *   totpSecret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
 * }
 */
export type UserConfig = {
  username: string
  password?: string
  attributes?: Record<string, string>
  /** If true, the password is temporary, and the user must choose a new one at the first sign-in. Needs `password`. */
  temporaryPassword?: true
  /** If set, the user must confirm the account or reset the password before signing in. Default: confirmed. */
  status?: 'UNCONFIRMED' | 'RESET_REQUIRED'
  /** Base32 secret of an authenticator app that is already set up. */
  totpSecret?: string
  /** Needs the attribute `phone_number`. */
  smsMfa?: true
  /** Needs the attribute `email`. */
  emailMfa?: true
  preferredMfa?: MfaType
  groups?: string[]
}

const userShape = z.strictObject({
  username: z.string().min(1).max(128),
  password: z.string().min(1).max(256).optional(),
  attributes: z.record(z.string(), z.string()).optional(),
  temporaryPassword: z.literal(true).optional(),
  status: z.enum(['UNCONFIRMED', 'RESET_REQUIRED']).optional(),
  totpSecret: z
    .string()
    .regex(/^[A-Z2-7]{16,}=*$/i, 'must be a base32 secret of at least 16 characters')
    .optional(),
  smsMfa: z.literal(true).optional(),
  emailMfa: z.literal(true).optional(),
  preferredMfa: mfaTypeCheck.optional(),
  groups: z.array(z.string().min(1)).optional(),
} satisfies Checks<UserConfig>)

/** Schema of a {@link UserConfig}. */
export const userCheck: z.ZodType<OrUndefined<UserConfig>> = userShape
  .refine(({ temporaryPassword, password }) => !temporaryPassword || password !== undefined, {
    error: 'temporaryPassword needs a password. Add it, or remove temporaryPassword.',
    path: ['temporaryPassword'],
  })
  .refine(({ temporaryPassword, status }) => !temporaryPassword || status === undefined, {
    error: 'temporaryPassword and status exclude each other. Remove one of them.',
    path: ['status'],
  })
