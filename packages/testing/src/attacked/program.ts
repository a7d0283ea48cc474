import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import type { Sample } from './probe.ts'

const READY_WITHIN_MS = 60_000
const STOP_WITHIN_MS = 2_000
const KEPT_OUTPUT_CHARACTERS = 1_000_000
const MEGABYTE = 2 ** 20
const SEMI_SPACE_MB = 16

/** Options for running a program from the attacked checkout. */
export type ProgramOptions = {
  /** Additional environment variables. */
  env?: Record<string, string>
  /**
   * Limit of its JavaScript heap. A limit below Node's default reveals unbounded growth sooner. With a limit, each half
   * of the young generation also has at most 16 MB, because V8 otherwise adds about 80 MB under any load.
   */
  heapMb?: number
}

/** Current memory of the program, and its peaks since `watch` was called or since its start. */
export type Usage = { rssMb: number; peakRssMb: number; peakHeapMb: number; longestBlockMs: number }

/** A server from the attacked checkout, in a separate process with its own data folder. */
export class Program {
  /** Address at which the program listens, without a trailing slash. */
  url = ''
  readonly dataFolder: string
  readonly #child: ChildProcess
  #output = ''
  #last: Sample = { rss: 0, heapUsed: 0, blockedMs: 0 }
  #peak: Sample = this.#last

  /** @param parameters the program's file, relative to the checkout, and its arguments */
  constructor(checkout: string, parameters: readonly string[], dataFolder: string, options: ProgramOptions) {
    const { env = {}, heapMb } = options
    const probe = fileURLToPath(new URL('probe.ts', import.meta.url))
    const limits =
      heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`, `--max-semi-space-size=${SEMI_SPACE_MB}`]
    this.dataFolder = dataFolder
    this.#child = spawn(
      process.execPath,
      ['--conditions=@cognito-srp/source', '--expose-gc', ...limits, '--import', probe, ...parameters],
      { cwd: checkout, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
    )
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.#output = (this.#output + chunk.toString()).slice(-KEPT_OUTPUT_CHARACTERS)
      })
    }
    this.#child.on('message', (sample: Sample) => this.#take(sample))
    process.once('exit', () => this.#child.kill('SIGKILL'))
  }

  /** The last million characters of the program's terminal output. */
  get output(): string {
    return this.#output
  }

  /** Whether the process is still running. */
  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Waits until the program prints its address. */
  async ready(announcement: RegExp): Promise<this> {
    const deadlineMs = Date.now() + READY_WITHIN_MS
    while (this.isAlive && Date.now() < deadlineMs) {
      const url = announcement.exec(this.#output)?.[1]
      if (url !== undefined) {
        this.url = url.replace(/\/$/, '').replace('//localhost', '//127.0.0.1')
        return this
      }
      await new Promise((done) => {
        setTimeout(done, 20)
      })
    }
    throw new Error(`The attacked program did not print its address:\n${this.#output}`)
  }

  /** Resets the peaks, so that `usage` reports only the effect of the attack. */
  watch(): void {
    this.#peak = { ...this.#last, blockedMs: 0 }
  }

  get usage(): Usage {
    return {
      rssMb: Math.round(this.#last.rss / MEGABYTE),
      peakRssMb: Math.round(this.#peak.rss / MEGABYTE),
      peakHeapMb: Math.round(this.#peak.heapUsed / MEGABYTE),
      longestBlockMs: Math.round(this.#peak.blockedMs),
    }
  }

  /**
   * Resident memory as reported by the operating system, because a blocked program cannot report its own memory. The
   * value is 0 if the program has exited.
   */
  measureRssMb(): number {
    if (!this.isAlive) return 0
    return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(this.#child.pid)])) / 1024)
  }

  /** Size of the JavaScript heap after garbage collection. The value is Infinity if the program has exited. */
  async keptHeapMb(): Promise<number> {
    if (!this.isAlive) return Infinity
    this.#child.send('collect')
    const collected = new Promise<number>((done) => {
      const read = ({ isCollected, heapUsed }: Sample) => {
        if (!isCollected) return
        this.#child.off('message', read)
        done(Math.round((heapUsed / MEGABYTE) * 10) / 10)
      }
      this.#child.on('message', read)
      this.#child.once('exit', () => done(Infinity))
    })
    return collected
  }

  async stop(): Promise<void> {
    if (!this.isAlive) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    const forced = setTimeout(() => this.#child.kill('SIGKILL'), STOP_WITHIN_MS)
    await ended
    clearTimeout(forced)
  }

  #take(sample: Sample): void {
    this.#last = sample
    this.#peak = {
      rss: Math.max(this.#peak.rss, sample.rss),
      heapUsed: Math.max(this.#peak.heapUsed, sample.heapUsed),
      blockedMs: Math.max(this.#peak.blockedMs, sample.blockedMs),
    }
  }
}
