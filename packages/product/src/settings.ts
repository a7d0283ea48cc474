import { join, resolve } from 'node:path'

import { bracketed, reachableAddresses } from './addresses.ts'

/** Where the composed product listens and keeps its data. */
export type Settings = {
  /** 0 asks the system for any free port. */
  port: number
  host: string
  dataFolder: string
  /** `Host` header names, beside the loopback ones, under which the identity service answers. */
  allowedHosts: string[]
  /** Where questions and statistics live, `sqlite:<file>` or `dynamodb:<table>`; by default a file in the data folder. */
  store: string
}

const DEFAULT_PORT = 8080
const DEFAULT_HOST = '127.0.0.1'

/**
 * Reads PORT, HOST, DATA_DIR, STORE and ALLOWED_HOSTS (names separated by commas).
 *
 * @throws Error with one sentence that says which variable is wrong and what was expected
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const host = environment['HOST'] || DEFAULT_HOST
  const dataFolder = resolve(environment['DATA_DIR'] || '.data')
  const named = (environment['ALLOWED_HOSTS'] ?? '').split(',').map((name) => name.trim())
  return {
    port: readPort(environment['PORT']),
    host,
    dataFolder,
    store: readStore(environment['STORE']) ?? `sqlite:${join(dataFolder, 'quiz.sqlite')}`,
    allowedHosts: [...reachableAddresses(host).map(bracketed), ...named].filter((name) => name !== ''),
  }
}

function readPort(value: string | undefined): number {
  if (value === undefined || value === '') return DEFAULT_PORT
  const port = Number(value)
  if (/^\d+$/.test(value) && port <= 65_535) return port
  throw new Error(`PORT is "${value}", but a port is a whole number from 0 to 65535. Try: PORT=8081 npm start`)
}

function readStore(value: string | undefined): string | null {
  if (!value) return null
  if (/^(sqlite|dynamodb):./.test(value)) return value
  throw new Error(
    `STORE is "${value}", but a store reads sqlite:FILE or dynamodb:TABLE. Leave it out for the data folder.`,
  )
}
