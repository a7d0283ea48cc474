import type { Connection, Network } from '../api/network.ts'
import { ApiError } from '../api/quiz-api.ts'
import type { QuizApi } from '../api/quiz-api.ts'
import { logFailure as logToConsole } from '../failure-log.ts'
import type { AnswerLog, NewAnswer } from './answer-log.ts'
import { browserClock, browserLock, browserPage, createTabs } from './browser.ts'
import type { Clock, Lock, Page, TabEvent, Tabs } from './browser.ts'
import { loadStats, sendAnswers } from './exchange.ts'
import type { Exchange } from './exchange.ts'
import { mergeStats } from './merge.ts'
import { NOTHING_KNOWN, stateOf } from './state.ts'
import type { SyncFacts, SyncState } from './state.ts'

/** Time between the first unsent answer and the send (specification §9). */
export const STATS_SYNC_DELAY_MS = 10_000

const LOGOUT_SEND_MAX_MS = 3000

/** A page may leave behind requests of 64 kB in all; below this there is room for headers. */
const KEEPALIVE_MAX_BYTES = 60_000

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
  /** Sends what waits; a failure is logged and signs out, and the log keeps the answers (specification §8). */
  send(): Promise<void>
  /** The page may never come back: one best-effort write. The next regular exchange finds out whether it arrived. */
  leave(): Promise<void>
  /** One short try to send what waits, then out; the log keeps what did not arrive. */
  logOut(): Promise<void>
  /** Ends the timer and tells nobody any more; what is on its way may still arrive. */
  stop(): void
}

export function createSync(options: SyncOptions): Sync {
  const { userId, api, log, network, session, lock = browserLock, tabs = createTabs(userId) } = options
  const { page = browserPage, clock = browserClock, logFailure = logToConsole } = options

  let facts = NOTHING_KNOWN
  let state = stateOf(facts, network.connection())
  let isOtherTabExchanging = false
  let isStopped = false
  let stopTimer = () => {}
  const listeners = new Set<(state: SyncState) => void>()
  const unfollow: (() => void)[] = []

  function update(changes: Partial<SyncFacts>): void {
    if (isStopped) return
    facts = { ...facts, ...changes }
    state = stateOf(facts, network.connection())
    for (const listener of listeners) listener(state)
  }

  /** Shows what the log holds: the base and what it lacks. Done when the server's state may have changed. */
  async function readLog(): Promise<void> {
    update({ stats: await (await log).read(userId) })
  }

  /** Shows the newest answers on the same base, which can be large and is not read again. */
  async function readPending(): Promise<void> {
    const { base } = facts.stats
    const pending = await (await log).readAfter(userId, base?.lastKey ?? 0)
    if (facts.stats.base === base) update({ stats: { base, pending } })
    else await readPending() // the base changed meanwhile, perhaps read before the newest answer
  }

  /** Reading for the screen alone: where it fails, the screen stays as it is. */
  function inBackground(reading: Promise<void>): void {
    reading.catch((cause: unknown) => logFailure('The answers on this device could not be read.', cause))
  }

  async function answer(given: NewAnswer): Promise<void> {
    await (await log).append(userId, given)
    await readPending()
    tabs.announce('answered')
    startTimer()
  }

  /** Starts the one-shot send timer unless it runs; it is over when the send is triggered, not when that ends. */
  function startTimer(): void {
    if (isStopped || facts.dueAtMs !== null) return
    stopTimer = clock.startTimer(STATS_SYNC_DELAY_MS, () => {
      update({ dueAtMs: null })
      void send()
    })
    update({ dueAtMs: clock.now() + STATS_SYNC_DELAY_MS })
  }

  async function load(): Promise<void> {
    const onCreationFailed = (cause: unknown) => {
      logFailure('The statistics could not be created.', cause)
      update({ isCreationRefused: true }) // the person starts from empty ones
      void session.check() // creation redirects to /login when nobody is signed in
    }
    await exchangeOrSignOut((exchange) => loadStats(exchange, onCreationFailed), 'stats-failed')
  }

  async function send(): Promise<void> {
    await exchangeOrSignOut(sendAnswers, 'sync-failed')
  }

  async function exchangeOrSignOut(work: Work, failure: SyncFailure): Promise<void> {
    if (network.connection() === 'none') return // the network that comes back sends what waits
    try {
      await exchangeAlone(work)
      network.noteAnswer()
    } catch (cause) {
      if (!isNoAttempt(cause, network.connection())) {
        network.noteAnswer()
        logFailure(failure === 'sync-failed' ? 'Sending statistics failed.' : 'Reading statistics failed.', cause)
        if (!isStopped) await session.forceSignOut(failure)
        return
      }
    }
    if (facts.stats.pending.length > 0) startTimer()
  }

  /** An exchange with the server, alone over all tabs; what it changed is shown here and there. */
  async function exchangeAlone(work: Work, signal?: AbortSignal): Promise<void> {
    const exchange: Exchange = { api, log: await log, userId, ...(signal && { signal }) }
    let outcome: TabEvent = 'failed'
    update({ exchanges: facts.exchanges + 1 })
    try {
      await lock(userId, async () => {
        tabs.announce('exchanging')
        await work(exchange)
      })
      outcome = 'exchanged'
      update({ syncedAtMs: clock.now() })
    } finally {
      update({ exchanges: facts.exchanges - 1 })
      tabs.announce(outcome)
      await readLog()
    }
  }

  async function leave(): Promise<void> {
    const { base, pending } = facts.stats
    const isBusy = facts.exchanges > 0 || isOtherTabExchanging
    if (base === null || pending.length === 0 || isBusy || network.connection() === 'none') return
    const document = mergeStats({ base, pending }, base.document, (await log).deviceId)
    if (new Blob([JSON.stringify(document)]).size > KEEPALIVE_MAX_BYTES) return
    const etag = base.etag === undefined ? {} : { etag: base.etag }
    await api
      .putStats(document, { ...etag, keepalive: true })
      .catch((cause: unknown) => logFailure('The last write before hiding did not arrive.', cause))
  }

  async function logOut(): Promise<void> {
    if (facts.stats.pending.length > 0 && network.connection() !== 'none') {
      const abandoning = new AbortController()
      const tooLong = new Promise<void>((resolve) => abandoning.signal.addEventListener('abort', () => resolve()))
      const stopWaiting = clock.startTimer(LOGOUT_SEND_MAX_MS, () => abandoning.abort())
      const sent = exchangeAlone(sendAnswers, abandoning.signal).catch((cause: unknown) =>
        logFailure('The answers could not be sent before signing out.', cause),
      )
      await Promise.race([sent, tooLong])
      stopWaiting()
    }
    await session.signOut()
  }

  function hearTab(event: TabEvent): void {
    if (event === 'answered') inBackground(readPending())
    else isOtherTabExchanging = event === 'exchanging'
    if (event !== 'exchanged') return
    update({ syncedAtMs: clock.now() })
    inBackground(readLog())
  }

  function hearNetwork(isOnline: boolean): void {
    update({}) // the state depends on the connection
    if (isOnline) void send()
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start() {
      unfollow.push(
        tabs.follow(hearTab),
        network.follow(hearNetwork),
        page.onHidden(() => void leave()),
      )
      inBackground(readLog())
    },
    answer,
    load,
    send,
    leave,
    logOut,
    stop() {
      isStopped = true
      stopTimer()
      for (const stop of unfollow) stop()
    },
  }
}

type Work = (exchange: Exchange) => Promise<unknown>

/** Being offline, or without a token because the identity service is away, says nothing about the server. */
function isNoAttempt(cause: unknown, connection: Connection): boolean {
  if (!(cause instanceof ApiError)) return false
  return cause.code === 'NoToken' || (cause.code === 'Unreachable' && connection !== 'expected')
}
