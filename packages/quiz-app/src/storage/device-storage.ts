import { logFailure as logToConsole } from '../failure-log.ts'
import { openQuizDatabase } from './database.ts'
import type { QuizDatabase } from './database.ts'
import { withinLimit } from './within-limit.ts'

/**
 * Reason why this page works in memory: the browser does not provide a usable database, or a newer version of the app has
 * upgraded the database.
 */
export type StorageProblem = 'refused' | 'outdated'

/** Database of this device, which the browser may close, delete or block at any time. */
export type DeviceStorage = {
  /** Returns the open database, reopened if it was lost, or null if this page works in memory. Call it before each use. */
  database(): Promise<QuizDatabase | null>
  /** The current problem; null while there is a database or the first attempt to open it is pending. */
  problem(): StorageProblem | null
  /**
   * Handles a failure of the database. A lost database is reopened. After any other failure, such as a full disk, this page works in
   * memory. Does nothing if `database` is no longer the open database.
   */
  noteFailure(database: QuizDatabase, cause: unknown): void
  /** Calls the listener for each {@link DatabaseEvent}. @returns a function that unsubscribes */
  follow(listener: (event: DatabaseEvent) => void): () => void
}

/**
 * `lost`: the database was closed or deleted. `problem`: this page keeps its data in memory. `adopted`: a late database opened
 * and is used from now on.
 */
export type DatabaseEvent = 'lost' | 'problem' | 'adopted'

type DeviceStorageOptions = {
  name: string
  open?: typeof openQuizDatabase
  logFailure?: typeof logToConsole
}

/** Number of lost databases after which a page keeps its data in memory, in case the browser closes every database. */
const MAX_LOSSES = 100

export function createDeviceStorage({
  name,
  open = openQuizDatabase,
  logFailure = logToConsole,
}: DeviceStorageOptions): DeviceStorage {
  const listeners = new Set<(event: DatabaseEvent) => void>()
  const device: Device = {
    connect: () => connect(open, name, (database, cause) => noteFailure(device, database, cause)),
    current: null,
    opening: null,
    problem: null,
    losses: 0,
    tell: (event) => {
      for (const listener of listeners) listener(event)
    },
    logFailure,
  }
  return {
    database: () => (device.opening ??= openAgain(device)),
    problem: () => device.problem,
    noteFailure: (database, cause) => noteFailure(device, database, cause),
    follow(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

type Device = {
  connect: () => Promise<QuizDatabase>
  /** The open database. */
  current: QuizDatabase | null
  opening: Promise<QuizDatabase | null> | null
  problem: StorageProblem | null
  losses: number
  tell: (event: DatabaseEvent) => void
  logFailure: typeof logToConsole
}

/**
 * Opens the database.
 *
 * @param onLost called when the database is lost after it was opened
 * @throws DOMException AbortError if the database is lost while it opens, or the error of `open`
 */
async function connect(
  open: typeof openQuizDatabase,
  name: string,
  onLost: (database: QuizDatabase, cause: unknown) => void,
): Promise<QuizDatabase> {
  const closed = new DOMException('The browser closed the database.', 'AbortError')
  let opened: QuizDatabase | null = null
  let isLostAlready = false
  try {
    opened = await open(name, () => {
      if (opened === null) isLostAlready = true
      else onLost(opened, closed)
    })
  } catch (cause) {
    throw isLostAlready ? closed : cause
  }
  if (isLostAlready) throw closed
  return opened
}

async function openAgain(device: Device): Promise<QuizDatabase | null> {
  const attempt = device.connect()
  try {
    device.current = await withinLimit(attempt)
    return device.current
  } catch (cause) {
    if (mayOpenAgain(device, cause)) return openAgain(device)
    giveUp(device, cause, () => attempt)
    return null
  }
}

function mayOpenAgain(device: Device, cause: unknown): boolean {
  if (!isNamed(cause, 'InvalidStateError', 'AbortError')) return false // the cause is not a closed connection
  device.losses += 1
  return device.losses <= MAX_LOSSES
}

/** Reopens a lost database immediately, so that after a deletion the open pages recreate the database before any new page does. */
function noteFailure(device: Device, database: QuizDatabase, cause: unknown): void {
  if (database !== device.current) return
  if (!mayOpenAgain(device, cause)) return giveUp(device, cause)
  device.current = null
  device.opening = openAgain(device)
  device.tell('lost')
}

/**
 * Switches this page to in-memory storage.
 *
 * @param attempt opens the database; after a timeout, the page uses the database once it opens
 */
function giveUp(device: Device, cause: unknown, attempt = device.connect): void {
  device.problem = isNamed(cause, 'VersionError') ? 'outdated' : 'refused'
  device.current?.close()
  device.current = null
  device.opening = Promise.resolve(null)
  device.logFailure('The browser blocks storage. Answers are kept only until this page closes.', cause)
  device.tell('problem')
  if (isNamed(cause, 'TimeoutError')) void adopt(device, attempt())
}

/** Uses a database that opens after the page has started to work in memory. */
async function adopt(device: Device, attempt: Promise<QuizDatabase>): Promise<void> {
  try {
    const late = await attempt
    // This read-write transaction waits for the transactions of other pages. While another page holds a read transaction, reads
    // succeed but writes time out.
    await late
      .transaction([...late.objectStoreNames], 'readwrite')
      .objectStore('answers')
      .count()
    device.problem = null
    device.current = late
    device.opening = Promise.resolve(late)
  } catch (cause) {
    return device.logFailure('The storage does not respond. Answers are kept only until this page closes.', cause)
  }
  device.tell('adopted')
}

function isNamed(cause: unknown, ...names: readonly string[]): boolean {
  return cause instanceof Error && names.includes(cause.name)
}
