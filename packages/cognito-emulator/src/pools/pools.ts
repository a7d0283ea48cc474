import type { Clock } from '../controls/clock.ts'
import { createKms } from '../keys/kms.ts'
import type { ClientConfig } from '../options/client-options.ts'
import type { UserPoolSettings } from '../options/pool-options.ts'
import { resourceNotFound, type ServiceError } from '../service-error.ts'
import type { Database } from '../storage/database.ts'
import type { Triggers } from '../triggers/configuration.ts'
import type { LambdaSettings } from '../triggers/find-trigger.ts'
import { createAddress, ownUrl, serviceUrl, type Address } from './address.ts'
import {
  clientOf,
  configuredClient,
  DEFAULT_SECONDS,
  type Client,
  type ClientDescription,
} from './client-description.ts'
import {
  configuredSettings,
  describeSettings,
  settingsOf,
  type DescribedPool,
  type PoolDescription,
} from './pool-description.ts'
import { openDescriptions, type DescriptionStore } from './stored-descriptions.ts'

const ALL_POOLS = ''
/** Name of the pool itself in a client's list of identity providers. */
export const POOL_PROVIDER = 'COGNITO'
/** Region of a pool if neither an option nor a request contains a region. */
export const DEFAULT_REGION = 'local'
const NO_LAMBDAS: LambdaSettings = { functions: {}, directory: '', kms: createKms(Buffer.alloc(0)) }

/** An open pool. `name` is the part of the id after `_`, which SRP hashes. */
export type Pool = {
  id: string
  name: string
  region: string
  /** Settings that control the pool's behaviour. */
  settings: UserPoolSettings
  /** Description that the service's API returns. */
  description: PoolDescription
  clients: Map<string, Client>
  triggers: Triggers
  address: Address
  /** Local functions that replace the functions in the pool's LambdaConfig. */
  lambdas: LambdaSettings
}

/** The app client that sends a request, and its pool. */
export type Caller = { pool: Pool; client: Client }

/** The pools of one emulator, from the configuration and from CreateUserPool. */
export type PoolRegistry = {
  /** @throws {ServiceError} ResourceNotFoundException */
  get(poolId: string): Pool
  find(poolId: string): Pool | undefined
  /** @throws {ServiceError} ResourceNotFoundException */
  callerOf(clientId: string): Caller
  /** Returns the region of a new pool. Default: the region of the first pool. */
  regionOfNew(): string
  /** Adds and stores a pool. */
  create(description: PoolDescription): Pool
  /** Replaces a pool's description and the settings derived from it. */
  update(pool: Pool, description: PoolDescription): void
  /** Removes a pool, its clients and everything stored under its id in one transaction. */
  delete(pool: Pool): void
  /** @throws {ServiceError} ResourceNotFoundException */
  getClient(pool: Pool, clientId: string): Client
  /** Adds and stores a client, or replaces its description. */
  putClient(pool: Pool, description: ClientDescription): Client
  /** Removes a client. */
  deleteClient(pool: Pool, client: Client): void
  list(): Pool[]
}

/** Sources of the pools, and the objects that all pools share. */
export type PoolSources = {
  database: Database
  clock: Clock
  configs: DescribedPool[]
  /** Region of all pools. Default: the part of each pool's id before `_`. */
  region?: string | undefined
  address?: Address
  lambdas?: LambdaSettings
}

/**
 * Opens the configured pools and the pools in the database, with their clients. A change through the service's API
 * replaces the configuration of a pool or client until the configuration is edited.
 *
 * @throws {TypeError} if two pools or two clients have the same id.
 */
export function openPools(sources: PoolSources): PoolRegistry {
  const { database, region } = sources
  const stored: StoredDescriptions = {
    pools: openDescriptions(database.collection('pool')),
    clients: openDescriptions(database.collection('client')),
  }
  const open = createOpenPools(sources)
  const configured = openConfigured(sources, stored, open)
  openStored(stored, open)

  return {
    find: (poolId) => open.pools.get(poolId),
    get(poolId) {
      const pool = open.pools.get(poolId)
      if (!pool) throw poolNotFound(poolId)
      return pool
    },
    callerOf(clientId) {
      const caller = open.callers.get(clientId)
      if (!caller) throw clientNotFound(clientId)
      return caller
    },
    regionOfNew: () => region ?? open.pools.values().next().value?.region ?? DEFAULT_REGION,
    create(description) {
      const pool = open.addPool(settingsOf(description), description)
      stored.pools.put(ALL_POOLS, pool.id, description)
      return pool
    },
    update(pool, description) {
      const config = configured.pools.get(pool.id)
      stored.pools.put(ALL_POOLS, pool.id, description, config)
      pool.description = description
      pool.settings = settingsOf(description, config && withoutDescription(config))
    },
    delete(pool) {
      database.transaction(() => {
        stored.pools.delete(ALL_POOLS, pool.id)
        database.deletePool(pool.id)
      })
      open.pools.delete(pool.id)
      for (const clientId of pool.clients.keys()) open.callers.delete(clientId)
    },
    getClient(pool, clientId) {
      const client = pool.clients.get(clientId)
      if (!client) throw clientNotFound(clientId)
      return client
    },
    putClient(pool, description) {
      const client = clientOf(description)
      stored.clients.put(pool.id, client.id, description, configured.clients.get(client.id))
      open.setClient(pool, client)
      return client
    },
    deleteClient(pool, { id }) {
      stored.clients.delete(pool.id, id)
      open.removeClient(pool, id)
    },
    list: () => [...open.pools.values()],
  }
}

/** Configuration of a pool without its clients, users, identity providers and triggers. */
type ConfiguredPool = Omit<DescribedPool, 'clients' | 'users' | 'identityProviders' | 'triggers'>

function withoutDescription({ description: _description, ...settings }: ConfiguredPool): UserPoolSettings {
  return settings
}

export function poolNotFound(poolId: string): ServiceError {
  return resourceNotFound(`User pool ${poolId} does not exist.`)
}

export function clientNotFound(clientId: string): ServiceError {
  return resourceNotFound(`User pool client ${clientId} does not exist.`)
}

type StoredDescriptions = {
  pools: DescriptionStore<PoolDescription>
  clients: DescriptionStore<ClientDescription>
}

/** Configured pools and clients by id. */
type Configured = { pools: Map<string, ConfiguredPool>; clients: Map<string, ClientConfig> }

/** Opens the configured pools and clients with the changes made through the service's API. */
function openConfigured({ configs, clock }: PoolSources, stored: StoredDescriptions, open: OpenPools): Configured {
  const configured: Configured = { pools: new Map(), clients: new Map() }
  for (const { clients, users: _users, identityProviders, triggers, ...config } of configs) {
    const { description, ...settings } = config
    configured.pools.set(settings.id, config)
    const since = stored.pools.since(ALL_POOLS, settings.id, config)
    const describe = () => describeSettings(settings, open.regionOf(settings.id), clock.nowMs())
    const pool = since
      ? open.addPool(settingsOf(since, settings), since, triggers)
      : open.addPool(configuredSettings(settings), description ?? describe(), triggers)
    for (const own of clients) {
      const client = {
        ...(identityProviders && { identityProviders: [POOL_PROVIDER, ...identityProviders.map(({ name }) => name)] }),
        ...own,
      }
      configured.clients.set(client.id, client)
      const changed = stored.clients.since(pool.id, client.id, client)
      if (changed) open.addClient(pool, clientOf(changed))
      else open.addClient(pool, 'description' in client ? client : configuredClient(client, pool.id, clock.nowMs()))
    }
  }
  return configured
}

/** Opens the pools and clients that were created through the service's API. */
function openStored(stored: StoredDescriptions, open: OpenPools): void {
  for (const description of stored.pools.made(ALL_POOLS)) {
    if (!open.pools.has(description.Id ?? '')) open.addPool(settingsOf(description), description)
  }
  for (const pool of open.pools.values()) {
    for (const description of stored.clients.made(pool.id)) {
      if (!open.callers.has(description.ClientId ?? '')) open.addClient(pool, clientOf(description))
    }
  }
}

type OpenPools = {
  pools: Map<string, Pool>
  callers: Map<string, Caller>
  regionOf(poolId: string): string
  addPool(settings: UserPoolSettings, description: PoolDescription, triggers?: Triggers): Pool
  addClient(pool: Pool, client: Client): void
  setClient(pool: Pool, client: Client): void
  removeClient(pool: Pool, clientId: string): void
}

function createOpenPools({ region, address = createAddress({}), lambdas = NO_LAMBDAS }: PoolSources): OpenPools {
  const pools = new Map<string, Pool>()
  const callers = new Map<string, Caller>()
  const regionOf = (poolId: string) => region ?? poolId.split('_')[0] ?? ''
  const setClient = (pool: Pool, client: Client): void => {
    pool.clients.set(client.id, client)
    callers.set(client.id, { pool, client })
  }
  return {
    pools,
    callers,
    regionOf,
    setClient,
    addPool(settings, description, triggers = {}) {
      const { id } = settings
      if (pools.has(id)) throw new TypeError(`Two user pools have the id ${id}.`)
      const [, name = ''] = id.split('_')
      const clients = new Map<string, Client>()
      const pool = { id, name, region: regionOf(id), settings, description, clients, triggers, address, lambdas }
      pools.set(id, pool)
      return pool
    },
    addClient(pool, client) {
      if (callers.has(client.id)) throw new TypeError(`Two app clients have the id ${client.id}.`)
      setClient(pool, client)
    },
    removeClient(pool, clientId) {
      pool.clients.delete(clientId)
      callers.delete(clientId)
    },
  }
}

/**
 * Returns the issuer of the pool's tokens: the service's address or, if `issuer` is `emulator`, the emulator's own
 * address.
 */
export function issuerOf({ id, region, address }: Pool): string {
  const own = address.issuer === 'emulator' ? ownUrl(address) : undefined
  return `${own ?? serviceUrl(region)}${id}`
}

/** Returns the time at which a Session issued now expires. */
export function authSessionEndMs(
  { authSessionSeconds = DEFAULT_SECONDS.authSession }: ClientConfig,
  nowMs: number,
): number {
  return nowMs + authSessionSeconds * 1000
}

/** Whether unknown users must look like known users to this client. */
export function hidesUnknownUsers({ pool, client }: Caller): boolean {
  return client.preventUserExistenceErrors ?? pool.settings.preventUserExistenceErrors ?? false
}
