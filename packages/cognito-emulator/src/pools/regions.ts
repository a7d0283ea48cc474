import { poolNotFound, clientNotFound, type Pool, type PoolRegistry } from './pools.ts'

const AWS_REGION = /^[a-z]{2}(?:-[a-z]+)+-\d$/

/**
 * Returns the pools that a request can find: the pools in the request's region. A pool such as `local_Pool1`, whose
 * region is not named like an AWS region, is found from every region, and a request to such a region finds every pool.
 *
 * @param region undefined if the request has no region. Such a request finds every pool.
 */
export function poolsIn(pools: PoolRegistry, region: string | undefined): PoolRegistry {
  if (region === undefined) return pools
  const isHere = (pool: Pool) => pool.region === region || ![pool.region, region].every((name) => AWS_REGION.test(name))
  const find = (poolId: string) => {
    const pool = pools.find(poolId)
    return pool && isHere(pool) ? pool : undefined
  }
  return {
    ...pools,
    find,
    get(poolId) {
      const pool = find(poolId)
      if (!pool) throw poolNotFound(poolId)
      return pool
    },
    callerOf(clientId) {
      const caller = pools.callerOf(clientId)
      if (!isHere(caller.pool)) throw clientNotFound(clientId)
      return caller
    },
    regionOfNew: () => region,
    list: () => pools.list().filter(isHere),
  }
}
