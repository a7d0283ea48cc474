import { randomBytes } from 'node:crypto'

import { describeSettings } from '../descriptions/pool.ts'
import type { UserPoolSettings } from '../options.ts'
import { omitUndefined } from '../omit-undefined.ts'
import type { Services } from '../services.ts'
import { describeDomain } from './domains.ts'
import type { Input, Operations, Output } from './operation.ts'

const DEFAULT_REGION = 'local'

/** Pools made at run time; they outlive the process when there is a data file. */
export const userPoolOperations: Operations = {
  CreateUserPool: createUserPool,
  DescribeUserPool: describeUserPool,
}

function createUserPool(
  { pools, clock }: Pick<Services, 'pools' | 'clock'>,
  input: Input<'CreateUserPool'>,
): Output<'CreateUserPool'> {
  const region = pools.list()[0]?.region ?? DEFAULT_REGION
  const id = `${region}_${randomBytes(6).toString('hex')}`
  return { UserPool: pools.create(describeSettings(toSettings(id, input), region, clock.nowMs())).description }
}

function describeUserPool(
  { pools, database }: Pick<Services, 'pools' | 'database'>,
  { UserPoolId }: Input<'DescribeUserPool'>,
): Output<'DescribeUserPool'> {
  const pool = pools.get(UserPoolId)
  return { UserPool: { ...pool.description, ...describeDomain(database, pool) } }
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
