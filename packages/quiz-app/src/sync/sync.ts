import type { Network } from '../api/network.ts'
import type { QuizApi } from '../api/quiz-api.ts'
import { logFailure as logToConsole } from '../failure-log.ts'
import { inBatches } from '../storage/batches.ts'
import type { AnswerLog } from './answer-log.ts'
import { browserClock, browserLock, createPage, createTabs } from './browser.ts'
import type { Clock, Lock, Page, TabEvent, Tabs } from './browser.ts'
import { leaveBehind, loadStats, readStats, sendAnswers } from './exchange.ts'
import type { Exchange } from './exchange.ts'
import { isNoAttempt, isUnreachable, LogLostError, notingAnswers } from './failures.ts'
import type { NewAnswer, Recorded } from './log-store.ts'
import { createShown } from './state.ts'
import type { Shown, SyncState } from './state.ts'
import { createWrites } from './writes.ts'
import type { Writes } from './writes.ts'

/** Time between the first unsent answer and the send (specification §9). */
export const STATS_SYNC_DELAY_MS = 10_000

const LAST_SEND_MAX_MS = 3000

/** How often an exchange begins again because the log was lost in the middle of it. */
const MAX_LOSSES = 5

/** Why the sync ends the session: the answers could not be sent, or the statistics could not be read. */
export type SyncFailure = 'sync-failed' | 'stats-failed'

export type SyncOptions = {
  userId: string
  api: QuizApi
  /** The log of this device. */
  log: AnswerLog
  network: Network
  /** The session that the specification tells the sync to check or end. */
  session: { check(): Promise<void>; forceSignOut(reason: SyncFailure): Promise<void> }
  lock?: Lock
  tabs?: Tabs
  page?: Page
  clock?: Clock
  /** Told when another tab erases this user's data: this engine has stopped. */
  onErased?: () => void
  logFailure?: (what: string, cause: unknown) => void
}

/** Keeps one signed-in user's answers safe and in step with the server (decision 009). */
export type Sync = {
  state(): SyncState
  /** @returns a function that stops */
  subscribe(listener: (state: SyncState) => void): () => void
  /** Follows the other tabs, the network and the page, until {@link stop}. */
  start(): void
  /**
   * Stores an answer and resolves when it is durable; then it counts, and the send timer starts. Until then the state has
   * `isStoring`, and the browser asks before the page is left. A question that was answered before in the same run,
   * perhaps in another tab, keeps that answer.
   */
  answer(answer: NewAnswer): Promise<Recorded>
  /** Home load (specification §4): reads the server's statistics, created empty where there are none. */
  load(): Promise<void>
  /** One short try to send what waits, before the person leaves; the log keeps what did not arrive. */
  sendLast(): Promise<void>
  /**
   * Stops the sync of this user in all tabs, then erases what this device keeps of their studying: nothing is sent
   * afterwards.
   */
  erase(): Promise<void>
  /**
   * Stops the sync of this user in all tabs and erases what this device keeps of their answers, if every answer arrived.
   *
   * @returns the number of answers that did not arrive: then nothing is erased
   */
  eraseIfArrived(): Promise<number>
  /** Ends the timer and tells nobody any more; what is on its way may still arrive. */
  stop(): void
}

export function createSync(options: SyncOptions): Sync {
  const { userId, log, network, lock = browserLock, tabs = createTabs(userId) } = options
  const { page = createPage(), clock = browserClock, logFailure = logToConsole, onErased = () => {} } = options

  const stopping = new AbortController()
  const stopped = stopping.signal
  const shown = createShown({ known: () => log.known(userId), connection: () => network.connection(), stopped })
  const startTimer = createSendTimer({ clock, shown, stopped }, () => void send(engine))
  const api = notingAnswers(options.api, network)
  const writes = createWrites({ page, shown })
  const engine: Engine = { ...options, api, lock, tabs, page, clock, logFailure, shown, startTimer, writes, stopped }
  const followAnswers = inBatches(async (events: readonly TabEvent[]) => {
    await log.readPending(userId)
    shown.showKnown()
    return events
  })

  function hearErasing(): void {
    log.forget(userId)
    stopping.abort()
    onErased()
  }

  return {
    state: () => shown.state(),
    subscribe: (listener) => shown.subscribe(listener),
    start() {
      const unfollow = [
        tabs.follow((event) => {
          if (event === 'erasing') hearErasing()
          else if (event === 'answered') inBackground(engine, followAnswers(event))
          else hearTab(engine, event)
        }),
        network.follow((isOnline) => hearNetwork(engine, isOnline)),
        page.follow((visibility) => {
          if (visibility === 'hidden') void leave(engine)
          else inBackground(engine, readLog(engine)) // messages that came while it was in the back/forward cache are lost
        }),
        log.onLost(() => inBackground(engine, recover(engine))),
      ]
      for (const stop of unfollow) stopped.addEventListener('abort', stop)
      inBackground(engine, begin(engine))
    },
    answer: (given) => answer(engine, given),
    load: () => load(engine),
    sendLast: () => sendLast(engine),
    async erase() {
      tabs.announce('erasing')
      stopping.abort()
      await writes.settled()
      await lock(userId, () => log.erase(userId))
    },
    async eraseIfArrived() {
      const waiting = await log.eraseIfArrived(userId)
      if (waiting > 0) return waiting
      tabs.announce('erasing')
      stopping.abort()
      return 0
    },
    stop: () => stopping.abort(),
  }
}

/** The edges of one user's sync, and what it keeps while it runs. */
type Engine = Required<Omit<SyncOptions, 'onErased'>> & {
  shown: Shown
  startTimer: () => void
  writes: Writes
  /** Aborts when the sync is stopped. */
  stopped: AbortSignal
}

/** Starts the one-shot send timer unless it runs; it is over when the send is triggered, not when that ends. */
function createSendTimer({ clock, shown, stopped }: Pick<Engine, 'clock' | 'shown' | 'stopped'>, onEnd: () => void) {
  let stopTimer = () => {}
  stopped.addEventListener('abort', () => stopTimer())
  return () => {
    if (stopped.aborted || shown.facts().dueAtMs !== null) return
    stopTimer = clock.startTimer(STATS_SYNC_DELAY_MS, () => {
      shown.update({ dueAtMs: null })
      onEnd()
    })
    shown.update({ dueAtMs: clock.now() + STATS_SYNC_DELAY_MS })
  }
}

/** Shows what the log holds, and what changed for its base. Done when the server's state may have changed. */
async function readLog({ userId, log, shown }: Engine): Promise<void> {
  await log.read(userId)
  shown.showKnown()
}

/** Shows what is here, and sends what an earlier page left. */
async function begin(engine: Engine): Promise<void> {
  const { shown, startTimer } = engine
  await readLog(engine)
  if (shown.facts().stats.pending.length > 0) startTimer()
  await askWhereNothingIsKnown(engine)
}

/** A device that knows nothing of this user yet asks the server, whatever the screen. */
async function askWhereNothingIsKnown(engine: Engine): Promise<void> {
  const { network, shown, stopped, logFailure } = engine
  const { stats, exchanges, isNothingThere } = shown.facts()
  if (stats.base !== null || exchanges > 0 || isNothingThere || network.connection() === 'none') return
  try {
    await exchangeAlone(engine, readStats)
  } catch (cause) {
    if (!stopped.aborted) logFailure('The statistics could not be read; home will ask for them.', cause)
  }
  shown.update({ isNothingThere: true })
}

/**
 * The log was lost, and what this page knows goes into the next one. Every tab asks for the lock until it has done that:
 * no exchange begins on half of what this device knows.
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
    void session.check() // creation redirects to /login when nobody is signed in
  }
  await exchangeOrSignOut(engine, (exchange) => loadStats(exchange, onCreationFailed), 'stats-failed')
  shown.update({ isNothingThere: true }) // where the log has no base now, the person starts from what is here
}

/** Sends what waits; a failure is logged and signs out, and the log keeps the answers (specification §8). */
async function send(engine: Engine): Promise<void> {
  await exchangeOrSignOut(engine, sendAnswers, 'sync-failed')
}

type Work = (exchange: Exchange) => Promise<unknown>

async function exchangeOrSignOut(engine: Engine, work: Work, failure: SyncFailure): Promise<void> {
  const { network, page, session, shown, startTimer, stopped, logFailure } = engine
  const before = network.connection()
  if (before === 'none') return // the network that comes back sends what waits
  try {
    await exchangeAlone(engine, work)
  } catch (cause) {
    // A page that goes away breaks its requests off first and says so later.
    const isLeaving = isUnreachable(cause) && (await page.isLeaving())
    if (!isLeaving && !isNoAttempt(cause, [before, network.connection()])) {
      logFailure(failure === 'sync-failed' ? 'Sending statistics failed.' : 'Reading statistics failed.', cause)
      if (!stopped.aborted) await session.forceSignOut(failure)
      return
    }
  }
  if (shown.facts().stats.pending.length > 0) startTimer()
}

/** An exchange with the server, alone over all tabs; what it changed is shown here and there. */
async function exchangeAlone(engine: Engine, work: Work, signal = engine.stopped): Promise<void> {
  const { userId, lock, tabs, clock, shown, stopped } = engine
  let outcome: TabEvent = 'failed'
  shown.update({ exchanges: shown.facts().exchanges + 1 })
  try {
    await onOneLog(engine, signal, (exchange) =>
      lock(userId, async () => {
        if (exchange.signal?.aborted) throw exchange.signal.reason
        shown.update({ isOtherTabExchanging: false }) // a tab that died in its exchange never said how that ended
        tabs.announce('exchanging')
        await work(exchange)
      }),
    )
    outcome = 'exchanged'
    shown.update({ syncedAtMs: clock.now() })
  } finally {
    shown.update({ exchanges: shown.facts().exchanges - 1 })
    tabs.announce(outcome)
    if (!stopped.aborted) await readLog(engine)
  }
}

/** An exchange belongs to one log. Where that is lost in the middle, the exchange begins again on the next one. */
async function onOneLog(engine: Engine, signal: AbortSignal, work: Work): Promise<void> {
  const { api, log, userId } = engine
  for (let losses = 0; losses < MAX_LOSSES; losses += 1) {
    const ending = new AbortController()
    const end = () => ending.abort(signal.reason)
    let isLost = false
    const stopFollowing = log.onLost(() => {
      isLost = true
      ending.abort(new LogLostError('The log was lost during the exchange.'))
    })
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
    try {
      await readLog(engine) // so that what this page knows is in it
      return void (await work({ api, log, userId, signal: ending.signal }))
    } catch (cause) {
      if (!isLost || signal.aborted) throw cause
    } finally {
      stopFollowing()
      signal.removeEventListener('abort', end)
    }
  }
  throw new LogLostError(`The log was lost in ${MAX_LOSSES} exchanges.`)
}

/** The page may never come back: one best-effort write, unless one is on its way. */
async function leave({ api, log, userId, network, shown, logFailure }: Engine): Promise<void> {
  const { stats, exchanges, isOtherTabExchanging } = shown.facts()
  const isBusy = exchanges > 0 || isOtherTabExchanging
  if (stats.base === null || stats.pending.length === 0 || isBusy || network.connection() === 'none') return
  await leaveBehind({ api, log, userId }, stats).catch((cause: unknown) =>
    logFailure('The last write before hiding did not arrive.', cause),
  )
}

async function sendLast(engine: Engine): Promise<void> {
  const { network, clock, shown, logFailure, writes } = engine
  await forAtMost(clock, LAST_SEND_MAX_MS, async (signal) => {
    await writes.settled()
    if (signal.aborted || shown.facts().stats.pending.length === 0 || network.connection() === 'none') return
    await exchangeAlone(engine, sendAnswers, signal).catch((cause: unknown) =>
      logFailure('The answers could not be sent before signing out.', cause),
    )
  })
}

/** Waits for the work as long as it may take; then its signal aborts, and it is waited for no longer. */
async function forAtMost(clock: Clock, durationMs: number, work: (signal: AbortSignal) => Promise<void>) {
  const abandoning = new AbortController()
  const tooLong = new Promise<void>((resolve) => abandoning.signal.addEventListener('abort', () => resolve()))
  const stopWaiting = clock.startTimer(durationMs, () => abandoning.abort())
  await Promise.race([work(abandoning.signal), tooLong])
  stopWaiting()
}

function hearTab(engine: Engine, event: Exclude<TabEvent, 'answered' | 'erasing'>): void {
  const { shown, clock } = engine
  shown.update({ isOtherTabExchanging: event === 'exchanging' })
  if (event !== 'exchanged') return
  shown.update({ syncedAtMs: clock.now() })
  inBackground(engine, readLog(engine))
}

function hearNetwork(engine: Engine, isOnline: boolean): void {
  const { shown } = engine
  shown.update({}) // the state depends on the connection
  if (!isOnline) return
  if (shown.facts().stats.pending.length > 0) void send(engine)
  else inBackground(engine, askWhereNothingIsKnown(engine))
}

/** Nobody waits for what only refreshes the screen: a failure is logged. */
function inBackground({ logFailure }: Engine, work: Promise<unknown>): void {
  void work.catch((cause: unknown) => logFailure('The answers on this device could not be read.', cause))
}
