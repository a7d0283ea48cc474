// What the browser gives the sync: its lock and its channel over all tabs, word that the page is hidden, and time.

import { randomId } from '../random-id.ts'
import { tryWebStorage } from '../storage/web-storage.ts'
import { underLease } from './tab-lease.ts'

const CHANNEL = 'revisa-stats'

/** Runs `work` while no other tab of this browser exchanges statistics for the same user. */
export type Lock = <Result>(userId: string, work: () => Promise<Result>) => Promise<Result>

/** What a tab tells the others: it logged an answer, its exchange begins, or ended; the user's data are to be erased. */
export type TabEvent = (typeof TAB_EVENTS)[number]
const TAB_EVENTS = ['answered', 'exchanging', 'exchanged', 'failed', 'erasing'] as const
type TabMessage = { userId: string; event: TabEvent }

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
 * One at a time over all tabs with Web Locks. Where the browser has none (an address that is neither https nor localhost),
 * over this page, and over the tabs as well as a lease can do that.
 */
export const browserLock: Lock = (userId, work) => {
  const name = `revisa-stats-${userId}`
  const { locks } = navigator as Partial<Navigator>
  if (locks) return locks.request(name, work)
  return afterOthersOfThisPage(() => (isStorageShared() ? underLease(name, work) : work()))
}

/** Whether the tabs share localStorage: not where it is refused, full or missing. */
function isStorageShared(): boolean {
  const written = tryWebStorage(() => {
    localStorage.setItem(CHANNEL, '')
    return true
  })
  return written ?? false // then no lease is seen by anybody
}

let lastOfThisPage: Promise<unknown> = Promise.resolve()

function afterOthersOfThisPage<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = lastOfThisPage.then(work)
  lastOfThisPage = result.catch(() => undefined)
  return result
}

export function createTabs(userId: string): Tabs {
  let post: ((message: TabMessage) => void) | null = null
  return {
    announce: (event) => post?.({ userId, event }),

    follow(listener) {
      const hear = (message: unknown) => {
        const { userId: whose, event } = Object(message) as { userId?: unknown; event?: unknown } // any page may speak here
        const known = TAB_EVENTS.find((name) => name === event)
        if (whose === userId && known) listener(known)
      }
      const channel = 'BroadcastChannel' in globalThis ? openChannel(hear) : openStorageChannel(hear)
      post = (message) => channel.post(message)
      return () => {
        channel.close()
        post = null
      }
    },
  }
}

const UNTOLD = 'The other tabs cannot be told; they look again when they are shown.'

type Channel = { post(message: TabMessage): void; close(): void }

function openChannel(hear: (message: unknown) => void): Channel {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => hear(data))
  return { post: (message) => channel.postMessage(message), close: () => channel.close() }
}

/** Where there is no BroadcastChannel: the other tabs hear of a change in localStorage, if that is allowed. */
function openStorageChannel(hear: (message: unknown) => void): Channel {
  const hearing = new AbortController()
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === CHANNEL && newValue) hear(parse(newValue))
  }
  globalThis.addEventListener('storage', onStorage, { signal: hearing.signal })
  tryWebStorage(() => localStorage.getItem(CHANNEL), UNTOLD) // WebKit tells only tabs that have read it
  return {
    post: (message) =>
      tryWebStorage(() => localStorage.setItem(CHANNEL, JSON.stringify({ ...message, id: randomId() })), UNTOLD),
    close: () => hearing.abort(),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // no tab of this app wrote it
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
