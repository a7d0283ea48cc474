import { isThisMachine } from './this-machine.ts'

/**
 * Connection to the product API that the app expects before a request:
 *
 * - `none`: no request is sent. The browser is offline, and the API is not on this machine.
 * - `doubtful`: a request is sent, but a missing reply is not a failure of the server. Either the browser is offline and the API
 *   is on this machine, or the page was loaded without its server and no response has arrived since.
 * - `expected`: a request is sent, and a missing reply is a failure.
 */
export type Connection = 'none' | 'doubtful' | 'expected'

/** State of the connection to the product API. */
export type Network = {
  connection(): Connection
  /** Records a response, after which a page that was loaded without its server is treated like any other page. */
  noteAnswer(): void
  /** Calls the listener when the browser goes online or offline. @returns a function that unsubscribes */
  follow(listener: (isOnline: boolean) => void): () => void
}

export type NetworkOptions = {
  apiUrl: string
  /**
   * Whether the page came from the app shell's cache because its own server was unreachable. `onLine` may be true nevertheless,
   * on a network without internet access and in some browsers after a reload.
   */
  wasOpenedOffline?: boolean
  /** Whether the browser reports that it is online; `navigator.onLine` by default. */
  isOnline?: () => boolean
  /** Target of the events `online` and `offline`; the page's window by default. */
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
