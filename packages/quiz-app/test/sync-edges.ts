import { createNetwork } from '../src/api/network.ts'
import type { Network } from '../src/api/network.ts'
import { createDeviceStorage } from '../src/storage/device-storage.ts'
import { createAnswerLog } from '../src/sync/answer-log.ts'
import type { AnswerLog } from '../src/sync/answer-log.ts'
import type { Clock, Lock, Page, TabEvent, Tabs } from '../src/sync/browser.ts'

// Edges of the sync engine for tests that drive the engine directly: clock, network, page, and the state shared by a browser's tabs.

/** Clock that only the test advances. */
export function createManualClock() {
  let nowMs = 1_700_000_000_000
  const timers = new Set<{ endsAtMs: number; onEnd: () => void }>()
  const clock: Clock = {
    now: () => nowMs,
    startTimer(delayMs, onEnd) {
      const timer = { endsAtMs: nowMs + delayMs, onEnd }
      timers.add(timer)
      return () => timers.delete(timer)
    },
  }
  return {
    clock,
    pass(durationMs: number) {
      nowMs += durationMs
      for (const timer of [...timers].sort((one, other) => one.endsAtMs - other.endsAtMs)) {
        if (timer.endsAtMs <= nowMs && timers.delete(timer)) timer.onEnd()
      }
    },
  }
}

/**
 * One browser profile on one device: its database, which each tab opens for itself, and what its tabs share.
 *
 * @param openLog opens the log of a tab
 */
export function createProfile(openLog?: () => AnswerLog) {
  const databaseName = crypto.randomUUID()
  const followers = new Set<(event: TabEvent) => void>()
  let last: Promise<unknown> = Promise.resolve()

  const lock: Lock = (_userId, work) => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }

  /** The view of one tab: it hears all the others. */
  function createTabs(): Tabs {
    let own: ((event: TabEvent) => void) | null = null
    return {
      announce(event) {
        if (own !== null) for (const follower of followers) if (follower !== own) follower(event)
      },
      follow(listener) {
        own = listener
        followers.add(listener)
        return () => {
          own = null
          followers.delete(listener)
        }
      },
    }
  }

  return {
    databaseName,
    openLog: openLog ?? (() => createAnswerLog(createDeviceStorage({ name: databaseName, logFailure: () => {} }))),
    lock,
    createTabs,
  }
}

export type Profile = ReturnType<typeof createProfile>

/** The network to an API, far away unless told otherwise, as the test switches it. */
export function createSwitchedNetwork({ wasOpenedOffline = false, apiUrl = 'https://api.test' } = {}) {
  const events = new EventTarget()
  let isOnline = true
  const network = createNetwork({ apiUrl, wasOpenedOffline, isOnline: () => isOnline, events })
  return {
    network,
    goOffline() {
      isOnline = false
      events.dispatchEvent(new Event('offline'))
    },
    goOnline() {
      isOnline = true
      events.dispatchEvent(new Event('online'))
    },
  }
}

/** The network as one page hears of it: that page alone can be told that the browser is online, at any moment. */
export function createPageNetwork(network: Network) {
  let tell = (_isOnline: boolean) => {}
  const ofPage: Network = {
    ...network,
    follow(listener) {
      tell = listener
      return network.follow(listener)
    },
  }
  return { network: ofPage, hearOnline: () => tell(true) }
}

/**
 * A page that the test hides. `isLeaving` is what it says of itself after a call without a reply, `asks` how often it would
 * ask before it is left.
 */
export function createHideablePage() {
  const listeners = new Set<(visibility: DocumentVisibilityState) => void>()
  const leaving = { isLeaving: async () => false, asks: 0 }
  const page: Page = {
    follow(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isLeaving: () => leaving.isLeaving(),
    askBeforeLeaving() {
      leaving.asks += 1
      return () => (leaving.asks -= 1)
    },
  }
  const hide = () => {
    for (const listener of listeners) listener('hidden')
  }
  return { page, hide, leaving }
}
