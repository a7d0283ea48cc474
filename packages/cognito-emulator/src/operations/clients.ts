import { newSecret, type ClientDescription } from '../pools/client-description.ts'
import { describeNewClient, type LastingMembers } from '../pools/new-client.ts'
import { newClientId, newClientSecret } from '../pools/new-ids.ts'
import type { Pool } from '../pools/pools.ts'
import { invalidParameter } from '../service-error.ts'
import type { Services } from '../services.ts'
import type { Database } from '../storage/database.ts'
import { hasProvider } from './identity-providers.ts'
import { KEPT_BY_CLIENT } from './kept-settings.ts'
import type { Input, Operations, Output } from './operation.ts'
import { pageOf } from './pages.ts'
import { customScopesOf } from './resource-servers.ts'

/**
 * Operations on app clients. If the emulator has a data file, created clients and changes to configured clients survive
 * a restart.
 */
export const clientOperations: Operations = {
  CreateUserPoolClient: createUserPoolClient,
  DescribeUserPoolClient: describeUserPoolClient,
  UpdateUserPoolClient: updateUserPoolClient,
  DeleteUserPoolClient: deleteUserPoolClient,
  ListUserPoolClients: listUserPoolClients,
}

/** Provider name of the pool's own users. */
const OWN_PROVIDER = 'COGNITO'

type ClientServices = Pick<Services, 'pools' | 'clock' | 'database'>
type ShownClient = NonNullable<Output<'DescribeUserPoolClient'>['UserPoolClient']>

function createUserPoolClient(
  { pools, clock, database }: ClientServices,
  { GenerateSecret, ClientSecret, ...input }: Input<'CreateUserPoolClient'>,
): Output<'CreateUserPoolClient'> {
  const pool = pools.get(input.UserPoolId)
  if (GenerateSecret && ClientSecret !== undefined) {
    throw invalidParameter('GenerateSecret and ClientSecret cannot be used together.')
  }
  checkProviders(database, pool, input.SupportedIdentityProviders)
  const nowMs = clock.nowMs()
  const id = newClientId()
  const secret = ClientSecret ?? (GenerateSecret ? newClientSecret() : undefined)
  const lasting: LastingMembers = {
    ClientId: id,
    CreationDate: nowMs / 1000,
    ...(secret !== undefined && { ClientSecret: secret, Secrets: [newSecret(id, secret, nowMs)] }),
  }
  return {
    UserPoolClient: show(
      pools.putClient(
        pool,
        describeNewClient(input, { lasting, pool, scopes: customScopesOf(database, pool), isNew: true, nowMs }),
      ),
    ),
  }
}

function describeUserPoolClient(
  { pools }: ClientServices,
  { UserPoolId, ClientId }: Input<'DescribeUserPoolClient'>,
): Output<'DescribeUserPoolClient'> {
  return { UserPoolClient: show(pools.getClient(pools.get(UserPoolId), ClientId)) }
}

/** Replaces the settings of a client. Missing settings get the service's defaults, except the name and the secrets. */
function updateUserPoolClient(
  { pools, clock, database }: ClientServices,
  { ClientId, ...input }: Input<'UpdateUserPoolClient'>,
): Output<'UpdateUserPoolClient'> {
  const pool = pools.get(input.UserPoolId)
  const { description: before } = pools.getClient(pool, ClientId)
  checkProviders(database, pool, input.SupportedIdentityProviders)
  const { CreationDate, ClientName, ClientSecret, Secrets } = before
  const lasting: LastingMembers = { ClientId, CreationDate, ClientSecret, Secrets }
  const after = describeNewClient(
    { ...input, ClientName: input.ClientName ?? ClientName },
    { lasting, pool, scopes: customScopesOf(database, pool), isNew: false, nowMs: clock.nowMs() },
  )
  return { UserPoolClient: show(pools.putClient(pool, after)) }
}

function deleteUserPoolClient(
  { pools, database, authSessions }: ClientServices & Pick<Services, 'authSessions'>,
  { UserPoolId, ClientId }: Input<'DeleteUserPoolClient'>,
): Output<'DeleteUserPoolClient'> {
  const pool = pools.get(UserPoolId)
  const client = pools.getClient(pool, ClientId)
  database.transaction(() => {
    authSessions.revokeClient(pool, client)
    for (const kind of KEPT_BY_CLIENT) database.collection(kind).delete(pool.id, client.id)
    pools.deleteClient(pool, client)
  })
  return {}
}

function listUserPoolClients(
  { pools }: ClientServices,
  { UserPoolId, MaxResults, NextToken }: Input<'ListUserPoolClients'>,
): Output<'ListUserPoolClients'> {
  const clients = [...pools.get(UserPoolId).clients.values()]
  const { page, nextToken } = pageOf(clients, { limit: MaxResults, token: NextToken }, ({ id }) => id)
  return {
    UserPoolClients: page.map(({ id, name = id }) => ({ ClientId: id, UserPoolId, ClientName: name })),
    NextToken: nextToken,
  }
}

/** @throws {ServiceError} InvalidParameterException for a provider that does not exist in the pool. */
function checkProviders(database: Database, pool: Pool, names: string[] = []): void {
  const unknown = names.find((name) => name !== OWN_PROVIDER && !hasProvider(database, pool.id, name))
  if (unknown !== undefined) {
    throw invalidParameter(`The provider ${unknown} does not exist for User Pool ${pool.id}`)
  }
}

/** Describes a client without its list of secrets, which ListUserPoolClientSecrets returns. */
function show({ description }: { description: ClientDescription }): ShownClient {
  const { Secrets: _secrets, ...shown } = description
  return shown
}
