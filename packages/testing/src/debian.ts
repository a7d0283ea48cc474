import { spawnSync } from 'node:child_process'

const INSTALL_TIMEOUT_MS = 240_000

/**
 * Installs packages on Debian and similar systems if running as root. Does nothing on other systems, or if another user
 * runs the program.
 */
export function installFromDebian(...packages: readonly string[]): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return
  if (runQuietly('apt-get', ['install', '-y', '--no-install-recommends', ...packages])) return
  runQuietly('apt-get', ['update'])
  runQuietly('apt-get', ['install', '-y', '--no-install-recommends', ...packages])
}

/** Runs a command without showing its output. Returns whether it succeeded. */
export function runQuietly(command: string, parameters: readonly string[]): boolean {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, parameters, { env: environment, stdio: 'ignore', timeout: INSTALL_TIMEOUT_MS }).status === 0
}
