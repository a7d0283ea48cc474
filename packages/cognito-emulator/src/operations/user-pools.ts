import { randomBytes } from 'node:crypto'
import { z } from 'zod'

import type { UserPoolSettings } from '../options.ts'
import type { Pool } from '../pools.ts'
import type { Services } from '../services.ts'
import { omitUndefined, text } from './members.ts'
import type { Input, Operations, Output } from './operation.ts'

const DEFAULT_REGION = 'local'

const flag = z.boolean().optional()
const address = z.enum(['email', 'phone_number'])
const passwordPolicy = z.object({
  MinimumLength: z.number().int().min(6).max(99).optional(),
  RequireUppercase: flag,
  RequireLowercase: flag,
  RequireNumbers: flag,
  RequireSymbols: flag,
  TemporaryPasswordValidityDays: z.number().int().min(0).max(365).optional(),
})

/** Pools made at run time; they outlive the process when there is a data file. */
export const userPoolOperations: Operations = {
  CreateUserPool: {
    access: 'administrator',
    members: {
      PoolName: text.poolName,
      Policies: z.object({ PasswordPolicy: passwordPolicy.optional() }).optional(),
      MfaConfiguration: z.enum(['OFF', 'ON', 'OPTIONAL']).optional(),
      AutoVerifiedAttributes: z.array(address).optional(),
      AliasAttributes: z.array(z.enum(['email', 'phone_number', 'preferred_username'])).optional(),
      UsernameAttributes: z.array(address).optional(),
      DeviceConfiguration: z.object({ DeviceOnlyRememberedOnUserPrompt: flag }).optional(),
      AdminCreateUserConfig: z.object({ AllowAdminCreateUserOnly: flag }).optional(),
      Schema: z.array(z.object({ Name: text.attributeName.optional(), Required: flag })).optional(),
    },
    answer: createUserPool,
  },
  DescribeUserPool: {
    access: 'administrator',
    members: { UserPoolId: text.userPoolId },
    answer: describeUserPool,
  },
}

function createUserPool({ pools }: Pick<Services, 'pools'>, input: Input<'CreateUserPool'>): Output<'CreateUserPool'> {
  const region = pools.list()[0]?.region ?? DEFAULT_REGION
  const id = `${region}_${randomBytes(6).toString('hex')}`
  return { UserPool: describePool(pools.create(toSettings(id, input))) }
}

function describeUserPool(
  { pools }: Pick<Services, 'pools'>,
  { UserPoolId }: Input<'DescribeUserPool'>,
): Output<'DescribeUserPool'> {
  return { UserPool: describePool(pools.get(UserPoolId)) }
}

/** CreateUserPool's members as settings of this emulator: those that change how it behaves. */
function toSettings(id: string, input: Input<'CreateUserPool'>): UserPoolSettings {
  const policy = input.Policies?.PasswordPolicy
  const required = (input.Schema ?? []).filter(({ Required }) => Required)
  return {
    id,
    ...omitUndefined({
      name: input.PoolName,
      mfa: input.MfaConfiguration ?? 'OFF',
      deviceTracking: input.DeviceConfiguration && toDeviceTracking(input.DeviceConfiguration),
      usernameAttributes: input.UsernameAttributes,
      aliasAttributes: input.AliasAttributes,
      autoVerifiedAttributes: input.AutoVerifiedAttributes ?? [],
      allowSignUp: !input.AdminCreateUserConfig?.AllowAdminCreateUserOnly,
    }),
    requiredAttributes: required.map(({ Name = '' }) => Name),
    passwordPolicy: omitUndefined({
      minimumLength: policy?.MinimumLength,
      requireUppercase: policy?.RequireUppercase,
      requireLowercase: policy?.RequireLowercase,
      requireNumbers: policy?.RequireNumbers,
      requireSymbols: policy?.RequireSymbols,
      temporaryPasswordValidityDays: policy?.TemporaryPasswordValidityDays,
    }),
  }
}

type DeviceConfiguration = NonNullable<Input<'CreateUserPool'>['DeviceConfiguration']>

function toDeviceTracking({ DeviceOnlyRememberedOnUserPrompt }: DeviceConfiguration): 'opt-in' | 'always' {
  return DeviceOnlyRememberedOnUserPrompt ? 'opt-in' : 'always'
}

function describePool({ id, region, settings }: Pool): NonNullable<Output<'DescribeUserPool'>['UserPool']> {
  return {
    Id: id,
    Name: settings.name ?? id,
    Arn: `arn:aws:cognito-idp:${region}:000000000000:userpool/${id}`,
    MfaConfiguration: settings.mfa ?? 'OPTIONAL',
    AutoVerifiedAttributes: settings.autoVerifiedAttributes ?? ['email', 'phone_number'],
    AliasAttributes: settings.aliasAttributes,
    UsernameAttributes: settings.usernameAttributes,
    AdminCreateUserConfig: { AllowAdminCreateUserOnly: settings.allowSignUp === false },
  }
}
