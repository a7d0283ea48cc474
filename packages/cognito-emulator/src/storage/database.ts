import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import type { DatabaseSync, StatementSync } from 'node:sqlite'

const IN_MEMORY = ':memory:'
/** Only the owner can read the data file, because it contains the signing keys. */
const PRIVATE_FILE = 0o600
/** Suffixes of the data file (none) and of the files that SQLite creates beside it with the same mode. */
const COMPANIONS = ['', '-wal', '-shm', '-journal']

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS records (
    kind  TEXT NOT NULL,
    pool  TEXT NOT NULL,
    id    TEXT NOT NULL,
    owner TEXT NOT NULL,
    body  TEXT NOT NULL,
    PRIMARY KEY (kind, pool, id)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS records_by_owner ON records (kind, pool, owner, id);
`

/** Records of one kind. Each record is a JSON value with a pool, an id and an optional owner. */
export type Collection<Value> = {
  get(poolId: string, id: string): Value | undefined
  put(poolId: string, id: string, value: Value, owner?: string): void
  delete(poolId: string, id: string): void
  count(poolId: string): number
  countOwned(poolId: string, owner: string): number
  listOwned(poolId: string, owner: string): { id: string; value: Value }[]
  /** Lists records in the order of their ids, starting after `afterId`. */
  list(poolId: string, page?: { afterId?: string; limit?: number }): { id: string; value: Value }[]
}

/** Storage for the state that survives a restart if the database is in a file. */
export type Database = {
  collection<Value>(kind: string): Collection<Value>
  /** Removes all records of a pool. */
  deletePool(poolId: string): void
  /** Runs synchronous changes in one transaction. */
  transaction<Result>(change: () => Result): Result
  /** Whether the database is in a file, which another process can open later. */
  isPersistent: boolean
  close(): void
}

/**
 * Opens an SQLite file or a database in memory. A change is in the file before its call returns, so a process that was
 * killed has every acknowledged change after a restart.
 *
 * @throws {Error} if the file cannot be opened. The message contains its path.
 */
export function openDatabase(file: string = IN_MEMORY): Database {
  const sqlite = openFile(file)
  const statements = prepareStatements(sqlite)
  let isInTransaction = false

  return {
    collection: <Value>(kind: string): Collection<Value> => createCollection(statements, kind),
    deletePool: (poolId) => void statements.deletePool.run(poolId),
    transaction(change) {
      if (isInTransaction) return change()
      isInTransaction = true
      sqlite.exec('BEGIN IMMEDIATE')
      try {
        const result = change()
        sqlite.exec('COMMIT')
        return result
      } catch (error) {
        sqlite.exec('ROLLBACK')
        throw error
      } finally {
        isInTransaction = false
      }
    },
    isPersistent: file !== IN_MEMORY,
    close: () => sqlite.close(),
  }
}

/** Loads node:sqlite at run time, because a static import would fail without a clear message in older versions of Node. */
function loadSqlite() {
  const sqlite = 'getBuiltinModule' in process ? process.getBuiltinModule('node:sqlite') : undefined
  if (sqlite) return sqlite
  throw new Error(`@cognito-srp/emulator needs Node 22.13 or newer; this is Node ${process.versions.node}.`)
}

function openFile(file: string): DatabaseSync {
  const { DatabaseSync } = loadSqlite()
  try {
    if (file !== IN_MEMORY) keepPrivate(file)
    const sqlite = new DatabaseSync(file)
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 2000;')
    sqlite.exec(SCHEMA)
    return sqlite
  } catch (cause) {
    throw new Error(
      `The emulator's data file ${file} cannot be opened. Check that its folder exists and is writable, and that you own the file.`,
      {
        cause,
      },
    )
  }
}

/** Creates the file before SQLite does, so that no other user can read it. Makes existing files private too. */
function keepPrivate(file: string): void {
  closeSync(openSync(file, 'a', PRIVATE_FILE))
  for (const existing of COMPANIONS.map((suffix) => file + suffix).filter(existsSync)) {
    chmodSync(existing, PRIVATE_FILE)
  }
}

type Statements = Record<
  'get' | 'put' | 'delete' | 'deletePool' | 'count' | 'countOwned' | 'listOwned' | 'list',
  StatementSync
>

function prepareStatements(sqlite: DatabaseSync): Statements {
  return {
    get: sqlite.prepare('SELECT id, body FROM records WHERE kind = ? AND pool = ? AND id = ?'),
    put: sqlite.prepare('INSERT OR REPLACE INTO records (kind, pool, id, owner, body) VALUES (?, ?, ?, ?, ?)'),
    delete: sqlite.prepare('DELETE FROM records WHERE kind = ? AND pool = ? AND id = ?'),
    deletePool: sqlite.prepare('DELETE FROM records WHERE pool = ?'),
    count: sqlite.prepare('SELECT count(*) AS count FROM records WHERE kind = ? AND pool = ?'),
    countOwned: sqlite.prepare('SELECT count(*) AS count FROM records WHERE kind = ? AND pool = ? AND owner = ?'),
    listOwned: sqlite.prepare('SELECT id, body FROM records WHERE kind = ? AND pool = ? AND owner = ? ORDER BY id'),
    list: sqlite.prepare('SELECT id, body FROM records WHERE kind = ? AND pool = ? AND id > ? ORDER BY id LIMIT ?'),
  }
}

function createCollection<Value>(statements: Statements, kind: string): Collection<Value> {
  const read = (row: Record<string, unknown>) => ({
    id: String(row['id']),
    value: JSON.parse(String(row['body'])) as Value,
  })
  return {
    get(poolId, id) {
      const row = statements.get.get(kind, poolId, id)
      return row && read(row).value
    },
    put: (poolId, id, value, owner = '') => void statements.put.run(kind, poolId, id, owner, JSON.stringify(value)),
    delete: (poolId, id) => void statements.delete.run(kind, poolId, id),
    count: (poolId) => Number(statements.count.get(kind, poolId)?.['count']),
    countOwned: (poolId, owner) => Number(statements.countOwned.get(kind, poolId, owner)?.['count']),
    listOwned: (poolId, owner) => statements.listOwned.all(kind, poolId, owner).map(read),
    list: (poolId, { afterId = '', limit = -1 } = {}) => statements.list.all(kind, poolId, afterId, limit).map(read),
  }
}
