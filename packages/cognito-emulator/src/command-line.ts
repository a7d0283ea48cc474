import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { checkOptions, type EmulatorOptions } from './options.ts'

const DEFAULT_PORT = 9339
const DEFAULT_HOST = '127.0.0.1'
const MAX_PORT = 65_535
const DEFAULT_OPTIONS: EmulatorOptions = { userPools: [{ id: 'local_Pool1', clients: [{ id: 'web' }] }] }

/** What `--help` prints. */
export const HELP: string = `cognito-emulator: a local Amazon Cognito user pool that really verifies

Usage: cognito-emulator [options]

  --config FILE      JSON file with the user pools, their clients and first users
                     (default: pool local_Pool1 with client web and no users)
  --port PORT        port to listen on; 0 takes any free one (default ${DEFAULT_PORT})
  --host HOST        address to listen on (default ${DEFAULT_HOST})
  --data FILE        SQLite file that keeps everything over restarts (default: in memory)
  --admin-key KEY    answer administrator's operations only to those who send it
                     in the header x-emulator-admin-key
  --help             print this

Codes that a real pool would send by e-mail or SMS are printed, and kept at /_emulator/outbox.
`

/** What the command is asked to do. */
export type Command =
  | { kind: 'help' }
  | { kind: 'start'; port: number; host: string; config?: string; data?: string; adminKey?: string }

/** Something the person at the terminal can put right: printed without a stack. */
export class UsageError extends Error {}

/** Reads the arguments after the program's name. @throws {UsageError} */
export function parseCommandLine(argv: string[]): Command {
  const values = readOptions(argv)
  if (values.help) return { kind: 'help' }
  return {
    kind: 'start',
    port: readPort(values.port),
    host: values.host ?? DEFAULT_HOST,
    ...(values.config !== undefined && { config: values.config }),
    ...(values.data !== undefined && { data: values.data }),
    ...(values['admin-key'] !== undefined && { adminKey: values['admin-key'] }),
  }
}

type OptionName = 'config' | 'port' | 'host' | 'data' | 'admin-key'

function readOptions(argv: string[]): { [Name in OptionName]?: string } & { help?: boolean } {
  try {
    const { values } = parseArgs({
      args: argv,
      options: {
        config: { type: 'string' },
        port: { type: 'string' },
        host: { type: 'string' },
        data: { type: 'string' },
        'admin-key': { type: 'string' },
        help: { type: 'boolean' },
      },
    })
    return values
  } catch (cause) {
    throw new UsageError(`${cause instanceof Error ? cause.message : String(cause)}\nTry cognito-emulator --help.`)
  }
}

function readPort(text: string | undefined): number {
  if (text === undefined) return DEFAULT_PORT
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= MAX_PORT) return port
  throw new UsageError(`--port takes a number from 0 to ${MAX_PORT}, not ${text}.`)
}

/** The options in a JSON file, or one pool with one client when there is no file. @throws {UsageError} that names the file. */
export function readConfigFile(file: string | undefined): EmulatorOptions {
  if (file === undefined) return DEFAULT_OPTIONS
  const options = parseJson(file, readText(file))
  try {
    checkOptions(options)
    return options
  } catch (cause) {
    throw new UsageError(`${file}: ${messageOf(cause)}`, { cause })
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new UsageError(`The configuration ${file} cannot be read: ${messageOf(cause)}`, { cause })
  }
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UsageError(`${file} is not JSON: ${messageOf(cause)}`, { cause })
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
