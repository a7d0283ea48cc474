import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { StoreUnavailableError } from './store-errors.ts'

/** How long a statement waits for another process (an import, say) to finish its transaction. */
const BUSY_TIMEOUT_MS = 5_000

const SCHEMA_VERSION = 1

const SCHEMA = `
  CREATE TABLE bank (
    singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
    version TEXT NOT NULL
  ) STRICT;
  INSERT INTO bank VALUES (1, 'empty');
  CREATE TABLE question (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    question TEXT NOT NULL,
    alternatives TEXT NOT NULL CHECK (json_valid(alternatives)),
    correct INTEGER NOT NULL,
    theme TEXT NOT NULL
  ) STRICT;
  CREATE TABLE stats (
    user_id TEXT PRIMARY KEY,
    version TEXT NOT NULL,
    marks TEXT NOT NULL,
    questions_stats TEXT NOT NULL
  ) STRICT;
  PRAGMA user_version = ${SCHEMA_VERSION};
`

/**
 * Opens the database, in WAL mode with every commit flushed to the disk: an acknowledged write survives a power cut.
 * Creates folder, file and tables when they are missing.
 *
 * @throws StoreUnavailableError when the file cannot be opened or was written by a newer version
 */
export function openDatabase(file: string): DatabaseSync {
  try {
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true })
    const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    inTransaction(database, () => createTables(database, file))
    return database
  } catch (error) {
    if (error instanceof StoreUnavailableError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new StoreUnavailableError(
      `Cannot open the database ${file}: ${reason}. Check that the folder can be written and the file is a database.`,
      { cause: error },
    )
  }
}

/** Runs `work` in one transaction that takes the write lock at once; an exception rolls everything back. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}

function createTables(database: DatabaseSync, file: string): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
  if (version > SCHEMA_VERSION) {
    throw new StoreUnavailableError(`The database ${file} was written by a newer version of this program.`)
  }
  if (version === 0) database.exec(SCHEMA)
}
