import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { jsonLogger, printInBatches } from '../http/request-log.ts'
import { BankError, describeProblem, MAX_PROBLEMS, parseBank } from '../questions/bank-file.ts'
import { importBank } from '../questions/import-bank.ts'
import { openStore } from '../store/open-store.ts'
import type { QuizStore } from '../store/quiz-store.ts'
import { serve } from './serve.ts'
import { readServerSettings, readStoreSettings, type Environment, type StoreSettings } from './settings.ts'

const USAGE = `quiz-api serve                               serves the API
quiz-api import FILE.json|FILE.csv [--dry-run]   adds a file's questions to the bank, all or none
quiz-api export [FILE.json]                      writes the bank as JSON, by default to the terminal

Settings are environment variables: see README.md. All commands need STORE=sqlite:<file> or STORE=dynamodb:<table>.`

const EXIT_USAGE = 2

/**
 * Half the length of the longest string that Node supports. The bank of this project is about a thousandth of this
 * limit.
 */
const MAX_FILE_BYTES = 256 * 1024 * 1024

/** Output of the commands: `print` writes results, `complain` writes progress and problems. */
export type Terminal = { print: (line: string) => void; complain: (line: string) => void }

/** The parts of the process that a command uses. */
export type Surroundings = {
  environment: Environment
  terminal: Terminal
  /** Resolves when the process receives a stop signal. Only `serve` calls it. */
  waitForStop: () => Promise<unknown>
}

/**
 * Runs the command in the arguments.
 *
 * @returns exit code: 0 for success, 1 for a failure, and 2 for incorrect usage
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

/**
 * `quiz-api import`: adds either all questions of a file to the bank or none.
 *
 * @returns exit code: 1 if the file is invalid; every invalid row has then been reported
 */
async function importCommand(
  { file, dryRun, settings }: { file: string; dryRun: boolean; settings: StoreSettings },
  { print, complain }: Terminal,
): Promise<number> {
  const read = readQuestions(file, complain)
  if (read instanceof BankError) {
    for (const problem of read.problems) complain(`${file}, ${describeProblem(problem)}`)
    const isCut = read.problems.length === MAX_PROBLEMS
    complain(`Nothing was imported: ${read.problems.length} problems${isCut ? ', and perhaps more' : ''}.`)
    return 1
  }
  complain(`${read.length} questions read.`)
  const { added, changed, unchanged } = await withStore(settings, (store) => importBank(store, read, { dryRun }))
  const counts = `${added} added, ${changed} changed, ${unchanged} unchanged`
  print(dryRun ? `Dry run, nothing was written. The import would have this result: ${counts}.` : `Imported: ${counts}.`)
  return 0
}

/** `quiz-api export`: prints the bank as JSON, or writes it to a file atomically. */
async function exportCommand(
  { file, settings }: { file: string | undefined; settings: StoreSettings },
  { print, complain }: Terminal,
): Promise<number> {
  const { questions } = await withStore(settings, (store) => store.readBank())
  const text = JSON.stringify(questions, null, 2)
  if (file === undefined) {
    print(text)
    return 0
  }
  writeFileSync(`${file}.part`, `${text}\n`)
  renameSync(`${file}.part`, file)
  complain(`${questions.length} questions exported to ${file}.`)
  return 0
}

function readQuestions(file: string, complain: (line: string) => void) {
  try {
    return parseBank(file, decodeUtf8(file), (checked) => complain(`${checked} questions checked …`))
  } catch (error) {
    if (error instanceof BankError) return error
    throw error
  }
}

function decodeUtf8(file: string): string {
  if (statSync(file).size > MAX_FILE_BYTES) {
    throw new BankError(file, [{ line: 1, field: '', message: `the file is longer than ${MAX_FILE_BYTES} bytes` }])
  }
  const bytes = readFileSync(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new BankError(file, [{ line: 1, field: '', message: 'the file is not UTF-8' }])
  }
}

async function withStore<Result>(
  { STORE, CREATE_TABLE }: StoreSettings,
  work: (store: QuizStore) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(STORE, { createMissingTable: CREATE_TABLE })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
