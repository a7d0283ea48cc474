#!/usr/bin/env node
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

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const

void main()

async function main(): Promise<void> {
  try {
    await run(parseCommandLine(process.argv.slice(2)))
  } catch (error) {
    process.stderr.write(`${printableLines(explain(error))}\n`)
    process.exitCode = 1
  }
}

async function run(command: Command): Promise<void> {
  if (command.kind === 'start') return start(command)
  if (command.kind === 'help') print(HELP.trimEnd())
  if (command.kind === 'version') print(manifest.version)
  if (command.kind === 'conform') await runConform(command)
  if (command.kind === 'print-config-schema') print(JSON.stringify(configSchema(), undefined, 2))
}

/** A start loads nothing of it. */
async function runConform({ kind: _kind, ...options }: ConformCommand): Promise<void> {
  const { runConform: run } = await import('./conform/run.ts')
  process.exitCode = await run(options, print)
}

async function start({ kind: _kind, config, template, log, certificateFile, ...options }: StartCommand): Promise<void> {
  const configured = readOptions({ config, template })
  const emulator = await startEmulator({
    ...configured,
    ...options,
    onDelivery: (message) => print(describeDelivery(message)),
    ...(log && { onRequest: (request) => print(describeRequest(request)) }),
  })
  if (certificateFile !== undefined) await writeCertificate(emulator, certificateFile)
  describeStart(emulator, configured, certificateFile)
  for (const signal of STOP_SIGNALS) process.once(signal, () => void emulator.close())
}

async function writeCertificate(emulator: RunningEmulator, file: string): Promise<void> {
  try {
    writeFileSync(file, emulator.certificate ?? '')
  } catch (cause) {
    await emulator.close()
    throw new UsageError(`The certificate cannot be written: ${String(cause)}`, { cause })
  }
}

function describeStart({ url, certificate }: RunningEmulator, options: EmulatorOptions, file?: string): void {
  print(`Listening on ${url}`)
  for (const { id, clients } of poolsOf(options))
    print(`  pool ${id}, clients ${clients.map((client) => client.id).join(', ')}`)
  if (certificate === undefined) return
  print(file === undefined ? `Certificate:\n${certificate.trimEnd()}` : `  trust it with NODE_EXTRA_CA_CERTS=${file}`)
}

function print(lines: string): void {
  process.stdout.write(`${printableLines(lines)}\n`)
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof UsageError) return error.message
  if ('code' in error && error.code === 'EADDRINUSE') return `${error.message}\nChoose another port with --port.`
  return error.message
}
