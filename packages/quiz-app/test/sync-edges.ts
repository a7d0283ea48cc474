import { createNetwork } from '../src/api/network.ts'
import type { Network } from '../src/api/network.ts'
import { createDeviceStorage } from '../src/storage/device-storage.ts'
import { createAnswerLog } from '../src/sync/answer-log.ts'
import type { AnswerLog } from '../src/sync/answer-log.ts'
import type { Clock, Lock, Page, TabEvent, Tabs } from '../src/sync/browser.ts'

// Simulated dependencies for tests that drive the sync engine directly: clock, network, page, and the state shared by a browser's
// tabs.

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
 * Creates a browser profile: the name of its database, which each tab opens separately, and the state that the tabs share.
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

  /** Creates the channel of one tab, which receives the events of the other tabs. */
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

/** Creates a network to an API, remote by default, that the test switches on and off. */
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

/** Creates one page's view of the network, to which the test can report at any time that the browser is online. */
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
 * Creates a page that the test can hide. `isLeaving` is its result after a call without a reply; `asks` is the number of pending
 * requests to ask before leaving.
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
