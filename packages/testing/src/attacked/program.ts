import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import type { Sample } from './probe.ts'

const READY_WITHIN_MS = 60_000
const STOP_WITHIN_MS = 2_000
const KEPT_OUTPUT_CHARACTERS = 1_000_000
const MEGABYTE = 2 ** 20

/** How a program of the attacked checkout is run. */
export type ProgramOptions = {
  /** More of its environment. */
  env?: Record<string, string>
  /** Its JavaScript heap; less than Node's own limit shows sooner what has no end. */
  heapMb?: number
}

/** What the program used since `watch` was called, or since it was started. */
export type Usage = { rssMb: number; peakRssMb: number; peakHeapMb: number; longestBlockMs: number }

/** A server of the attacked checkout, in a process and with a data folder of its own. */
export class Program {
  /** Where it listens, without a slash at the end. */
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
    const limits = heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`]
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

  /** What it has written to its terminal so far, the newest million characters. */
  get output(): string {
    return this.#output
  }

  /** False once it has ended, whatever ended it. */
  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Waits until it prints where it listens. */
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
    throw new Error(`The attacked program did not say that it is ready:\n${this.#output}`)
  }

  /** Forgets the peaks so far: what follows is what the attack does. */
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

  /** Its memory as the system sees it, which a program that is blocked cannot report; 0 when it has ended. */
  measureRssMb(): number {
    if (!this.isAlive) return 0
    return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(this.#child.pid)])) / 1024)
  }

  /** The JavaScript heap after a collection of garbage: what it really keeps. Infinity when it has ended. */
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
