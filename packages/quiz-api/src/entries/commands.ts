import { parseArgs } from 'node:util'

import { jsonLogger, printInBatches } from '../http/request-log.ts'
import { exportCommand, importCommand, type Terminal } from './bank-commands.ts'
import { serve } from './serve.ts'
import { readServerSettings, readStoreSettings, type Environment } from './settings.ts'

const USAGE = `quiz-api serve                               serves the API
quiz-api import FILE.json|FILE.csv [--dry-run]   adds a file's questions to the bank, all or none
quiz-api export [FILE.json]                      writes the bank as JSON, by default to the terminal

Settings are environment variables: see README.md. All commands need STORE=sqlite:<file> or STORE=dynamodb:<table>.`

const EXIT_USAGE = 2

/** What a command gets from the process it runs in. */
export type Surroundings = {
  environment: Environment
  terminal: Terminal
  /** Fulfils when the process is asked to end; only called by a command that runs until then. */
  waitForStop: () => Promise<unknown>
}

/**
 * Runs the command that the arguments name.
 *
 * @returns the exit code: 0 done, 1 failed, 2 not understood
 */
export async function runCommand(parameters: string[], surroundings: Surroundings): Promise<number> {
  const { print, complain } = surroundings.terminal
  try {
    const { values, positionals } = parseArgs({
      args: parameters,
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
    })
    if (values.help) {
      print(USAGE)
      return 0
    }
    return await dispatch(positionals, values['dry-run'], surroundings)
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error))
    return isUnknownOption(error) ? EXIT_USAGE : 1
  }
}

function isUnknownOption(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
}

async function dispatch(positionals: string[], dryRun: boolean, surroundings: Surroundings): Promise<number> {
  const { environment, terminal } = surroundings
  const [command, file, ...rest] = positionals
  if (command === 'import' && file !== undefined && rest.length === 0) {
    return importCommand({ file, dryRun, settings: readStoreSettings(environment) }, terminal)
  }
  if (command === 'export' && rest.length === 0 && !dryRun) {
    return exportCommand({ file, settings: readStoreSettings(environment) }, terminal)
  }
  if (command === 'serve' && file === undefined && !dryRun) {
    const server = await serve(readServerSettings(environment), jsonLogger(printInBatches(terminal.print)))
    await surroundings.waitForStop()
    await server.stop()
    return 0
  }
  terminal.complain(USAGE)
  return EXIT_USAGE
}
