import type { TabEvent } from './browser.ts'
import { readLog } from './engine.ts'
import type { Engine } from './engine.ts'
import type { Exchange } from './exchange.ts'

type Work = (exchange: Exchange) => Promise<unknown>

/**
 * Runs an exchange with the server, one at a time across all tabs, and shows its changes in all tabs. An exchange uses one store.
 * If the store changes during the exchange, the exchange starts again with the next store.
 *
 * @param signal aborts the work; by default it aborts when the sync stops
 * @throws the error of the work or of the log, or the reason of the signal
 */
export async function withExchange(engine: Engine, work: Work, signal = engine.stopped): Promise<void> {
  const { tabs, clock, shown, stopped } = engine
  let outcome: TabEvent = 'failed'
  shown.update({ exchanges: shown.facts().exchanges + 1 })
  try {
    let isDone = false
    while (!isDone) isDone = await exchangeOnce(engine, work, signal)
    outcome = 'exchanged'
    shown.update({ syncedAtMs: clock.now() })
  } finally {
    shown.update({ exchanges: shown.facts().exchanges - 1 })
    tabs.announce(outcome)
    if (!stopped.aborted) await readLog(engine)
  }
}

/** @returns true if the work is done, false if the store changed during the work */
async function exchangeOnce(engine: Engine, work: Work, signal: AbortSignal): Promise<boolean> {
  const { api, log, userId, lock, tabs, shown } = engine
  const ending = new AbortController()
  const end = () => ending.abort(signal.reason)
  let isStoreChanged = false
  const stopFollowing = log.onStoreChange(() => {
    isStoreChanged = true
    ending.abort(new DOMException('The store of the answers changed during the exchange.', 'AbortError'))
  })
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  try {
    await readLog(engine) // this read also copies this page's data to the log
    await lock(userId, async () => {
      if (ending.signal.aborted) throw ending.signal.reason
      // A tab that is closed during its exchange cannot announce the end of the exchange.
      shown.update({ isOtherTabExchanging: false })
      tabs.announce('exchanging')
      await work({ api, log, userId, signal: ending.signal })
    })
    return true
  } catch (cause) {
    if (!isStoreChanged || signal.aborted) throw cause
    return false
  } finally {
    stopFollowing()
    signal.removeEventListener('abort', end)
  }
}
