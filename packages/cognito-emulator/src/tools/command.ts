import { writeFileSync } from 'node:fs'

import manifest from '../../package.json' with { type: 'json' }
import { poolsOf } from '../cloudformation/load.ts'
import { startEmulator, type RunningEmulator } from '../emulator.ts'
import { configSchema, type EmulatorOptions } from '../options/emulator-options.ts'
import { describeDelivery, describeRequest, printableLines } from '../printing.ts'
import {
  HELP,
  parseCommandLine,
  readOptions,
  UsageError,
  type Command,
  type ConformCommand,
  type StartCommand,
} from './command-line.ts'

/** Output and stop signal of the process. */
export type Terminal = {
  print: (lines: string) => void
  printError: (lines: string) => void
  /** Registers a function to call when the process is asked to stop. */
  onStop: (stop: () => void) => void
}

type Print = Terminal['print']

/**
 * Runs the command. If the command starts an emulator, the emulator listens until the terminal calls the stop function.
 *
 * @param argv the arguments after the program's name
 * @returns the exit status
 */
export async function runCommand(argv: string[], { print, printError, onStop }: Terminal): Promise<number> {
  try {
    return await run(parseCommandLine(argv), { print: (lines) => print(printableLines(lines)), onStop })
  } catch (error) {
    printError(printableLines(explain(error)))
    return 1
  }
}

type Output = Omit<Terminal, 'printError'>

async function run(command: Command, output: Output): Promise<number> {
  const { print } = output
  if (command.kind === 'conform') return runConform(command, print)
  if (command.kind === 'start') await start(command, output)
  if (command.kind === 'help') print(HELP.trimEnd())
  if (command.kind === 'version') print(manifest.version)
  if (command.kind === 'print-config-schema') print(JSON.stringify(configSchema(), undefined, 2))
  return 0
}

/** Lazy-loads `conform/`, which an emulator does not need to start. */
async function runConform({ kind: _kind, ...options }: ConformCommand, print: Print): Promise<number> {
  const { runConform: run } = await import('./conform/run.ts')
  return run(options, print)
}

async function start(
  { kind: _kind, config, template, log, certificateFile, ...options }: StartCommand,
  { print, onStop }: Output,
): Promise<void> {
  const configured = readOptions({ config, template })
  const emulator = await startEmulator({
    ...configured,
    ...options,
    onDelivery: (message) => print(describeDelivery(message)),
    ...(log && { onRequest: (request) => print(describeRequest(request)) }),
  })
  if (certificateFile !== undefined) await writeCertificate(emulator, certificateFile)
  onStop(() => void emulator.close())
  for (const line of describeStart(emulator, configured, certificateFile)) print(line)
}

async function writeCertificate(emulator: RunningEmulator, file: string): Promise<void> {
  try {
    writeFileSync(file, emulator.certificate ?? '')
  } catch (cause) {
    await emulator.close()
    throw new UsageError(`The certificate cannot be written: ${String(cause)}`, { cause })
  }
}

function describeStart({ url, certificate }: RunningEmulator, options: EmulatorOptions, file?: string): string[] {
  const pools = poolsOf(options).map(
    ({ id, clients }) => `  pool ${id}, clients ${clients.map((client) => client.id).join(', ')}`,
  )
  const listening = [`Listening on ${url}`, ...pools]
  if (certificate === undefined) return listening
  const trust =
    file === undefined ? `Certificate:\n${certificate.trimEnd()}` : `  trust it with NODE_EXTRA_CA_CERTS=${file}`
  return [...listening, trust]
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof UsageError) return error.message
  if ('code' in error && error.code === 'EADDRINUSE') return `${error.message}\nChoose another port with --port.`
  return error.message
}
