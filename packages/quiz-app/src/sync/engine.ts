import type { Network } from '../api/network.ts'
import type { QuizApi } from '../api/quiz-api.ts'
import { logFailure as logToConsole } from '../failure-log.ts'
import type { AnswerLog } from './answer-log.ts'
import { browserClock, browserLock, createPage, createTabs } from './browser.ts'
import type { Clock, Lock, Page, Tabs } from './browser.ts'
import { notingAnswers } from './failures.ts'
import { createShown } from './state.ts'
import type { Shown } from './state.ts'
import { createWrites } from './writes.ts'
import type { Writes } from './writes.ts'

/** Time between the first unsent answer and the send (specification §9). */
const STATS_SYNC_DELAY_MS = 10_000

/** Reason why the sync ends the session: the answers could not be sent, or the statistics could not be read. */
export type SyncFailure = 'sync-failed' | 'stats-failed'

export type SyncOptions = {
  userId: string
  api: QuizApi
  /** Log of this device. */
  log: AnswerLog
  network: Network
  /** Session that the sync checks or ends, as specified. */
  session: { check(): void; forceSignOut(reason: SyncFailure): Promise<void> }
  lock?: Lock
  tabs?: Tabs
  page?: Page
  clock?: Clock
  /** Called when another tab erases this user's data, which stops this engine. */
  onErased?: () => void
  logFailure?: (what: string, cause: unknown) => void
}

/** Dependencies and state of one user's sync. */
export type Engine = Required<SyncOptions> & {
  shown: Shown
  writes: Writes
  /** Starts the one-shot send timer if the timer is not running. The timer ends when the send starts. */
  startTimer: () => void
  stop: () => void
  /** Aborts when the sync is stopped. */
  stopped: AbortSignal
}

/** Creates the engine. @param onTimer called when the answers should be sent */
export function createEngine(options: SyncOptions, onTimer: () => void): Engine {
  const { userId, log, network, page = createPage(), clock = browserClock } = options
  const stopping = new AbortController()
  const stopped = stopping.signal
  const shown = createShown({ known: () => log.known(userId), connection: () => network.connection(), stopped })
  return {
    lock: browserLock,
    tabs: createTabs(userId),
    logFailure: logToConsole,
    onErased: () => {},
    ...options,
    api: notingAnswers(options.api, network),
    page,
    clock,
    shown,
    writes: createWrites({ page, shown }),
    startTimer: createSendTimer({ clock, shown, stopped }, onTimer),
    stop: () => stopping.abort(),
    stopped,
  }
}

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

/** Reads the pending answers and the base from the log and shows them. */
export async function readLog({ userId, log, shown }: Engine): Promise<void> {
  await log.read(userId)
  shown.showKnown()
}

/** Lets work continue in the background and logs its failure. */
export function inBackground({ logFailure }: Engine, work: Promise<unknown>): void {
  void work.catch((cause: unknown) => logFailure('The answers on this device could not be read.', cause))
}
