#!/usr/bin/env node
import { runCommand } from './command.ts'

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const

void main()

async function main(): Promise<void> {
  process.exitCode = await runCommand(process.argv.slice(2), {
    print: (lines) => void process.stdout.write(`${lines}\n`),
    printError: (lines) => void process.stderr.write(`${lines}\n`),
    onStop(stop) {
      for (const signal of STOP_SIGNALS) process.once(signal, stop)
    },
  })
}
