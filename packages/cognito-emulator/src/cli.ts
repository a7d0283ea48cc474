#!/usr/bin/env node
import { HELP, parseCommandLine, readConfigFile, UsageError, type Command } from './command-line.ts'
import { startEmulator } from './emulator.ts'
import { describeDelivery } from './printing.ts'

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const

try {
  const command = parseCommandLine(process.argv.slice(2))
  if (command.kind === 'help') process.stdout.write(HELP)
  else await start(command)
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}

async function start({ kind: _kind, config, ...options }: Extract<Command, { kind: 'start' }>): Promise<void> {
  const configured = readConfigFile(config)
  const emulator = await startEmulator({
    ...configured,
    ...options,
    onDelivery: (message) => void process.stdout.write(`${describeDelivery(message)}\n`),
  })
  process.stdout.write(`Listening on ${emulator.url}\n`)
  for (const { id, clients } of configured.userPools) {
    process.stdout.write(`  pool ${id}, clients ${clients.map((client) => client.id).join(', ')}\n`)
  }
  for (const signal of STOP_SIGNALS) process.once(signal, () => void emulator.close())
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof UsageError) return error.message
  if ('code' in error && error.code === 'EADDRINUSE') return `${error.message}\nChoose another port with --port.`
  return error.message
}
