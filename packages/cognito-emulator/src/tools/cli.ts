#!/usr/bin/env node
import { runCommand } from './command.ts'

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const
const PARENT_CHECK_MS = 500
const { npm_lifecycle_event: event, npm_lifecycle_script: script = '' } = process.env
const parent = process.ppid // read before the start, during which the parent can end
const isRunByNpx = event === 'npx' && script.includes('cognito-emulator')

void main()

async function main(): Promise<void> {
  process.exitCode = await runCommand(process.argv.slice(2), {
    print: (lines) => void process.stdout.write(`${lines}\n`),
    printError: (lines) => void process.stderr.write(`${lines}\n`),
    onStop(stop) {
      for (const signal of STOP_SIGNALS) process.once(signal, stop)
      if (isRunByNpx) stopWithParent(stop)
    },
  })
}

/** Stops when the parent process ends. The parent is the shell of npx, which does not forward signals. */
function stopWithParent(stop: () => void): void {
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, PARENT_CHECK_MS)
  timer.unref()
}
