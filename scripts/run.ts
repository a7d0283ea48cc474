import { spawn } from 'node:child_process'

/** Runs a command to its end with its output shown; answers whether it succeeded. */
export function run(
  command: string,
  parameters: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<boolean> {
  return new Promise((done) => {
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

/** Installs a folder of a workspace that is not the root's, as its lockfile says. */
export function install(workspace: string, filter = '.'): Promise<boolean> {
  return run('pnpm', [`--dir=${workspace}`, 'install', '--frozen-lockfile', '--prefer-offline', `--filter=${filter}`])
}
