import type { UserPoolConfig } from '../options/pool-options.ts'
import type { Pool } from '../pools/pools.ts'
import { invalidParameter, resourceNotFound } from '../service-error.ts'
import type { Services } from '../services.ts'
import type { Database } from '../storage/database.ts'
import type { Input, Operations, Output } from './operation.ts'
import { pageOf } from './pages.ts'

/** An API of the application, with the scopes that access tokens for the API can have. */
type ResourceServer = NonNullable<Output<'DescribeResourceServer'>['ResourceServer']> & { Identifier: string }

/** A resource server and its position in the list. Positions preserve the order of creation. */
type KeptServer = { place: number; server: ResourceServer }

type ResourceServerServices = Pick<Services, 'pools' | 'database'>

const MAX_PAGE = 50
/** Number of digits to which positions are padded, because they are compared as strings. */
const PLACE_DIGITS = 9

/** Operations on resource servers, whose scopes OAuth clients can request. */
export const resourceServerOperations: Operations = {
  CreateResourceServer: createResourceServer,
  DescribeResourceServer: (services, input) => ({ ResourceServer: namedServer(services, input) }),
  UpdateResourceServer: updateResourceServer,
  DeleteResourceServer: deleteResourceServer,
  ListResourceServers: listResourceServers,
}

/** Returns the scopes of a pool's resource servers, in the format of tokens. */
export function customScopesOf(database: Database, pool: Pick<Pool, 'id'>): string[] {
  return keptServers(database, pool.id).flatMap(({ server: { Identifier, Scopes = [] } }) =>
    Scopes.map(({ ScopeName }) => `${Identifier}/${ScopeName}`),
  )
}

/** Creates the configured resource servers of a pool, and overwrites earlier changes to these resource servers. */
export function seedResourceServers(database: Database, { id, resourceServers = [] }: UserPoolConfig): void {
  for (const { identifier, name = identifier, scopes } of resourceServers) {
    const described = scopes.map((scope) => ({
      ScopeName: scope.name,
      ScopeDescription: scope.description ?? scope.name,
    }))
    keep(database, id, { UserPoolId: id, Identifier: identifier, Name: name, Scopes: described })
  }
}

function createResourceServer(
  { pools, database }: ResourceServerServices,
  { UserPoolId, Identifier, Name, Scopes }: Input<'CreateResourceServer'>,
): Output<'CreateResourceServer'> {
  const pool = pools.get(UserPoolId)
  if (serversIn(database).get(pool.id, Identifier)) {
    throw invalidParameter(`${Identifier} already exists in user pool ${UserPoolId}.`)
  }
  const server: ResourceServer = { UserPoolId, Identifier, Name, Scopes }
  keep(database, pool.id, server)
  return { ResourceServer: server }
}

function updateResourceServer(
  services: ResourceServerServices,
  { UserPoolId, Identifier, Name, Scopes }: Input<'UpdateResourceServer'>,
): Output<'UpdateResourceServer'> {
  namedServer(services, { UserPoolId, Identifier })
  const server: ResourceServer = { UserPoolId, Identifier, Name, Scopes }
  keep(services.database, UserPoolId, server)
  return { ResourceServer: server }
}

function deleteResourceServer(
  services: ResourceServerServices,
  { UserPoolId, Identifier }: Input<'DeleteResourceServer'>,
): Output<'DeleteResourceServer'> {
  namedServer(services, { UserPoolId, Identifier })
  serversIn(services.database).delete(UserPoolId, Identifier)
  return {}
}

function listResourceServers(
  { pools, database }: ResourceServerServices,
  { UserPoolId, MaxResults = MAX_PAGE, NextToken }: Input<'ListResourceServers'>,
): Output<'ListResourceServers'> {
  const servers = keptServers(database, pools.get(UserPoolId).id)
  const request = { limit: MaxResults, token: NextToken }
  const { page, nextToken } = pageOf(servers, request, ({ place }) => String(place).padStart(PLACE_DIGITS, '0'))
  return { ResourceServers: page.map(({ server }) => server), NextToken: nextToken }
}

function namedServer(
  { pools, database }: ResourceServerServices,
  { UserPoolId, Identifier }: { UserPoolId: string; Identifier: string },
): ResourceServer {
  const kept = serversIn(database).get(pools.get(UserPoolId).id, Identifier)
  if (!kept) throw resourceNotFound(`Resource server ${Identifier} does not exist.`)
  return kept.server
}

/** Stores a resource server at its current position, or at the end of the list if the resource server is new. */
function keep(database: Database, poolId: string, server: ResourceServer): void {
  const kept = serversIn(database)
  const last = Math.max(0, ...keptServers(database, poolId).map(({ place }) => place))
  const place = kept.get(poolId, server.Identifier)?.place ?? last + 1
  kept.put(poolId, server.Identifier, { place, server })
}

function keptServers(database: Database, poolId: string): KeptServer[] {
  return serversIn(database)
    .list(poolId)
    .map(({ value }) => value)
}

const serversIn = (database: Database) => database.collection<KeptServer>('resource-server')
