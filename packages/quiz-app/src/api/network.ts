import { isThisMachine } from './this-machine.ts'

/**
 * What can be said of the way to the product API before it is asked:
 *
 * - `none`: it is not asked. The browser reports to be offline, and the API is not on this machine.
 * - `doubtful`: it is asked, and no reply says nothing about the server. The browser reports to be offline, which an API on
 *   this machine answers nevertheless; or the page was opened without its server and nothing has answered since.
 * - `expected`: it is asked, and no reply is a failure.
 */
export type Connection = 'none' | 'doubtful' | 'expected'

/** The one place that knows whether there is a connection to the product API. */
export type Network = {
  connection(): Connection
  /** Something answered: from now on a page that was opened without its server is a page like any other. */
  noteAnswer(): void
  /** Calls back when the browser reports to be online or offline again. @returns a function that stops */
  follow(listener: (isOnline: boolean) => void): () => void
}

export type NetworkOptions = {
  apiUrl: string
  /**
   * Whether the page came from the cache of the app shell because its own server could not be reached: on a network
   * without a way out, and in some browsers after a reload, `onLine` is true all the same.
   */
  wasOpenedOffline?: boolean
  /** What the browser reports; `navigator.onLine` by default. */
  isOnline?: () => boolean
  /** Where `online` and `offline` arrive; the page by default. */
  events?: Pick<EventTarget, 'addEventListener'>
}

export function createNetwork(options: NetworkOptions): Network {
  const { apiUrl, isOnline = () => navigator.onLine, events = globalThis } = options
  let isServerMissing = options.wasOpenedOffline ?? false

  return {
    connection() {
      if (isOnline()) return isServerMissing ? 'doubtful' : 'expected'
      return isOnThisMachine(apiUrl) ? 'doubtful' : 'none'
    },

    noteAnswer() {
      isServerMissing = false
    },

    follow(listener) {
      const listening = new AbortController()
      for (const type of ['online', 'offline']) {
        events.addEventListener(type, () => listener(type === 'online'), { signal: listening.signal })
      }
      return () => listening.abort()
    },
  }
}

function isOnThisMachine(apiUrl: string): boolean {
  return isThisMachine(new URL(apiUrl, globalThis.location?.href).hostname)
}
