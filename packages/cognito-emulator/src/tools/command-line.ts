import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import type { TlsOptions } from '../keys/certificate.ts'
import { checkOptions, type EmulatorOptions } from '../options/emulator-options.ts'
import { omitUndefined } from '../wire.ts'

const DEFAULT_PORT = 9339
const DEFAULT_HOST = '127.0.0.1'
const MAX_PORT = 65_535
const DEFAULT_OPTIONS: EmulatorOptions = { userPools: [{ id: 'local_Pool1', clients: [{ id: 'web' }] }] }

/** Output of `--help`. */
export const HELP: string = `cognito-emulator: a local Amazon Cognito user pool that really verifies

Usage: cognito-emulator [options]
       cognito-emulator conform URL [--json] [--region REGION] [--admin-key KEY] [--move-clock]
         sends wrong answers to an endpoint and reports which of them it accepts;
         with --move-clock also expired codes, which leaves an emulator's clock days ahead

Pools
  --config FILE            JSON file with user pools, their clients and initial users
                           (default: pool local_Pool1 with client web and no users)
  --template FILE          CloudFormation template in JSON (from cdk synth) with pools to serve
  --print-config-schema    print the JSON Schema of the configuration file, for editors
  --data FILE              SQLite file that stores pools, clients, users, sessions and keys
                           (default: everything is only in memory)

Address
  --port PORT              port to listen on; 0 means any free port (default ${DEFAULT_PORT})
  --host HOST              address to listen on (default ${DEFAULT_HOST})
  --public-url URL         public address, if it differs from the one it listens on
  --issuer aws|emulator    whose address is the issuer of the tokens (default aws)

TLS
  --https                  serve HTTPS with a generated certificate, which --data stores
  --certificate-file FILE  write the generated certificate (PEM), for NODE_EXTRA_CA_CERTS
  --key FILE --cert FILE   serve HTTPS with your own key and certificate

  --log                    print a line for every request to an allowed host
  --admin-key KEY          key that administrators' operations require
                           in the header x-emulator-admin-key
  --version, --help

Codes that a real pool would send by e-mail or SMS are printed and listed at /_emulator/outbox.
`

/** Command that starts an emulator, with its options. */
export type StartCommand = {
  kind: 'start'
  port: number
  host: string
  config?: string
  template?: string
  data?: string
  adminKey?: string
  publicUrl?: string
  issuer?: 'aws' | 'emulator'
  log: boolean
  https: boolean | TlsOptions
  certificateFile?: string
}

/** Command that checks an endpoint, with its options. */
export type ConformCommand = {
  kind: 'conform'
  url: string
  json: boolean
  mayMoveClock: boolean
  region?: string
  adminKey?: string
}

/** A command with its options. */
export type Command = { kind: 'help' | 'version' | 'print-config-schema' } | StartCommand | ConformCommand

/** An error that the user can correct. The error is printed without a stack. */
export class UsageError extends Error {}

const FLAGS = {
  config: { type: 'string' },
  template: { type: 'string' },
  'print-config-schema': { type: 'boolean' },
  data: { type: 'string' },
  port: { type: 'string' },
  host: { type: 'string' },
  'public-url': { type: 'string' },
  issuer: { type: 'string' },
  https: { type: 'boolean' },
  'certificate-file': { type: 'string' },
  key: { type: 'string' },
  cert: { type: 'string' },
  log: { type: 'boolean' },
  'admin-key': { type: 'string' },
  version: { type: 'boolean' },
  help: { type: 'boolean' },
} as const

const CONFORM_FLAGS = {
  json: { type: 'boolean' },
  'move-clock': { type: 'boolean' },
  region: { type: 'string' },
  'admin-key': { type: 'string' },
  help: { type: 'boolean' },
} as const

/** Reads the arguments after the program's name. @throws {UsageError} */
export function parseCommandLine(argv: string[]): Command {
  if (argv[0] === 'conform') return parseConform(argv.slice(1))
  const { values } = explained(() => parseArgs({ args: argv, options: FLAGS }))
  if (values.help) return { kind: 'help' }
  if (values.version) return { kind: 'version' }
  if (values['print-config-schema']) return { kind: 'print-config-schema' }
  const https = readTls(values)
  const certificateFile = values['certificate-file']
  if (certificateFile !== undefined && !https) throw new UsageError('--certificate-file needs --https.')
  return {
    kind: 'start',
    port: readPort(values.port),
    host: values.host ?? DEFAULT_HOST,
    log: values.log ?? false,
    https,
    ...omitUndefined({
      config: values.config,
      template: values.template,
      data: values.data,
      adminKey: values['admin-key'],
    }),
    ...omitUndefined({ publicUrl: values['public-url'], issuer: readIssuer(values.issuer), certificateFile }),
  }
}

function parseConform(argv: string[]): Command {
  const { values, positionals } = explained(() =>
    parseArgs({ args: argv, options: CONFORM_FLAGS, allowPositionals: true }),
  )
  if (values.help) return { kind: 'help' }
  const [url] = positionals
  if (url === undefined || positionals.length > 1 || !URL.canParse(url)) {
    throw new UsageError('conform needs the URL of one endpoint, for example http://127.0.0.1:9339/.')
  }
  return {
    kind: 'conform',
    url,
    json: values.json ?? false,
    mayMoveClock: values['move-clock'] ?? false,
    ...omitUndefined({ region: values.region, adminKey: values['admin-key'] }),
  }
}

function explained<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (cause) {
    throw new UsageError(`${messageOf(cause)}\nTry cognito-emulator --help.`)
  }
}

function readPort(text: string | undefined): number {
  if (text === undefined) return DEFAULT_PORT
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= MAX_PORT) return port
  throw new UsageError(`--port must be an integer from 0 to ${MAX_PORT}, not ${text}.`)
}

function readIssuer(text: string | undefined): 'aws' | 'emulator' | undefined {
  if (text === undefined || text === 'aws' || text === 'emulator') return text
  throw new UsageError(`--issuer must be aws or emulator, not ${text}.`)
}

function readTls({ https = false, key, cert }: { https?: boolean; key?: string; cert?: string }): boolean | TlsOptions {
  if (key === undefined && cert === undefined) return https
  if (key === undefined || cert === undefined) throw new UsageError('--key and --cert must be used together.')
  return { key: readText(key, 'The private key'), cert: readText(cert, 'The certificate') }
}

type FilesOfOptions = { config?: string | undefined; template?: string | undefined }

/**
 * Reads the options from a JSON file and adds the template. If neither is given, returns one pool with one client.
 *
 * @throws {UsageError} with the name of the file.
 */
export function readOptions({ config, template }: FilesOfOptions): EmulatorOptions {
  if (template === undefined) return readConfigFile(config)
  const { template: configured, ...options } = config === undefined ? { userPools: [] } : readConfigFile(config)
  return { ...options, template: { ...(typeof configured === 'object' && configured), file: resolve(template) } }
}

/**
 * Reads the options from a JSON file. Without a file, returns one pool with one client.
 *
 * @throws {UsageError} with the name of the file.
 */
export function readConfigFile(file: string | undefined): EmulatorOptions {
  if (file === undefined) return DEFAULT_OPTIONS
  const { $schema: _, ...options } = parseJson(file, readText(file, 'The configuration'))
  try {
    checkOptions(options)
    return { directory: resolve(dirname(file)), ...options }
  } catch (cause) {
    throw new UsageError(`${file}: ${messageOf(cause)}`, { cause })
  }
}

function readText(file: string, what: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new UsageError(`${what} ${file} cannot be read: ${messageOf(cause)}`, { cause })
  }
}

/** @throws {UsageError} if the text is not JSON, with the position of the error, or is not a JSON object. */
function parseJson(file: string, text: string): { $schema?: unknown } {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch (cause) {
    throw new UsageError(`${file} is not JSON: ${messageOf(cause)}`, { cause })
  }
  throw new UsageError(`${file} does not contain a JSON object.`)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
