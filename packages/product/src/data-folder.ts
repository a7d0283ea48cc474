import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

const ADMIN_KEY_BYTES = 24
const PRIVATE_FOLDER = 0o700
const PRIVATE_FILE = 0o600

/** Files of the product: the key, two databases, and SQLite's additional files. */
const OWN_FILES = /^(admin-key|(identity|quiz)\.sqlite(-wal|-shm|-journal)?)$/

/** Path of the identity database, and the administrator's key. */
export type DataFolder = { identityFile: string; adminKey: string }

/**
 * Creates the data folder if it is missing, makes the product's files private, and reads or creates the identity
 * service's administrator key.
 *
 * @throws Error when the folder cannot be created or used; the message names a remedy
 */
export function openDataFolder(folder: string): DataFolder {
  try {
    createFolder(folder)
    accessSync(folder, constants.W_OK)
    closeToOthers(folder)
    return {
      identityFile: join(folder, 'identity.sqlite'),
      adminKey: readAdminKey(join(folder, 'admin-key')),
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `The data folder ${folder} cannot be used (${reason}). Choose another one: DATA_DIR=path npm start`,
      {
        cause: error,
      },
    )
  }
}

/**
 * Creates missing folders one by one. With the option `recursive`, `mkdirSync` never returns if the system hides new
 * folders, as it does below `/proc`.
 */
function createFolder(folder: string): void {
  if (existsSync(folder)) return
  createFolder(dirname(folder))
  mkdirSync(folder, { mode: PRIVATE_FOLDER })
}

/** Makes the product's own files private, and the folder too unless it contains other files. */
function closeToOthers(folder: string): void {
  const names = readdirSync(folder)
  const ours = names.filter((name) => OWN_FILES.test(name))
  for (const name of ours) chmodSync(join(folder, name), PRIVATE_FILE)
  if (ours.length === names.length) chmodSync(folder, PRIVATE_FOLDER)
}

function readAdminKey(file: string): string {
  const key = randomBytes(ADMIN_KEY_BYTES).toString('base64url')
  try {
    writeFileSync(file, key, { flag: 'wx', mode: PRIVATE_FILE })
    return key
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return readFileSync(file, 'utf8')
    throw error
  }
}
