import { spawn } from 'node:child_process'
import { join } from 'node:path'

const REPOSITORY = join(import.meta.dirname, '../../..')

/** Runs a command and shows its output. Returns whether it succeeded. */
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

/** Installs the packages of a workspace other than the root workspace, in the versions of its lockfile. */
export function install(workspace: string, filter = '.'): Promise<boolean> {
  const folder = join(REPOSITORY, workspace)
  return run('pnpm', [`--dir=${folder}`, 'install', '--frozen-lockfile', '--prefer-offline', `--filter=${filter}`])
}
