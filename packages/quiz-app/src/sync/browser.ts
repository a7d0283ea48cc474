// What the browser gives the sync: its lock and its channel over all tabs, word that the page is hidden, and time.

const CHANNEL = 'revisa-stats'

/** Runs `work` while no other tab of this browser exchanges statistics for the same user. */
export type Lock = <Result>(userId: string, work: () => Promise<Result>) => Promise<Result>

/** What a tab tells the others: it logged an answer, its exchange begins, or ended; the user's data are to be erased. */
export type TabEvent = 'answered' | 'exchanging' | 'exchanged' | 'failed' | 'erasing'
type TabMessage = { userId: string; event: TabEvent }

/** The other tabs of this browser in which the same user is signed in. */
export type Tabs = {
  /** Tells the others, as long as this tab follows them itself. */
  announce(event: TabEvent): void
  /** @returns a function that stops */
  follow(listener: (event: TabEvent) => void): () => void
}

export type Page = {
  /** Calls back whenever the page is hidden, and perhaps never shown again. @returns a function that stops */
  onHidden(listener: () => void): () => void
}

export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  /** @returns a function that stops the timer before it ends */
  startTimer(delayMs: number, onEnd: () => void): () => void
}

/**
 * One at a time over all tabs with Web Locks; over this page where the browser has none (an address that is neither https
 * nor localhost).
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
    announce: (event) => channel?.postMessage({ userId, event } satisfies TabMessage),

    follow(listener) {
      if (typeof BroadcastChannel === 'undefined') return () => {} // the tabs learn of each other from the server
      const opened = new BroadcastChannel(CHANNEL)
      opened.addEventListener('message', ({ data: message }: MessageEvent<TabMessage>) => {
        if (message.userId === userId) listener(message.event)
      })
      channel = opened
      return () => {
        opened.close()
        channel = null
      }
    },
  }
}

export const browserPage: Page = {
  onHidden(listener) {
    const listening = new AbortController()
    const notice = () => {
      if (document.visibilityState === 'hidden') listener()
    }
    document.addEventListener('visibilitychange', notice, { signal: listening.signal })
    return () => listening.abort()
  },
}

export const browserClock: Clock = {
  now: () => Date.now(),
  startTimer(delayMs, onEnd) {
    const timer = setTimeout(onEnd, delayMs)
    return () => clearTimeout(timer)
  },
}
