import { spawn } from 'node:child_process'

/** How many tests passed and failed; a check without tests of its own counts as a failure only when it fails. */
export type Tally = { passed: number; failed: number; skipped: number }

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 }
export const ONE_FAILED: Tally = { ...NOTHING, failed: 1 }

/** Sum of several tallies. */
export function addTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    NOTHING,
  )
}

/** Runs a command to its end with its output shown; answers whether it succeeded. */
export function run(
  command: string,
  parameters: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
) {
  return new Promise<boolean>((done) => {
    const child = spawn(command, parameters, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('error', (error) => {
      console.error(`${command} could not be started: ${error.message}`)
      done(false)
    })
    child.once('exit', (code) => done(code === 0))
  })
}
