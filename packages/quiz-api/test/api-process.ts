import type { SigningPool } from '@cognito-srp/testing/signing-pool'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

const PACKAGE = resolve(import.meta.dirname, '..')

/** Returns settings for an API that accepts the tokens of `pool` and has practically no limit on writes. */
export function settingsFor(
  pool: SigningPool,
  { store, jwksUrl }: { store: string; jwksUrl: string },
): Record<string, string> {
  return {
    STORE: store,
    ISSUER: pool.issuer,
    JWKS_URL: jwksUrl,
    CLIENT_IDS: pool.clientId,
    WRITES_PER_MINUTE: '1000000',
  }
}

/** The API in a separate process, started by `quiz-api serve`. */
export class ApiProcess {
  readonly url: string
  readonly #child: ChildProcess

  private constructor(url: string, child: ChildProcess) {
    this.url = url
    this.#child = child
  }

  /** Starts the API on a free port with these settings. The promise resolves when the API listens. */
  static async start(settings: Record<string, string>): Promise<ApiProcess> {
    const child = spawn(process.execPath, ['src/cli.ts', 'serve'], {
      cwd: PACKAGE,
      env: { ...process.env, HOST: '127.0.0.1', PORT: '0', ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await Promise.race([
      once(child.stdout, 'data'),
      once(child, 'exit').then(() => Promise.reject(new Error('The API exited before it started listening.'))),
    ])) as [Buffer]
    child.stdout.resume() // discard the log, which would otherwise fill the pipe
    return new ApiProcess((JSON.parse(line.toString()) as { url: string }).url, child)
  }

  /** Process id of the API. */
  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** Sends a signal, waits until the process has exited, and returns the exit code. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const gone = once(this.#child, 'exit')
    this.#child.kill(signal)
    const [code] = (await gone) as [number | null]
    return code
  }
}
