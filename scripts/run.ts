import { spawn } from 'node:child_process'

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
