import { logFailure as logToConsole } from '../failure-log.ts'
import { openQuizDatabase } from './database.ts'
import type { QuizDatabase } from './database.ts'
import { withinLimit } from './within-limit.ts'

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

/** Losses on one page after which it goes on in memory, where a browser closes each database that it opens. */
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
  /** The database that is open and in use. */
  current: QuizDatabase | null
  opening: Promise<QuizDatabase | null> | null
  problem: StorageProblem | null
  losses: number
  tell: (event: DatabaseEvent) => void
  logFailure: typeof logToConsole
}

/**
 * @param onLost called when the database is lost after it was opened
 * @throws DOMException AbortError when the database is lost while it is opened
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
  if (!isNamed(cause, 'InvalidStateError', 'AbortError')) return false // something else than a closed connection
  device.losses += 1
  return device.losses <= MAX_LOSSES
}

/** A lost database is opened again at once: after a deletion the pages that were open come before any new one. */
function noteFailure(device: Device, database: QuizDatabase, cause: unknown): void {
  if (database !== device.current) return
  if (!mayOpenAgain(device, cause)) return giveUp(device, cause)
  device.current = null
  device.opening = openAgain(device)
  device.tell('lost')
}

/** @param attempt opens the database again, for one that only takes long */
function giveUp(device: Device, cause: unknown, attempt = device.connect): void {
  device.problem = isNamed(cause, 'VersionError') ? 'outdated' : 'refused'
  device.current?.close()
  device.current = null
  device.opening = Promise.resolve(null)
  device.logFailure('The browser refuses storage: answers live as long as this page.', cause)
  device.tell('problem')
  if (isNamed(cause, 'TimeoutError')) void adopt(device, attempt())
}

/** Goes on with a database that answers after it was given up. */
async function adopt(device: Device, attempt: Promise<QuizDatabase>): Promise<void> {
  try {
    const late = await attempt
    await late.count('answers') // waits until no other page keeps the answers locked
    device.problem = null
    device.current = late
    device.opening = Promise.resolve(late)
  } catch (cause) {
    return device.logFailure('The storage does not answer: answers live as long as this page.', cause)
  }
  device.tell('adopted')
}

function isNamed(cause: unknown, ...names: readonly string[]): boolean {
  return cause instanceof Error && names.includes(cause.name)
}
