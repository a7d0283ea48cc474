import { inBatches } from '../storage/batches.ts'
import type { Clock, TabEvent } from './browser.ts'
import { createEngine, inBackground, readLog } from './engine.ts'
import type { Engine, SyncFailure, SyncOptions } from './engine.ts'
import { leaveBehind, loadStats, readStats, sendAnswers } from './exchange.ts'
import type { Exchange } from './exchange.ts'
import { isNoAttempt, isUnreachable } from './failures.ts'
import type { NewAnswer, Recorded } from './log-store.ts'
import type { SyncState } from './state.ts'
import { withExchange } from './with-exchange.ts'

const LAST_SEND_MAX_MS = 3000

/** Stores one signed-in user's answers and syncs them with the server (decision 009). */
export type Sync = {
  state(): SyncState
  /** @returns a function that unsubscribes */
  subscribe(listener: (state: SyncState) => void): () => void
  /** Starts listening to events from the other tabs, the network and the page, until {@link stop}. */
  start(): void
  /**
   * Stores an answer, counts it, and starts the send timer. While the answer is being stored, the state has `isStoring`, and the
   * browser asks for confirmation before the user leaves the page. A question that already has an answer in the same run, perhaps
   * from another tab, keeps that answer.
   */
  answer(answer: NewAnswer): Promise<Recorded>
  /** Reads the server's statistics when home opens, and creates empty statistics if the server has none (specification §4). */
  load(): Promise<void>
  /** Makes one short attempt to send pending answers before the user leaves. The log keeps unsent answers. */
  sendLast(): Promise<void>
  /**
   * Stops this user's sync in all tabs and then erases the user's study data on this device. Nothing is sent afterwards.
   */
  erase(): Promise<void>
  /**
   * If every answer has been sent, erases the user's answers on this device and stops this user's sync in all tabs.
   *
   * @returns the number of unsent answers; if it is not 0, nothing is erased
   */
  eraseIfArrived(): Promise<number>
  /** Stops the timer and the notifications. Requests in progress may still arrive. */
  stop(): void
}

export function createSync(options: SyncOptions): Sync {
  const engine = createEngine(options, () => void send(engine))
  const { userId, log, lock, tabs, shown, writes, stop } = engine
  return {
    state: () => shown.state(),
    subscribe: (listener) => shown.subscribe(listener),
    start: () => start(engine),
    answer: (given) => answer(engine, given),
    load: () => load(engine),
    sendLast: () => sendLast(engine),
    async erase() {
      tabs.announce('erasing')
      stop()
      await writes.settled()
      await lock(userId, () => log.erase(userId))
    },
    async eraseIfArrived() {
      const waiting = await log.eraseIfArrived(userId)
      if (waiting > 0) return waiting
      tabs.announce('erasing')
      stop()
      return 0
    },
    stop,
  }
}

function start(engine: Engine): void {
  const { userId, log, tabs, network, page, shown, stopped } = engine
  const readPending = inBatches(async (events: readonly TabEvent[]) => {
    await log.readPending(userId)
    shown.showKnown()
    return events
  })
  const unfollow = [
    tabs.follow((event) => {
      if (event === 'erasing') onErasing(engine)
      else if (event === 'answered') inBackground(engine, readPending(event))
      else onExchange(engine, event)
    }),
    network.follow((isOnline) => onNetwork(engine, isOnline)),
    page.follow((visibility) => {
      if (visibility === 'hidden') void leave(engine)
      else inBackground(engine, readLog(engine)) // a page in the back/forward cache does not receive messages
    }),
    log.onStoreChange(() => inBackground(engine, recover(engine))),
  ]
  for (const stop of unfollow) stopped.addEventListener('abort', stop)
  inBackground(engine, begin(engine))
}

/** Shows the stored data, starts the timer for an earlier page's answers, and reads missing statistics. */
async function begin(engine: Engine): Promise<void> {
  const { shown, startTimer } = engine
  await readLog(engine)
  if (shown.facts().stats.pending.length > 0) startTimer()
  await askWhereNothingIsKnown(engine)
}

/** Reads the server's statistics, whichever screen is open, if this device has not read them yet. */
async function askWhereNothingIsKnown(engine: Engine): Promise<void> {
  const { network, shown, stopped, logFailure } = engine
  const { stats, exchanges, isNothingThere } = shown.facts()
  if (stats.base !== null || exchanges > 0 || isNothingThere || network.connection() === 'none') return
  try {
    await withExchange(engine, readStats)
  } catch (cause) {
    if (!stopped.aborted) logFailure('The statistics could not be read. Home will read them again.', cause)
  }
  shown.update({ isNothingThere: true })
}

/**
 * Copies this page's data to the next log after its log changed. The tab holds the lock meanwhile, so that other exchanges wait
 * until the page's data are copied.
 */
async function recover(engine: Engine): Promise<void> {
  const recovered = readLog(engine)
  await Promise.all([recovered, engine.lock(engine.userId, () => recovered)])
  if (engine.shown.facts().stats.pending.length > 0) engine.startTimer()
}

async function answer({ userId, log, tabs, writes, startTimer }: Engine, given: NewAnswer): Promise<Recorded> {
  const recorded = await writes.follow(log.append(userId, given))
  tabs.announce('answered')
  startTimer()
  return recorded
}

async function load(engine: Engine): Promise<void> {
  const { session, shown, logFailure } = engine
  const onCreationFailed = (cause: unknown) => {
    logFailure('The statistics could not be created.', cause)
    session.check() // if no user is signed in, the failed creation opens /login
  }
  await exchangeOrSignOut(engine, (exchange) => loadStats(exchange, onCreationFailed), 'stats-failed')
  shown.update({ isNothingThere: true }) // if the log has no base now, the app shows the data of this device
}

/** Sends the pending answers. */
async function send(engine: Engine): Promise<void> {
  await exchangeOrSignOut(engine, sendAnswers, 'sync-failed')
}

/** Runs an exchange. A failure of the server is logged and signs the user out, but the log keeps the answers (specification §8). */
async function exchangeOrSignOut(
  engine: Engine,
  work: (exchange: Exchange) => Promise<unknown>,
  failure: SyncFailure,
): Promise<void> {
  const { network, page, session, shown, startTimer, stopped, logFailure } = engine
  const before = network.connection()
  if (before === 'none') return // the answers are sent when the network is back
  try {
    await withExchange(engine, work)
  } catch (cause) {
    // The browser aborts the requests of an unloading page before it fires `pagehide`.
    const isLeaving = isUnreachable(cause) && (await page.isLeaving())
    if (!isLeaving && !isNoAttempt(cause, [before, network.connection()])) {
      logFailure(failure === 'sync-failed' ? 'Sending statistics failed.' : 'Reading statistics failed.', cause)
      if (!stopped.aborted) await session.forceSignOut(failure)
      return
    }
  }
  if (shown.facts().stats.pending.length > 0) startTimer()
}

/**
 * Makes one best-effort write when the page is hidden, because the page may not be shown again. Does nothing during an exchange.
 */
async function leave({ api, log, userId, network, shown, logFailure }: Engine): Promise<void> {
  const { stats, exchanges, isOtherTabExchanging } = shown.facts()
  const isBusy = exchanges > 0 || isOtherTabExchanging
  if (stats.base === null || stats.pending.length === 0 || isBusy || network.connection() === 'none') return
  await leaveBehind({ api, log, userId }, stats).catch((cause: unknown) =>
    logFailure('The last write before the page was hidden failed.', cause),
  )
}

async function sendLast(engine: Engine): Promise<void> {
  const { network, clock, shown, logFailure, writes } = engine
  await forAtMost(clock, LAST_SEND_MAX_MS, async (signal) => {
    await writes.settled()
    if (signal.aborted || shown.facts().stats.pending.length === 0 || network.connection() === 'none') return
    await withExchange(engine, sendAnswers, signal).catch((cause: unknown) =>
      logFailure('The answers could not be sent before signing out.', cause),
    )
  })
}

/** Waits for the work for at most the duration, then aborts its signal and stops waiting. */
async function forAtMost(clock: Clock, durationMs: number, work: (signal: AbortSignal) => Promise<void>) {
  const abandoning = new AbortController()
  const tooLong = new Promise<void>((resolve) => abandoning.signal.addEventListener('abort', () => resolve()))
  const stopWaiting = clock.startTimer(durationMs, () => abandoning.abort())
  await Promise.race([work(abandoning.signal), tooLong])
  stopWaiting()
}

function onErasing({ userId, log, stop, onErased }: Engine): void {
  log.forget(userId)
  stop()
  onErased()
}

function onExchange(engine: Engine, event: 'exchanging' | 'exchanged' | 'failed'): void {
  const { shown, clock } = engine
  shown.update({ isOtherTabExchanging: event === 'exchanging' })
  if (event !== 'exchanged') return
  shown.update({ syncedAtMs: clock.now() })
  inBackground(engine, readLog(engine))
}

function onNetwork(engine: Engine, isOnline: boolean): void {
  const { shown } = engine
  shown.update({}) // the state also depends on the connection
  if (!isOnline) return
  if (shown.facts().stats.pending.length > 0) void send(engine)
  else inBackground(engine, askWhereNothingIsKnown(engine))
}
