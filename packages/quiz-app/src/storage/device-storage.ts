import { logFailure as logToConsole } from '../failure-log.ts'
import { openQuizDatabase } from './database.ts'
import type { QuizDatabase } from './database.ts'

/** Why this page goes on in memory: the browser gives no database (any more, or yet), or the database is of a newer app. */
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
  /** Calls back about each {@link DatabaseEvent}. @returns a function that stops */
  follow(listener: (event: DatabaseEvent) => void): () => void
}

/** The database is lost, there is a problem, or a database that was given up answers after all and is used from now on. */
export type DatabaseEvent = 'lost' | 'problem' | 'adopted'

type DeviceStorageOptions = {
  name: string
  open?: typeof openQuizDatabase
  logFailure?: typeof logToConsole
}

/** A database that is lost so often is none to rely on. */
const MAX_LOSSES = 100

export function createDeviceStorage(options: DeviceStorageOptions): DeviceStorage {
  const { name, open = openQuizDatabase, logFailure = logToConsole } = options
  const listeners = new Set<(event: DatabaseEvent) => void>()
  let problem: StorageProblem | null = null
  let losses = 0
  let opening: Promise<QuizDatabase | null> | null = null
  let current: QuizDatabase | null = null

  const tell = (event: DatabaseEvent) => {
    for (const listener of listeners) listener(event)
  }

  /** @param attempt opens the database again, for one that only takes long */
  function giveUp(cause: unknown, attempt = connect): void {
    if (problem !== null) return
    problem = isNamed(cause, 'VersionError') ? 'outdated' : 'refused'
    current?.close()
    current = null
    opening = Promise.resolve(null)
    logFailure('The browser refuses storage: answers live as long as this page.', cause)
    tell('problem')
    if (isNamed(cause, 'TimeoutError')) void adopt(attempt())
  }

  /** Goes on with a database that answers after it was given up. */
  async function adopt(attempt: Promise<QuizDatabase>): Promise<void> {
    try {
      const late = await attempt
      await late.count('answers') // waits until no other page keeps the answers locked
      problem = null
      current = late
      opening = Promise.resolve(late)
    } catch (cause) {
      return logFailure('The storage does not answer: answers live as long as this page.', cause)
    }
    tell('adopted')
  }

  /** Asks for it again at once: after a deletion the pages that were open come before any new one. */
  function lose(cause: unknown): void {
    losses += 1
    if (losses > MAX_LOSSES) return giveUp(cause)
    current = null
    opening = openAgain()
    tell('lost')
  }

  /** @throws DOMException AbortError when the database is lost while it is opened */
  async function connect(): Promise<QuizDatabase> {
    let opened: QuizDatabase | null = null
    let isLostAlready = false
    const onLost = () => {
      if (opened === null) isLostAlready = true
      else if (opened === current) lose(new Error('The database was closed under the page.'))
    }
    try {
      opened = await open(name, onLost)
      if (!isLostAlready) return opened
    } catch (cause) {
      if (!isLostAlready) throw cause
    }
    throw new DOMException('The database was closed while it was opened.', 'AbortError')
  }

  async function openAgain(): Promise<QuizDatabase | null> {
    const attempt = connect()
    let opened: QuizDatabase
    try {
      opened = await withinLimit(attempt)
    } catch (cause) {
      if (isClosed(cause)) return retry(cause)
      giveUp(cause, () => attempt)
      return null
    }
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
