#!/usr/bin/env node
import { once } from 'node:events'

import { runCommand } from './entries/commands.ts'

process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  terminal: { print: (line) => console.log(line), complain: (line) => console.error(line) },
  waitForStop: () => Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]),
})
