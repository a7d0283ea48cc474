/** Runs `exchange` while no other tab of this browser exchanges statistics for the same user. */
export type StatsLock = <Result>(userId: string, exchange: () => Promise<Result>) => Promise<Result>

/**
 * One exchange at a time over all tabs with Web Locks; over this page where the browser has none (an address that is
 * neither https nor localhost).
 */
export function createStatsLock(locks: LockManager | undefined): StatsLock {
  if (locks) return (userId, exchange) => locks.request(`revisa-stats-${userId}`, exchange)
  let last: Promise<unknown> = Promise.resolve()
  return (_userId, exchange) => {
    const result = last.then(exchange, exchange)
    last = result.catch(() => undefined)
    return result
  }
}
