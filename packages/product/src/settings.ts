import { join, resolve } from 'node:path'

import { isAddressRange } from '@cognito-srp/http-server'
import { isOrigin } from '@cognito-srp/quiz-api'

import { bracketed, reachableAddresses } from './addresses.ts'

/** Where the composed product listens and keeps its data. */
export type Settings = {
  /** 0 asks the system for any free port. */
  port: number
  host: string
  dataFolder: string
  /** `Host` header names, beside the loopback ones, under which the identity service answers. */
  allowedHosts: string[]
  /** Origins beside its own whose pages may write: that of a proxy which asks here by another name. */
  allowedOrigins: string[]
  /** Origins beside its own that the app may call: that of an absolute `VITE_API_URL`, or of another identity service. */
  connectSources: string[]
  /** IP addresses and CIDR ranges of proxies, which may hold more connections than other addresses. */
  trustedProxies: string[]
  /** Where questions and statistics live, `sqlite:<file>` or `dynamodb:<table>`; by default a file in the data folder. */
  store: string
}

const DEFAULT_PORT = 8080
const DEFAULT_HOST = '127.0.0.1'

/** An origin, as a Content-Security-Policy writes it: any port is `*`. */
const CONNECT_SOURCE = /^https?:\/\/[\w.-]+(:(\d+|\*))?$/

/**
 * Reads PORT, HOST, DATA_DIR, STORE, and the lists ALLOWED_HOSTS, ALLOWED_ORIGINS, CONNECT_SOURCES and TRUSTED_PROXIES
 * (separated by commas).
 *
 * @throws Error with one sentence that says which variable is wrong and what was expected
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
    `${variable} names "${mistaken}", but an origin is a scheme and a host, with a port where it is not the scheme's. Try: ${variable}=https://revisa.example.com npm start`,
  )
}

function readRanges(variable: string, environment: NodeJS.ProcessEnv): string[] {
  const ranges = listOf(environment[variable])
  const mistaken = ranges.find((range) => !isAddressRange(range))
  if (mistaken === undefined) return ranges
  throw new Error(
    `${variable} names "${mistaken}", but expected IP addresses or CIDR ranges. Try: ${variable}=10.0.0.0/8 npm start`,
  )
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
