import { z } from 'zod'

import { triggersCheck, type Triggers } from '../triggers/configuration.ts'
import type { Checks, OrUndefined } from './checks.ts'
import { clientCheck, type ClientConfig } from './client-options.ts'
import { identityProviderCheck, type IdentityProviderConfig } from './identity-provider-options.ts'
import { messagesCheck, type MessageSettings } from './message-settings.ts'
import { mfaTypeCheck, userCheck, type MfaType, type UserConfig } from './user-options.ts'

/** Pattern of a pool id. SRP proofs include the part after `_`. */
export const POOL_ID: RegExp = /^[\w-]+_[0-9a-zA-Z]+$/
export const MAX_POOL_ID_LENGTH = 55

const address = z.enum(['email', 'phone_number'])

/**
 * Requirements for new passwords. Default, as in the service: at least 8 characters, with an upper-case letter, a
 * lower-case letter, a digit and a symbol.
 *
 * @example
 * const long: PasswordPolicy = { minimumLength: 16, requireSymbols: false }
 */
export type PasswordPolicy = {
  minimumLength?: number
  requireUppercase?: boolean
  requireLowercase?: boolean
  requireNumbers?: boolean
  requireSymbols?: boolean
  /** Number of a user's latest passwords, including the current one, that cannot be reused. Default: 0. */
  historySize?: number
  temporaryPasswordValidityDays?: number
}

const passwordPolicy = z.strictObject({
  minimumLength: z.number().int().min(6).max(99).optional(),
  requireUppercase: z.boolean().optional(),
  requireLowercase: z.boolean().optional(),
  requireNumbers: z.boolean().optional(),
  requireSymbols: z.boolean().optional(),
  historySize: z.number().int().min(0).max(24).optional(),
  temporaryPasswordValidityDays: z.number().min(0).optional(),
} satisfies Checks<PasswordPolicy>)

/**
 * The relying party that passkeys are bound to. Default: `localhost`.
 *
 * @example
 * const passkeys: WebAuthnConfig = { relyingPartyId: 'example.com', userVerification: 'required' }
 */
export type WebAuthnConfig = { relyingPartyId?: string; userVerification?: 'required' | 'preferred' }

const webAuthn = z.strictObject({
  relyingPartyId: z.string().optional(),
  userVerification: z.enum(['required', 'preferred']).optional(),
} satisfies Checks<WebAuthnConfig>)

/**
 * An attribute of a pool. The names of custom attributes start with `custom:`.
 *
 * @example
 * const course: AttributeSchema = {
 *   name: 'custom:course',
 *   dataType: 'String',
 *   required: false,
 *   mutable: true,
 *   maxLength: 20,
 * }
 */
export type AttributeSchema = {
  name: string
  dataType: 'String' | 'Number' | 'DateTime' | 'Boolean'
  required: boolean
  mutable: boolean
  minLength?: number
  maxLength?: number
  minValue?: number
  maxValue?: number
  /** If true, only administrators can write the attribute. */
  developerOnly?: boolean
}

const attributeSchema = z.strictObject({
  name: z.string().min(1),
  dataType: z.enum(['String', 'Number', 'DateTime', 'Boolean']),
  required: z.boolean(),
  mutable: z.boolean(),
  minLength: z.number().int().min(0).max(2048).optional(),
  maxLength: z.number().int().min(0).max(2048).optional(),
  minValue: z.number().optional(),
  maxValue: z.number().optional(),
  developerOnly: z.boolean().optional(),
} satisfies Checks<AttributeSchema>)

/**
 * A group with settings other than its name.
 *
 * @example
 * const teachers: GroupConfig = { name: 'teachers', roleArn: 'arn:aws:iam::123456789012:role/teachers', precedence: 1 }
 */
export type GroupConfig = { name: string; description?: string; roleArn?: string; precedence?: number }

const group = z.strictObject({
  name: z.string().min(1).max(128),
  description: z.string().max(2048).optional(),
  roleArn: z.string().min(20).optional(),
  precedence: z.number().int().min(0).optional(),
} satisfies Checks<GroupConfig>)

/** A first factor that USER_AUTH offers. */
export type FirstFactor = 'PASSWORD' | 'EMAIL_OTP' | 'SMS_OTP' | 'WEB_AUTHN'

/** A way to recover an account after the user forgot the password. */
export type RecoveryMechanism = 'verified_email' | 'verified_phone_number' | 'admin_only'

/**
 * Settings of a pool, without its clients, users, resource servers and triggers.
 *
 * @example
 * const settings: UserPoolSettings = { id: 'us-east-1_Abc123', mfa: 'ON', deviceTracking: 'opt-in' }
 */
export type UserPoolSettings = {
  /** Pool id in the form `<region>_<name>`, for example `local_Pool1`. */
  id: string
  name?: string
  mfa?: 'OFF' | 'OPTIONAL' | 'ON'
  /** Second factors that users can have. Default: all. */
  mfaTypes?: MfaType[]
  /** `always` remembers every confirmed device. `opt-in` remembers a device after UpdateDeviceStatus. Default: `off`. */
  deviceTracking?: 'off' | 'always' | 'opt-in'
  /**
   * Makes unknown users look like known users. Responses that depend on a user name then take a multiple of 20 ms.
   * Default: false, as in the service's API.
   */
  preventUserExistenceErrors?: boolean
  /** Users sign in with these attributes instead of a user name. The pool generates the user name. */
  usernameAttributes?: ('email' | 'phone_number')[]
  /** Attributes that users can also sign in with. An address must be verified first. */
  aliasAttributes?: ('email' | 'phone_number' | 'preferred_username')[]
  /** Attributes that a confirmation code verifies. Default: email and phone_number. */
  autoVerifiedAttributes?: ('email' | 'phone_number')[]
  requiredAttributes?: string[]
  passwordPolicy?: PasswordPolicy
  /** If true, a new password ends the user's other sessions. Default: false, as in the service. */
  endSessionsOnNewPassword?: boolean
  /** If false, users cannot sign up themselves. Default: true. */
  allowSignUp?: boolean
  groups?: (string | GroupConfig)[]
  webAuthn?: WebAuthnConfig
  messages?: MessageSettings
  /**
   * If true, `Ana` and `ana` are different users. Default: false. The default of pools created through the service's API is
   * true.
   */
  usernameCaseSensitive?: boolean
  /**
   * Custom attributes, and standard attributes with changed settings. Without `schema`, every `custom:` attribute is
   * accepted.
   */
  schema?: AttributeSchema[]
  /**
   * Attributes that change only after the user confirms the code sent to the new address, or after an administrator marks
   * the new address as verified. Default: none.
   */
  verifyBeforeUpdate?: ('email' | 'phone_number')[]
  /** Ways to recover an account, in order of preference. Default: a verified phone number, then a verified e-mail address. */
  accountRecovery?: RecoveryMechanism[]
  /** First factors that USER_AUTH offers. Default: all. */
  firstFactors?: FirstFactor[]
  /** If true, DeleteUserPool is rejected. Default: false. */
  deletionProtection?: boolean
}

/**
 * A resource server: an API of the application and its OAuth scopes.
 *
 * @example
 * const questions: ResourceServerConfig = { identifier: 'questions', scopes: [{ name: 'read' }, { name: 'write' }] }
 */
export type ResourceServerConfig = {
  identifier: string
  name?: string
  scopes: { name: string; description?: string }[]
}

const resourceServer = z.strictObject({
  identifier: z.string().min(1).max(256),
  name: z.string().min(1).max(256).optional(),
  scopes: z.array(
    z.strictObject({
      name: z
        .string()
        .regex(/^[\x21\x23-\x2e\x30-\x5b\x5d-\x7e]{1,256}$/, 'must not contain spaces, quotes or slashes'),
      description: z.string().min(1).max(256).optional(),
    }),
  ),
} satisfies Checks<ResourceServerConfig>)

/**
 * A pool with its clients, initial users and triggers.
 *
 * @example
 * const pool: UserPoolConfig = {
 *   id: 'local_Pool1',
 *   clients: [{ id: 'web' }],
 *   triggers: { preSignUp: ({ response }) => void (response.autoConfirmUser = true) },
 * }
 */
export type UserPoolConfig = UserPoolSettings & {
  clients: ClientConfig[]
  /** Prefix of the domain of the pool's pages: `<domain>.auth.<region>.amazoncognito.com`. */
  domain?: string
  /** Resource servers. OAuth clients can request a scope as `<identifier>/<name>`. */
  resourceServers?: ResourceServerConfig[]
  /** Providers at which users can sign in on the pages. */
  identityProviders?: IdentityProviderConfig[]
  users?: UserConfig[]
  triggers?: Triggers
}

/** Schema of a {@link UserPoolConfig}. */
export const userPoolCheck: z.ZodType<OrUndefined<UserPoolConfig>> = z.strictObject({
  id: z.string().max(MAX_POOL_ID_LENGTH).regex(POOL_ID, 'must be a pool id such as local_Pool1'),
  name: z.string().optional(),
  clients: z.array(clientCheck),
  domain: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/)
    .optional(),
  resourceServers: z.array(resourceServer).optional(),
  identityProviders: z.array(identityProviderCheck).optional(),
  users: z.array(userCheck).optional(),
  mfa: z.enum(['OFF', 'OPTIONAL', 'ON']).optional(),
  mfaTypes: z.array(mfaTypeCheck).optional(),
  deviceTracking: z.enum(['off', 'always', 'opt-in']).optional(),
  preventUserExistenceErrors: z.boolean().optional(),
  usernameAttributes: z.array(address).optional(),
  aliasAttributes: z.array(z.enum(['email', 'phone_number', 'preferred_username'])).optional(),
  autoVerifiedAttributes: z.array(address).optional(),
  requiredAttributes: z.array(z.string()).optional(),
  passwordPolicy: passwordPolicy.optional(),
  endSessionsOnNewPassword: z.boolean().optional(),
  allowSignUp: z.boolean().optional(),
  groups: z.array(z.union([z.string().min(1), group])).optional(),
  webAuthn: webAuthn.optional(),
  messages: messagesCheck.optional(),
  usernameCaseSensitive: z.boolean().optional(),
  schema: z.array(attributeSchema).optional(),
  verifyBeforeUpdate: z.array(address).optional(),
  accountRecovery: z.array(z.enum(['verified_email', 'verified_phone_number', 'admin_only'])).optional(),
  firstFactors: z.array(z.enum(['PASSWORD', 'EMAIL_OTP', 'SMS_OTP', 'WEB_AUTHN'])).optional(),
  deletionProtection: z.boolean().optional(),
  triggers: triggersCheck.optional(),
} satisfies Checks<UserPoolConfig>)
