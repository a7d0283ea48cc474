import { createAddress, serviceUrl, type Address } from './address.ts'
import type { Database } from './database.ts'
import type { ClientConfig, UserPoolConfig, UserPoolSettings } from './options.ts'
import { resourceNotFound } from './service-error.ts'
import type { Triggers } from './triggers.ts'

const ALL_POOLS = ''

/** An open pool. `name` is the part of the id after `_`, which SRP hashes. */
export type Pool = {
  id: string
  name: string
  region: string
  settings: UserPoolSettings
  clients: Map<string, ClientConfig>
  triggers: Triggers
  address: Address
}

/** Who sends a request: an app client of a pool. */
export type Caller = { pool: Pool; client: ClientConfig }

/** The pools of one emulator: those configured, and those made by CreateUserPool. */
export type PoolRegistry = {
  /** @throws {ServiceError} ResourceNotFoundException */
  get(poolId: string): Pool
  find(poolId: string): Pool | undefined
  /** @throws {ServiceError} ResourceNotFoundException */
  callerOf(clientId: string): Caller
  /** Adds a pool that outlives the process. */
  create(settings: UserPoolSettings): Pool
  createClient(pool: Pool, client: ClientConfig): void
  list(): Pool[]
}

/**
 * Opens the configured pools and those kept in the database; where both know an id, the configuration's settings hold
 * and clients of both are there.
 *
 * @throws {TypeError} when two pools or two clients share an id.
 */
export function openPools(
  database: Database,
  configs: UserPoolConfig[],
  region?: string,
  address: Address = createAddress({}),
): PoolRegistry {
  const keptPools = database.collection<UserPoolSettings>('pool')
  const keptClients = database.collection<ClientConfig>('client')
  const open = createOpenPools(region, address)

  for (const { clients, users: _users, triggers, ...settings } of configs) {
    const pool = open.addPool(settings, triggers)
    for (const client of clients) open.addClient(pool, client)
  }
  for (const { value } of keptPools.list(ALL_POOLS)) if (!open.pools.has(value.id)) open.addPool(value)
  for (const pool of open.pools.values()) {
    for (const { value } of keptClients.list(pool.id)) if (!open.callers.has(value.id)) open.addClient(pool, value)
  }
  return {
    find: (poolId) => open.pools.get(poolId),
    get(poolId) {
      const pool = open.pools.get(poolId)
      if (!pool) throw resourceNotFound(`User pool ${poolId} does not exist.`)
      return pool
    },
    callerOf(clientId) {
      const caller = open.callers.get(clientId)
      if (!caller) throw resourceNotFound(`User pool client ${clientId} does not exist.`)
      return caller
    },
    create(settings) {
      keptPools.put(ALL_POOLS, settings.id, settings)
      return open.addPool(settings)
    },
    createClient(pool, client) {
      keptClients.put(pool.id, client.id, client)
      open.addClient(pool, client)
    },
    list: () => [...open.pools.values()],
  }
}

type OpenPools = {
  pools: Map<string, Pool>
  callers: Map<string, Caller>
  addPool(settings: UserPoolSettings, triggers?: Triggers): Pool
  addClient(pool: Pool, client: ClientConfig): void
}

function createOpenPools(region: string | undefined, address: Address): OpenPools {
  const pools = new Map<string, Pool>()
  const callers = new Map<string, Caller>()
  return {
    pools,
    callers,
    addPool(settings, triggers = {}) {
      const { id } = settings
      if (pools.has(id)) throw new TypeError(`Two user pools have the id ${id}.`)
      const [idRegion = '', name = ''] = id.split('_')
      const pool = { id, name, region: region ?? idRegion, settings, clients: new Map(), triggers, address }
      pools.set(id, pool)
      return pool
    },
    addClient(pool, client) {
      if (callers.has(client.id)) throw new TypeError(`Two app clients have the id ${client.id}.`)
      pool.clients.set(client.id, client)
      callers.set(client.id, { pool, client })
    },
  }
}

/** The issuer of the pool's tokens: the service's, whatever address the emulator has, or its own by option. */
export function issuerOf({ id, region, address }: Pool): string {
  const own = address.issuer === 'emulator' ? (address.publicUrl ?? address.listensAt) : undefined
  return `${own ?? serviceUrl(region)}${id}`
}

/** Default of the service for {@link ClientConfig.authSessionSeconds}. */
const AUTH_SESSION_SECONDS = 180

/** Until when a Session that is given out now may be answered. */
export function authSessionEndMs({ authSessionSeconds = AUTH_SESSION_SECONDS }: ClientConfig, nowMs: number): number {
  return nowMs + authSessionSeconds * 1000
}

/** Whether unknown users must look like known ones to this client. */
export function hidesUnknownUsers({ pool, client }: Caller): boolean {
  return client.preventUserExistenceErrors ?? pool.settings.preventUserExistenceErrors ?? false
}
