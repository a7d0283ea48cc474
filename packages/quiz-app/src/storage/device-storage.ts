import { logFailure as logToConsole } from '../failure-log.ts'
import { openQuizDatabase } from './database.ts'
import type { QuizDatabase } from './database.ts'

/** Why this page goes on in memory: the browser gives no database (any more), or the database is of a newer app. */
export type StorageProblem = 'refused' | 'outdated'

/** The database of this device, which the browser may close, delete or refuse at any moment. */
export type DeviceStorage = {
  /** The open database, opened again where it was lost; null where this page has to go on in memory. Ask before each use. */
  database(): Promise<QuizDatabase | null>
  /** Null as long as there is a database, or the first answer of the browser is awaited. */
  problem(): StorageProblem | null
  /**
   * What a failure of the database means: one that was lost is opened again, any other kind of failure (a full disk, say)
   * ends its use on this page. Does nothing where `database` is no longer the open one.
   */
  noteFailure(database: QuizDatabase, cause: unknown): void
  /** Calls back when the database is lost, and when there is a problem. @returns a function that stops */
  follow(listener: (event: 'lost' | 'problem') => void): () => void
}

type DeviceStorageOptions = {
  name: string
  open?: typeof openQuizDatabase
  logFailure?: typeof logToConsole
}

/** A database that is lost so often is none to rely on. */
const MAX_LOSSES = 100

export function createDeviceStorage(options: DeviceStorageOptions): DeviceStorage {
  const { name, open = openQuizDatabase, logFailure = logToConsole } = options
  const listeners = new Set<(event: 'lost' | 'problem') => void>()
  let problem: StorageProblem | null = null
  let losses = 0
  let opening: Promise<QuizDatabase | null> | null = null
  let current: QuizDatabase | null = null

  const tell = (event: 'lost' | 'problem') => {
    for (const listener of listeners) listener(event)
  }

  function giveUp(cause: unknown): void {
    if (problem !== null) return
    problem = isNamed(cause, 'VersionError') ? 'outdated' : 'refused'
    current?.close()
    current = null
    opening = Promise.resolve(null)
    logFailure('The browser refuses storage: answers live as long as this page.', cause)
    tell('problem')
  }

  /** Asks for it again at once: after a deletion the pages that were open come before any new one. */
  function lose(cause: unknown): void {
    losses += 1
    if (losses > MAX_LOSSES) return giveUp(cause)
    current = null
    opening = openAgain()
    tell('lost')
  }

  async function openAgain(): Promise<QuizDatabase | null> {
    let opened: QuizDatabase | null = null
    let isLostAlready = false
    const onLost = () => {
      if (opened === null) isLostAlready = true
      else if (opened === current) lose(new Error('The database was closed under the page.'))
    }
    try {
      const attempt = open(name, onLost)
      opened = await withinLimit(attempt, () => {
        attempt.then((late) => late.close()).catch(() => undefined) // refused after all: nothing to close
        return true
      })
    } catch (cause) {
      if (isClosed(cause) || isLostAlready) return retry(cause)
      giveUp(cause)
      return null
    }
    if (isLostAlready) return retry(new Error('The database was closed while it was opened.'))
    if (problem !== null) {
      opened.close()
      return null
    }
    current = opened
    return opened
  }

  function retry(cause: unknown): Promise<QuizDatabase | null> {
    losses += 1
    if (losses <= MAX_LOSSES) return openAgain()
    giveUp(cause)
    return Promise.resolve(null)
  }

  return {
    database: () => (opening ??= openAgain()),
    problem: () => problem,
    noteFailure(database, cause) {
      if (database !== current) return
      if (isClosed(cause)) lose(cause)
      else giveUp(cause)
    },
    follow(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** How long a database may take: a second more than the slowest phone, and WebKit's sometimes never answers. */
const LIMIT_MS = 4000
const TICK_MS = 1000

/**
 * The result of the work, if it comes within four seconds in which this page runs: one that the system froze meanwhile
 * gets the rest of them.
 *
 * @param giveUp called when the time is over; `false` where the work can no longer be stopped: it gets the time again.
 *   Without it the work is only waited for no longer
 * @throws DOMException TimeoutError when the time is over
 */
export function withinLimit<Result>(work: Promise<Result>, giveUp = () => true): Promise<Result> {
  return new Promise((resolve, reject) => {
    let ticksLeft = LIMIT_MS / TICK_MS
    let isExtended = false
    let timer = setTimeout(tick, TICK_MS)
    function tick(): void {
      ticksLeft -= 1
      if (ticksLeft === 0 && !isExtended && !giveUp()) {
        isExtended = true
        ticksLeft = LIMIT_MS / TICK_MS
      }
      if (ticksLeft > 0) timer = setTimeout(tick, TICK_MS)
      else reject(new DOMException('The database does not answer.', 'TimeoutError'))
    }
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Whether a failure says that the connection is gone, and nothing about the database itself. */
function isClosed(cause: unknown): boolean {
  return isNamed(cause, 'InvalidStateError') || isNamed(cause, 'AbortError')
}

function isNamed(cause: unknown, name: string): boolean {
  return cause instanceof Error && cause.name === name
}
