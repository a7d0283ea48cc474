import { join, resolve } from 'node:path'

import { isAddressRange } from '@cognito-srp/http-server'
import { isOrigin } from '@cognito-srp/quiz-api'

import { bracketed, reachableAddresses } from './addresses.ts'

/** Settings of the product. */
export type Settings = {
  /** Port to listen on; 0 chooses any free port. */
  port: number
  host: string
  dataFolder: string
  /** `Host` names, besides the loopback ones, that the identity service accepts. */
  allowedHosts: string[]
  /** Additional origins whose pages may write, such as the public origin of a reverse proxy. */
  allowedOrigins: string[]
  /** Additional origins that the app may call, such as the origin of an absolute `VITE_API_URL` or of another identity service. */
  connectSources: string[]
  /** IP addresses and CIDR ranges of proxies, which may open more connections than other addresses. */
  trustedProxies: string[]
  /**
   * Address of the store for questions and statistics, `sqlite:<file>` or `dynamodb:<table>`; by default a file in the
   * data folder.
   */
  store: string
}

const DEFAULT_PORT = 8080
const DEFAULT_HOST = '127.0.0.1'

/** An origin as in a Content-Security-Policy, in which the port can be `*` for any port. */
const CONNECT_SOURCE = /^https?:\/\/[\w.-]+(:(\d+|\*))?$/

/**
 * Reads PORT, HOST, DATA_DIR, STORE, and the lists ALLOWED_HOSTS, ALLOWED_ORIGINS, CONNECT_SOURCES and TRUSTED_PROXIES
 * (separated by commas).
 *
 * @throws Error when a variable is invalid; the message names the variable and shows a valid value
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const host = environment['HOST'] || DEFAULT_HOST
  const dataFolder = resolve(environment['DATA_DIR'] || '.data')
  const allowedOrigins = readOrigins('ALLOWED_ORIGINS', environment, isOrigin)
  return {
    port: readPort(environment['PORT']),
    host,
    dataFolder,
    store: readStore(environment['STORE']) ?? `sqlite:${join(dataFolder, 'quiz.sqlite')}`,
    allowedHosts: [
      ...reachableAddresses(host).map(bracketed),
      ...listOf(environment['ALLOWED_HOSTS']),
      ...allowedOrigins.map((origin) => new URL(origin).hostname),
    ],
    allowedOrigins,
    connectSources: readOrigins('CONNECT_SOURCES', environment, (text) => CONNECT_SOURCE.test(text)),
    trustedProxies: readRanges('TRUSTED_PROXIES', environment),
  }
}

function listOf(value = ''): string[] {
  const names = value.split(',').map((name) => name.trim())
  return names.filter((name) => name !== '')
}

function readOrigins(variable: string, environment: NodeJS.ProcessEnv, isRight: (text: string) => boolean): string[] {
  const origins = listOf(environment[variable])
  const mistaken = origins.find((origin) => !isRight(origin))
  if (mistaken === undefined) return origins
  throw new Error(
    `${variable} contains "${mistaken}", which is not an origin. An origin is a scheme, a host and an optional port. Try: ${variable}=https://revisa.example.com npm start`,
  )
}

function readRanges(variable: string, environment: NodeJS.ProcessEnv): string[] {
  const ranges = listOf(environment[variable])
  const mistaken = ranges.find((range) => !isAddressRange(range))
  if (mistaken === undefined) return ranges
  throw new Error(
    `${variable} contains "${mistaken}", which is not an IP address or CIDR range. Try: ${variable}=10.0.0.0/8 npm start`,
  )
}

function readPort(value: string | undefined): number {
  if (value === undefined || value === '') return DEFAULT_PORT
  const port = Number(value)
  if (/^\d+$/.test(value) && port <= 65_535) return port
  throw new Error(`PORT is "${value}", but must be a whole number from 0 to 65535. Try: PORT=8081 npm start`)
}

function readStore(value: string | undefined): string | null {
  if (!value) return null
  if (/^(sqlite|dynamodb):./.test(value)) return value
  throw new Error(`STORE is "${value}", but must be sqlite:FILE or dynamodb:TABLE. Omit STORE to use the data folder.`)
}
