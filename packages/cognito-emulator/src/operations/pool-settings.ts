import { randomBytes } from 'node:crypto'
import { z } from 'zod'

import { omitUndefined } from '../omit-undefined.ts'
import type { ClientConfig, UserPoolSettings } from '../options.ts'
import { text } from './shapes.ts'

type TimeUnit = 'seconds' | 'minutes' | 'hours' | 'days'

type Optional<Value> = { [Key in keyof Value]?: Value[Key] | undefined }

/** CreateUserPool's input as read. */
export type CreatePoolInput = {
  PoolName: string
  Policies: { PasswordPolicy: PasswordPolicyInput }
  MfaConfiguration: 'OFF' | 'ON' | 'OPTIONAL'
  AutoVerifiedAttributes: ('email' | 'phone_number')[]
  AliasAttributes?: ('email' | 'phone_number' | 'preferred_username')[] | undefined
  UsernameAttributes?: ('email' | 'phone_number')[] | undefined
  DeviceConfiguration?: { DeviceOnlyRememberedOnUserPrompt: boolean } | undefined
  AdminCreateUserConfig: { AllowAdminCreateUserOnly?: boolean | undefined }
  Schema: { Name: string; Required?: boolean | undefined }[]
}

type PasswordPolicyInput = Optional<{
  MinimumLength: number
  RequireUppercase: boolean
  RequireLowercase: boolean
  RequireNumbers: boolean
  RequireSymbols: boolean
  TemporaryPasswordValidityDays: number
}>

/** CreateUserPoolClient's input as read. */
export type CreateClientInput = {
  UserPoolId: string
  ClientName: string
  GenerateSecret: boolean
  PreventUserExistenceErrors: 'LEGACY' | 'ENABLED'
  TokenValidityUnits: Optional<Record<'AccessToken' | 'IdToken' | 'RefreshToken', TimeUnit>>
} & Optional<{
  ExplicitAuthFlows: string[]
  AccessTokenValidity: number
  IdTokenValidity: number
  RefreshTokenValidity: number
  AuthSessionValidity: number
  RefreshTokenRotation: { Feature: 'ENABLED' | 'DISABLED'; RetryGracePeriodSeconds: number }
}>

const UNIT_SECONDS: Record<TimeUnit, number> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 }

const unit = z.enum(['seconds', 'minutes', 'hours', 'days']).optional()
const flag = z.boolean().optional()
const address = z.enum(['email', 'phone_number'])
const graceSeconds = z.number().int().min(0).max(60).default(0)

const passwordPolicy = z.object({
  MinimumLength: z.number().int().min(6).max(99).optional(),
  RequireUppercase: flag,
  RequireLowercase: flag,
  RequireNumbers: flag,
  RequireSymbols: flag,
  TemporaryPasswordValidityDays: z.number().int().min(0).max(365).optional(),
})

/** Shape of CreateUserPool's input: the members that change how this emulator behaves. */
export const createPoolInput: z.ZodType<CreatePoolInput> = z.object({
  PoolName: z.string().min(1).max(128),
  Policies: z.object({ PasswordPolicy: passwordPolicy.default({}) }).default({ PasswordPolicy: {} }),
  MfaConfiguration: z.enum(['OFF', 'ON', 'OPTIONAL']).default('OFF'),
  AutoVerifiedAttributes: z.array(address).default([]),
  AliasAttributes: z.array(z.enum(['email', 'phone_number', 'preferred_username'])).optional(),
  UsernameAttributes: z.array(address).optional(),
  DeviceConfiguration: z.object({ DeviceOnlyRememberedOnUserPrompt: z.boolean().default(false) }).optional(),
  AdminCreateUserConfig: z.object({ AllowAdminCreateUserOnly: flag }).default({}),
  Schema: z.array(z.object({ Name: z.string().default(''), Required: flag })).default([]),
})

/** Shape of CreateUserPoolClient's input. */
export const createClientInput: z.ZodType<CreateClientInput> = z.object({
  UserPoolId: text.userPoolId,
  ClientName: z.string().min(1).max(128),
  GenerateSecret: z.boolean().default(false),
  ExplicitAuthFlows: z.array(z.string()).optional(),
  PreventUserExistenceErrors: z.enum(['LEGACY', 'ENABLED']).default('LEGACY'),
  AccessTokenValidity: z.number().int().min(1).optional(),
  IdTokenValidity: z.number().int().min(1).optional(),
  RefreshTokenValidity: z.number().int().min(1).optional(),
  TokenValidityUnits: z.object({ AccessToken: unit, IdToken: unit, RefreshToken: unit }).default({}),
  AuthSessionValidity: z.number().int().min(3).max(15).optional(),
  RefreshTokenRotation: z
    .object({ Feature: z.enum(['ENABLED', 'DISABLED']), RetryGracePeriodSeconds: graceSeconds })
    .optional(),
})

/** CreateUserPool's members as settings of this emulator. */
export function toPoolSettings(id: string, input: CreatePoolInput): UserPoolSettings {
  const { PasswordPolicy: policy } = input.Policies
  const onUserPrompt = input.DeviceConfiguration?.DeviceOnlyRememberedOnUserPrompt
  return {
    id,
    ...omitUndefined({
      name: input.PoolName,
      mfa: input.MfaConfiguration,
      deviceTracking: onUserPrompt === undefined ? undefined : onUserPrompt ? ('opt-in' as const) : ('always' as const),
      usernameAttributes: input.UsernameAttributes,
      aliasAttributes: input.AliasAttributes,
      autoVerifiedAttributes: input.AutoVerifiedAttributes,
      allowSignUp: !input.AdminCreateUserConfig.AllowAdminCreateUserOnly,
    }),
    requiredAttributes: input.Schema.filter(({ Required }) => Required).map(({ Name }) => Name),
    passwordPolicy: omitUndefined({
      minimumLength: policy.MinimumLength,
      requireUppercase: policy.RequireUppercase,
      requireLowercase: policy.RequireLowercase,
      requireNumbers: policy.RequireNumbers,
      requireSymbols: policy.RequireSymbols,
      temporaryPasswordValidityDays: policy.TemporaryPasswordValidityDays,
    }),
  }
}

/** CreateUserPoolClient's members as an app client of this emulator. */
export function toClientConfig(id: string, input: CreateClientInput): ClientConfig {
  const units = input.TokenValidityUnits
  const rotation = input.RefreshTokenRotation
  const isRotating = rotation?.Feature === 'ENABLED'
  return {
    id,
    preventUserExistenceErrors: input.PreventUserExistenceErrors === 'ENABLED',
    ...omitUndefined({
      secret: input.GenerateSecret ? randomBytes(32).toString('base64url') : undefined,
      explicitAuthFlows: input.ExplicitAuthFlows,
      accessTokenSeconds: lifetimeSeconds(input.AccessTokenValidity, units.AccessToken ?? 'hours'),
      idTokenSeconds: lifetimeSeconds(input.IdTokenValidity, units.IdToken ?? 'hours'),
      refreshTokenSeconds: lifetimeSeconds(input.RefreshTokenValidity, units.RefreshToken ?? 'days'),
      authSessionSeconds: lifetimeSeconds(input.AuthSessionValidity, 'minutes'),
      refreshTokenRotation: isRotating ? { graceSeconds: rotation.RetryGracePeriodSeconds } : undefined,
    }),
  }
}

function lifetimeSeconds(count: number | undefined, unitName: TimeUnit): number | undefined {
  return count === undefined ? undefined : count * UNIT_SECONDS[unitName]
}
