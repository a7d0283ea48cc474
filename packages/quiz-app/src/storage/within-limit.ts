/** Time limit of a database operation: a second more than a slow phone needs. WebKit's database sometimes never responds. */
const LIMIT_MS = 4000
const TICK_MS = 1000

/**
 * Returns the result of the work if it arrives within four seconds. Time in which the system freezes the page does not count.
 *
 * @param giveUp called at the time limit; returns `false` if the work can no longer be stopped, which extends the limit by the same
 *   time. By default the work continues but its result is ignored
 * @throws DOMException TimeoutError at the time limit, or the error of the work
 */
export function withinLimit<Result>(work: Promise<Result>, giveUp = () => true): Promise<Result> {
  return new Promise((resolve, reject) => {
    let ticksLeft = LIMIT_MS / TICK_MS
    let isExtended = false
    let timer = setTimeout(tick, TICK_MS)
    function tick(): void {
      ticksLeft -= 1
      if (ticksLeft === 0 && !isExtended && !giveUp()) {
        isExtended = true
        ticksLeft = LIMIT_MS / TICK_MS
      }
      if (ticksLeft > 0) timer = setTimeout(tick, TICK_MS)
      else reject(new DOMException('The database did not respond in time.', 'TimeoutError'))
    }
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
