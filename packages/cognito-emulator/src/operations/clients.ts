import { randomBytes } from 'node:crypto'

import type { ClientConfig } from '../options.ts'
import type { Pool } from '../pools.ts'
import { resourceNotFound } from '../service-error.ts'
import { omitUndefined } from '../omit-undefined.ts'
import type { Services } from '../services.ts'
import type { Input, Operations, Output } from './operation.ts'

type AuthFlowName = NonNullable<Input<'CreateUserPoolClient'>['ExplicitAuthFlows']>[number]
type TimeUnit = 'seconds' | 'minutes' | 'hours' | 'days'

const UNIT_SECONDS: Record<TimeUnit, number> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 }

/** App clients made at run time; they outlive the process when there is a data file. */
export const clientOperations: Operations = {
  CreateUserPoolClient: createUserPoolClient,
  DescribeUserPoolClient: describeUserPoolClient,
}

function createUserPoolClient(
  { pools }: Pick<Services, 'pools'>,
  input: Input<'CreateUserPoolClient'>,
): Output<'CreateUserPoolClient'> {
  const pool = pools.get(input.UserPoolId)
  const client = toConfig(randomBytes(13).toString('hex'), input)
  pools.createClient(pool, client)
  return { UserPoolClient: { ClientName: input.ClientName, ...describeClient(pool, client) } }
}

function describeUserPoolClient(
  { pools }: Pick<Services, 'pools'>,
  { UserPoolId, ClientId }: Input<'DescribeUserPoolClient'>,
): Output<'DescribeUserPoolClient'> {
  const pool = pools.get(UserPoolId)
  const client = pool.clients.get(ClientId)
  if (!client) throw resourceNotFound(`User pool client ${ClientId} does not exist.`)
  return { UserPoolClient: describeClient(pool, client) }
}

/** CreateUserPoolClient's members as an app client of this emulator. */
function toConfig(id: string, input: Input<'CreateUserPoolClient'>): ClientConfig {
  const { TokenValidityUnits: units, RefreshTokenRotation: rotation } = input
  return {
    id,
    preventUserExistenceErrors: input.PreventUserExistenceErrors === 'ENABLED',
    ...omitUndefined({
      secret: input.GenerateSecret ? randomBytes(32).toString('base64url') : undefined,
      explicitAuthFlows: input.ExplicitAuthFlows,
      accessTokenSeconds: toSeconds(input.AccessTokenValidity, units?.AccessToken ?? 'hours'),
      idTokenSeconds: toSeconds(input.IdTokenValidity, units?.IdToken ?? 'hours'),
      refreshTokenSeconds: toSeconds(input.RefreshTokenValidity, units?.RefreshToken ?? 'days'),
      authSessionSeconds: toSeconds(input.AuthSessionValidity, 'minutes'),
      refreshTokenRotation:
        rotation?.Feature === 'ENABLED' ? { graceSeconds: rotation.RetryGracePeriodSeconds ?? 0 } : undefined,
    }),
  }
}

function toSeconds(count: number | undefined, unitName: TimeUnit): number | undefined {
  return count === undefined ? undefined : count * UNIT_SECONDS[unitName]
}

function describeClient(
  pool: Pool,
  client: ClientConfig,
): NonNullable<Output<'DescribeUserPoolClient'>['UserPoolClient']> {
  const { refreshTokenRotation: rotation } = client
  return {
    UserPoolId: pool.id,
    ClientId: client.id,
    ClientSecret: client.secret,
    ExplicitAuthFlows: client.explicitAuthFlows as AuthFlowName[] | undefined,
    PreventUserExistenceErrors: client.preventUserExistenceErrors ? 'ENABLED' : 'LEGACY',
    RefreshTokenRotation: rotation && { Feature: 'ENABLED', RetryGracePeriodSeconds: rotation.graceSeconds },
  }
}
