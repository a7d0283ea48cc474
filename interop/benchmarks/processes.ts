import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import type { Contestant } from './contestants.ts'
import type { Timing } from './timing.ts'
import type { Place } from './visits.ts'

const run = promisify(execFile)

/** Folder for the programs, inside the workspace so that programs find the packages. Git ignores the folder. */
const CACHE = fileURLToPath(new URL('node_modules/.cache/', import.meta.url))

/** Timeout for a program that hangs. The slowest program takes a minute on a busy machine. */
const VISIT_TIMEOUT_MS = 300_000

/**
 * Returns the source of a program that runs a handshake for each element of the global `challenges` and prints the
 * timings as JSON.
 */
export function programOf(contestant: Contestant): string {
  return `
    import { handshake } from './clients/${contestant}.ts'
    import { timeHandshakes } from './timing.ts'
    timeHandshakes(handshake, globalThis.challenges).then(
      (timings) => console.log(JSON.stringify(timings)),
      (error) => console.log('The handshake failed: ' + error + error.stack),
    )`
}

/**
 * Opens a runtime that runs scripts. Each visit is a process.
 *
 * @param command the program and the arguments before the script
 * @param bundle bundles the source that {@link programOf} returns
 */
export function openRuntime(
  name: string,
  command: readonly [string, ...string[]],
  bundle: (source: string) => Promise<string>,
): Place {
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, 'handshake-'))
  const scripts = new Map<Contestant, Promise<string>>()
  const scriptOf = (contestant: Contestant) => {
    const script = scripts.get(contestant) ?? bundle(programOf(contestant))
    scripts.set(contestant, script)
    return script
  }
  return {
    name,
    async visit(contestant, challenges) {
      const file = join(folder, `${contestant}.mjs`)
      writeFileSync(file, `globalThis.challenges = ${JSON.stringify(challenges)};\n${await scriptOf(contestant)}`)
      const [program, ...parameters] = command
      const { stdout } = await run(program, [...parameters, file], { timeout: VISIT_TIMEOUT_MS })
      if (!stdout.startsWith('[')) throw new Error(`${name}, ${contestant}: ${stdout}`)
      return JSON.parse(stdout) as Timing[]
    },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  }
}
