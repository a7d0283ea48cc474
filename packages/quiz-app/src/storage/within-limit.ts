/** How long a database may take: a second more than the slowest phone, and WebKit's sometimes never answers. */
const LIMIT_MS = 4000
const TICK_MS = 1000

/**
 * The result of the work, if it comes within four seconds in which this page runs: one that the system froze meanwhile
 * gets the rest of them.
 *
 * @param giveUp called when the time is over; `false` where the work can no longer be stopped: it gets the time again.
 *   Without it the work is only waited for no longer
 * @throws DOMException TimeoutError when the time is over
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
      else reject(new DOMException('The database does not respond.', 'TimeoutError'))
    }
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
