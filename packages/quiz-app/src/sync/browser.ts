// The sync engine's browser edges: a lock and a channel across tabs, page-visibility events, and a clock.

const CHANNEL = 'revisa-stats'

/** Runs `work` while no other tab of this browser exchanges statistics for the same user. */
export type Lock = <Result>(userId: string, work: () => Promise<Result>) => Promise<Result>

/** Message to the other tabs: an answer was logged, an exchange started or ended, or the user's data must be erased. */
export type TabEvent = (typeof TAB_EVENTS)[number]
const TAB_EVENTS = ['answered', 'exchanging', 'exchanged', 'failed', 'erasing'] as const

/** The other tabs of this browser in which the same user is signed in. */
export type Tabs = {
  /** Tells the others, as long as this tab follows them itself. */
  announce(event: TabEvent): void
  /** @returns a function that stops */
  follow(listener: (event: TabEvent) => void): () => void
}

export type Page = {
  /** Calls back whenever the page is hidden, and perhaps never shown again, and when it is shown. @returns ends that */
  follow(listener: (visibility: DocumentVisibilityState) => void): () => void
  /**
   * Whether the page is going away, as far as it is followed. Browsers end its requests before they say so (Firefox and
   * WebKit by up to 85 ms), so the answer takes a moment.
   */
  isLeaving(): Promise<boolean>
  /** Lets the browser ask before the page is left. @returns a function that ends this */
  askBeforeLeaving(): () => void
}

export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  /** @returns a function that stops the timer before it ends */
  startTimer(delayMs: number, onEnd: () => void): () => void
}

/**
 * Web Locks let one exchange run at a time over all tabs. Browsers lack them on plain http only: there one exchange of this
 * page runs at a time, and those of two tabs may overlap (decision 090).
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
        const { userId: whose, event } = Object(data) as { userId?: unknown; event?: unknown } // any page may speak here
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

/** A page that still runs so long after it was told to go stays: the person cancelled, or the address was a download. */
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
        Object.assign(event, { returnValue: true }) // for Chrome before 119
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
