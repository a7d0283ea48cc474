import { randomBytes } from 'node:crypto'
import { z } from 'zod'

import type { Pool } from '../pools.ts'
import type { ClientConfig } from '../options.ts'
import { resourceNotFound } from '../service-error.ts'
import type { Services } from '../services.ts'
import { administratorOperation, type Operations } from './operation.ts'
import {
  createClientInput,
  createPoolInput,
  toClientConfig,
  toPoolSettings,
  type CreateClientInput,
  type CreatePoolInput,
} from './pool-settings.ts'
import { text } from './shapes.ts'

const DEFAULT_REGION = 'local'

const poolInput = z.object({ UserPoolId: text.userPoolId })
const clientInput = z.object({ UserPoolId: text.userPoolId, ClientId: text.clientId })

/** Pools and app clients made at run time; they outlive the process when there is a data file. */
export const adminPoolOperations: Operations = {
  CreateUserPool: administratorOperation(createPoolInput, createUserPool),
  DescribeUserPool: administratorOperation(poolInput, ({ pools }, { UserPoolId }) => ({
    UserPool: poolMember(pools.get(UserPoolId)),
  })),
  CreateUserPoolClient: administratorOperation(createClientInput, createUserPoolClient),
  DescribeUserPoolClient: administratorOperation(clientInput, describeUserPoolClient),
}

function createUserPool({ pools }: Services, input: CreatePoolInput): object {
  const region = pools.list()[0]?.region ?? DEFAULT_REGION
  const id = `${region}_${randomBytes(6).toString('hex')}`
  return { UserPool: poolMember(pools.create(toPoolSettings(id, input))) }
}

function createUserPoolClient({ pools }: Services, input: CreateClientInput): object {
  const pool = pools.get(input.UserPoolId)
  const client = toClientConfig(randomBytes(13).toString('hex'), input)
  pools.createClient(pool, client)
  return { UserPoolClient: { ClientName: input.ClientName, ...clientMember(pool, client) } }
}

function describeUserPoolClient({ pools }: Services, { UserPoolId, ClientId }: z.infer<typeof clientInput>): object {
  const pool = pools.get(UserPoolId)
  const client = pool.clients.get(ClientId)
  if (!client) throw resourceNotFound(`User pool client ${ClientId} does not exist.`)
  return { UserPoolClient: clientMember(pool, client) }
}

function poolMember(pool: Pool): object {
  const { id, settings } = pool
  return {
    Id: id,
    Name: settings.name ?? id,
    Arn: `arn:aws:cognito-idp:${pool.region}:000000000000:userpool/${id}`,
    MfaConfiguration: settings.mfa ?? 'OPTIONAL',
    AutoVerifiedAttributes: settings.autoVerifiedAttributes ?? ['email', 'phone_number'],
    ...(settings.aliasAttributes && { AliasAttributes: settings.aliasAttributes }),
    ...(settings.usernameAttributes && { UsernameAttributes: settings.usernameAttributes }),
    AdminCreateUserConfig: { AllowAdminCreateUserOnly: settings.allowSignUp === false },
  }
}

function clientMember(pool: Pool, client: ClientConfig): object {
  return {
    UserPoolId: pool.id,
    ClientId: client.id,
    ...(client.secret !== undefined && { ClientSecret: client.secret }),
    ...(client.explicitAuthFlows && { ExplicitAuthFlows: client.explicitAuthFlows }),
    PreventUserExistenceErrors: client.preventUserExistenceErrors ? 'ENABLED' : 'LEGACY',
    ...(client.refreshTokenRotation && {
      RefreshTokenRotation: {
        Feature: 'ENABLED',
        RetryGracePeriodSeconds: client.refreshTokenRotation.graceSeconds,
      },
    }),
  }
}
