import type { Connection, Network } from '../api/network.ts'
import { ApiError } from '../api/api-error.ts'
import type { QuizApi } from '../api/quiz-api.ts'
import { logFailure as logToConsole } from '../failure-log.ts'
import type { AnswerLog, NewAnswer } from './answer-log.ts'
import { browserClock, browserLock, browserPage, createTabs } from './browser.ts'
import type { Clock, Lock, Page, TabEvent, Tabs } from './browser.ts'
import { leaveBehind, loadStats, sendAnswers } from './exchange.ts'
import type { Exchange } from './exchange.ts'
import { createShown } from './state.ts'
import type { Shown, SyncState } from './state.ts'

/** Time between the first unsent answer and the send (specification §9). */
export const STATS_SYNC_DELAY_MS = 10_000

const LOGOUT_SEND_MAX_MS = 3000

/** Why the sync ends the session: the answers could not be sent, or the statistics could not be read. */
export type SyncFailure = 'sync-failed' | 'stats-failed'

export type SyncOptions = {
  userId: string
  api: QuizApi
  /** The log of this device, as soon as it is open. */
  log: Promise<AnswerLog>
  network: Network
  /** The session that the specification tells the sync to check or end. */
  session: { check(): Promise<void>; signOut(): Promise<void>; forceSignOut(reason: SyncFailure): Promise<void> }
  lock?: Lock
  tabs?: Tabs
  page?: Page
  clock?: Clock
  logFailure?: (what: string, cause: unknown) => void
}

/** Keeps one signed-in user's answers safe and in step with the server (decision 009). */
export type Sync = {
  state(): SyncState
  /** @returns a function that stops */
  subscribe(listener: (state: SyncState) => void): () => void
  /** Follows the other tabs, the network and the page, until {@link stop}. */
  start(): void
  /** Makes an answer safe, then shows it and starts the send timer. Rejects when this device cannot keep it. */
  answer(answer: NewAnswer): Promise<void>
  /** Home load (specification §4): reads the server's statistics, created empty where there are none. */
  load(): Promise<void>
  /** One short try to send what waits, then out; the log keeps what did not arrive. */
  logOut(): Promise<void>
  /**
   * Stops the sync of this user in all tabs, then erases what this device keeps of their studying: nothing is sent
   * afterwards.
   */
  erase(): Promise<void>
  /** Ends the timer and tells nobody any more; what is on its way may still arrive. */
  stop(): void
}

export function createSync(options: SyncOptions): Sync {
  const { userId, log, network, lock = browserLock, tabs = createTabs(userId) } = options
  const { page = browserPage, clock = browserClock, logFailure = logToConsole } = options

  const stopping = new AbortController()
  const stopped = stopping.signal
  const shown = createShown({ userId, log, connection: () => network.connection(), stopped })
  const startTimer = createSendTimer({ clock, shown, stopped }, () => void send(engine))
  const engine: Engine = { ...options, lock, tabs, clock, logFailure, shown, startTimer, stopped }

  return {
    state: () => shown.state(),
    subscribe: (listener) => shown.subscribe(listener),
    start() {
      const unfollow = [
        tabs.follow((event) => (event === 'erasing' ? stopping.abort() : hearTab(engine, event))),
        network.follow((isOnline) => hearNetwork(engine, isOnline)),
        page.onHidden(() => void leave(engine)),
      ]
      for (const stop of unfollow) stopped.addEventListener('abort', stop)
      inBackground(engine, shown.readLog())
    },
    answer: (given) => answer(engine, given),
    load: () => load(engine),
    logOut: () => logOut(engine),
    async erase() {
      tabs.announce('erasing')
      stopping.abort()
      await lock(userId, async () => (await log).erase(userId))
    },
    stop: () => stopping.abort(),
  }
}

/** The edges of one user's sync, and what it keeps while it runs. */
type Engine = Required<Omit<SyncOptions, 'page'>> & {
  shown: Shown
  startTimer: () => void
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

async function answer({ userId, log, shown, tabs, startTimer }: Engine, given: NewAnswer): Promise<void> {
  await (await log).append(userId, given)
  await shown.readPending()
  tabs.announce('answered')
  startTimer()
}

async function load(engine: Engine): Promise<void> {
  const { session, shown, logFailure } = engine
  const onCreationFailed = (cause: unknown) => {
    logFailure('The statistics could not be created.', cause)
    shown.update({ isCreationRefused: true }) // the person starts from empty ones
    void session.check() // creation redirects to /login when nobody is signed in
  }
  await exchangeOrSignOut(engine, (exchange) => loadStats(exchange, onCreationFailed), 'stats-failed')
}

/** Sends what waits; a failure is logged and signs out, and the log keeps the answers (specification §8). */
async function send(engine: Engine): Promise<void> {
  await exchangeOrSignOut(engine, sendAnswers, 'sync-failed')
}

type Work = (exchange: Exchange) => Promise<unknown>

async function exchangeOrSignOut(engine: Engine, work: Work, failure: SyncFailure): Promise<void> {
  const { network, session, shown, startTimer, stopped, logFailure } = engine
  const before = network.connection()
  if (before === 'none') return // the network that comes back sends what waits
  try {
    await exchangeAlone(engine, work)
    network.noteAnswer()
  } catch (cause) {
    if (isAnswer(cause)) network.noteAnswer()
    if (!isNoAttempt(cause, [before, network.connection()])) {
      logFailure(failure === 'sync-failed' ? 'Sending statistics failed.' : 'Reading statistics failed.', cause)
      if (!stopped.aborted) await session.forceSignOut(failure)
      return
    }
  }
  if (shown.facts().stats.pending.length > 0) startTimer()
}

/** An exchange with the server, alone over all tabs; what it changed is shown here and there. */
async function exchangeAlone(engine: Engine, work: Work, signal?: AbortSignal): Promise<void> {
  const { api, log, userId, lock, tabs, clock, shown, stopped } = engine
  const exchange: Exchange = { api, log: await log, userId, signal: signal ?? stopped }
  let outcome: TabEvent = 'failed'
  shown.update({ exchanges: shown.facts().exchanges + 1 })
  try {
    await lock(userId, async () => {
      tabs.announce('exchanging')
      await work(exchange)
    })
    outcome = 'exchanged'
    shown.update({ syncedAtMs: clock.now() })
  } finally {
    shown.update({ exchanges: shown.facts().exchanges - 1 })
    tabs.announce(outcome)
    await shown.readLog()
  }
}

/** The page may never come back: one best-effort write, unless one is on its way. */
async function leave({ api, log, userId, network, shown, logFailure }: Engine): Promise<void> {
  const { stats, exchanges, isOtherTabExchanging } = shown.facts()
  const isBusy = exchanges > 0 || isOtherTabExchanging
  if (stats.base === null || stats.pending.length === 0 || isBusy || network.connection() === 'none') return
  const exchange = { api, log: await log, userId }
  await leaveBehind(exchange, stats).catch((cause: unknown) =>
    logFailure('The last write before hiding did not arrive.', cause),
  )
}

async function logOut(engine: Engine): Promise<void> {
  const { network, session, clock, shown, logFailure } = engine
  if (shown.facts().stats.pending.length > 0 && network.connection() !== 'none') {
    await forAtMost(clock, LOGOUT_SEND_MAX_MS, (signal) =>
      exchangeAlone(engine, sendAnswers, signal).catch((cause: unknown) =>
        logFailure('The answers could not be sent before signing out.', cause),
      ),
    )
  }
  await session.signOut()
}

/** Waits for the work as long as it may take; then its signal aborts, and it is waited for no longer. */
async function forAtMost(clock: Clock, durationMs: number, work: (signal: AbortSignal) => Promise<void>) {
  const abandoning = new AbortController()
  const tooLong = new Promise<void>((resolve) => abandoning.signal.addEventListener('abort', () => resolve()))
  const stopWaiting = clock.startTimer(durationMs, () => abandoning.abort())
  await Promise.race([work(abandoning.signal), tooLong])
  stopWaiting()
}

function hearTab(engine: Engine, event: Exclude<TabEvent, 'erasing'>): void {
  const { shown, clock } = engine
  if (event === 'answered') inBackground(engine, shown.readPending())
  else shown.update({ isOtherTabExchanging: event === 'exchanging' })
  if (event !== 'exchanged') return
  shown.update({ syncedAtMs: clock.now() })
  inBackground(engine, shown.readLog())
}

function hearNetwork(engine: Engine, isOnline: boolean): void {
  engine.shown.update({}) // the state depends on the connection
  if (isOnline) void send(engine)
}

/** Reading for the screen alone: where it fails, the screen stays as it is. */
function inBackground({ logFailure }: Engine, reading: Promise<void>): void {
  reading.catch((cause: unknown) => logFailure('The answers on this device could not be read.', cause))
}

/** Whether the server answered, if not as it should: a failing log, or nobody signed in, is not its answer. */
function isAnswer(cause: unknown): boolean {
  return cause instanceof ApiError && (cause.code === 'HttpStatus' || cause.code === 'MalformedReply')
}

/**
 * Being offline when it was sent or when it failed, or without a token because the identity service is away, says nothing
 * about the server.
 */
function isNoAttempt(cause: unknown, connections: readonly Connection[]): boolean {
  if (!(cause instanceof ApiError)) return false
  const isReplyOwed = connections.every((connection) => connection === 'expected')
  return cause.code === 'NoToken' || (cause.code === 'Unreachable' && !isReplyOwed)
}
