import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import { installFromDebian, runQuietly } from './debian.ts'

/** A Redis server that listens only on a Unix socket, not on a port. */
export type RunningRedis = {
  /**
   * Sends a command. Returns the text of the reply, or '' for nil. @throws Error for an error reply or a lost
   * connection
   */
  send(...words: string[]): Promise<string>
  stop(): Promise<void>
}

const STARTS_WITHIN_MS = 10_000
const execute = promisify(execFile)

/**
 * Starts Redis in a temporary folder. Installs the Debian package if Redis is missing.
 *
 * @throws Error if Redis is missing and cannot be installed, or if Redis does not respond within 10 seconds
 */
export async function startRedis(): Promise<RunningRedis> {
  const isInstalled = () => runQuietly('redis-server', ['--version'])
  if (!isInstalled()) installFromDebian('redis-server')
  if (!isInstalled()) throw new Error('redis-server is missing and could not be installed. Install Redis.')

  const folder = await mkdtemp(join(tmpdir(), 'redis-'))
  const socket = join(folder, 'socket')
  const settings = { '--port': '0', '--unixsocket': socket, '--save': '', '--dir': folder }
  const server = spawn('redis-server', Object.entries(settings).flat(), { stdio: 'ignore' })
  const send = async (...words: string[]) => {
    const { stdout } = await execute('redis-cli', ['-e', '-s', socket, ...words])
    return stdout.replace(/\n$/, '')
  }
  for (let waitedMs = 0; (await send('PING').catch(() => '')) !== 'PONG'; waitedMs += 100) {
    if (waitedMs > STARTS_WITHIN_MS) throw new Error(`redis-server did not respond within ${STARTS_WITHIN_MS} ms.`)
    await sleep(100)
  }
  return {
    send,
    async stop() {
      const exit = once(server, 'exit')
      if (server.exitCode === null && server.kill()) await exit
      await rm(folder, { recursive: true, force: true })
    },
  }
}
