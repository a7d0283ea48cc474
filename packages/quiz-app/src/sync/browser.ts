// Connects the sync engine to the browser: a lock and a channel across tabs, page events, and a clock.

const CHANNEL = 'revisa-stats'

/** Runs one `work` at a time for each user, across all tabs if the browser has Web Locks. */
export type Lock = <Result>(userId: string, work: () => Promise<Result>) => Promise<Result>

/** Message to the other tabs: an answer was logged, an exchange started or ended, or the user's data must be erased. */
export type TabEvent = (typeof TAB_EVENTS)[number]
const TAB_EVENTS = ['answered', 'exchanging', 'exchanged', 'failed', 'erasing'] as const

/** Other tabs of this browser in which the same user is signed in. */
export type Tabs = {
  /** Sends an event to the other tabs. Requires an active {@link follow} subscription. */
  announce(event: TabEvent): void
  /** @returns a function that unsubscribes */
  follow(listener: (event: TabEvent) => void): () => void
}

export type Page = {
  /** Calls the listener when the page is hidden or shown. A hidden page may never be shown again. @returns a function that unsubscribes */
  follow(listener: (visibility: DocumentVisibilityState) => void): () => void
  /**
   * Whether the page is unloading. Requires an active {@link follow} subscription. Firefox and WebKit abort the requests of an
   * unloading page up to 85 ms before they fire an event, so the promise resolves after a delay.
   */
  isLeaving(): Promise<boolean>
  /** Makes the browser ask for confirmation before the user leaves the page. @returns a function that cancels the request */
  askBeforeLeaving(): () => void
}

export type Clock = {
  /** Current time in milliseconds since 1970. */
  now(): number
  /** Starts a timer. @returns a function that cancels the timer */
  startTimer(delayMs: number, onEnd: () => void): () => void
}

/**
 * Runs one of a user's exchanges at a time across all tabs, using Web Locks. Supported browsers lack Web Locks only on plain
 * http. Without Web Locks, each page runs one exchange at a time, but the exchanges of two tabs may overlap (decision 090).
 */
export const browserLock: Lock = (userId, work) => {
  const { locks } = navigator as Partial<Navigator>
  return locks ? locks.request(`revisa-stats-${userId}`, work) : afterOthersOfThisPage(work)
}

let lastOfThisPage: Promise<unknown> = Promise.resolve()

function afterOthersOfThisPage<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = lastOfThisPage.then(work)
  lastOfThisPage = result.catch(() => undefined)
  return result
}

export function createTabs(userId: string): Tabs {
  let channel: BroadcastChannel | null = null
  return {
    announce: (event) => channel?.postMessage({ userId, event }),

    follow(listener) {
      channel = new BroadcastChannel(CHANNEL)
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        // Any page of this origin can post messages to this channel.
        const { userId: whose, event } = Object(data) as { userId?: unknown; event?: unknown }
        const known = TAB_EVENTS.find((name) => name === event)
        if (whose === userId && known) listener(known)
      })
      return () => {
        channel?.close()
        channel = null
      }
    },
  }
}

const LEAVING_TOLD_WITHIN_MS = 400

/** A page that still runs this long after `beforeunload` is not unloading: the user cancelled, or the link was a download. */
const LEAVING_TAKES_MS = 2000

export function createPage(): Page {
  let toldAtMs = -Infinity
  const noteLeaving = () => (toldAtMs = Date.now())

  return {
    follow(listener) {
      const following = new AbortController()
      const { signal } = following
      document.addEventListener('visibilitychange', () => listener(document.visibilityState), { signal })
      globalThis.addEventListener('beforeunload', noteLeaving, { signal })
      globalThis.addEventListener('pagehide', noteLeaving, { signal })
      return () => following.abort()
    },

    async isLeaving() {
      const failedAtMs = Date.now()
      await new Promise((resolve) => setTimeout(resolve, LEAVING_TOLD_WITHIN_MS))
      return toldAtMs > failedAtMs - LEAVING_TAKES_MS
    },

    askBeforeLeaving() {
      const asking = new AbortController()
      const ask = (event: Event) => {
        event.preventDefault()
        Object.assign(event, { returnValue: true }) // Chrome before version 119 needs this property
      }
      globalThis.addEventListener('beforeunload', ask, { signal: asking.signal })
      return () => asking.abort()
    },
  }
}

export const browserClock: Clock = {
  now: () => Date.now(),
  startTimer(delayMs, onEnd) {
    const timer = setTimeout(onEnd, delayMs)
    return () => clearTimeout(timer)
  },
}
