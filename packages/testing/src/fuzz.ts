import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { inspect } from 'node:util'
import { runInNewContext } from 'node:vm'

import { Random } from './fuzz-inputs.ts'

/** One input and what reads it. */
export type Trial = {
  /** Printed when it is a finding. */
  input: unknown
  /**
   * Reads it; run again alone when it was slow. A text says how it ended and is counted, so that a run shows how deep its
   * inputs went. What it throws is a finding, unless `isRefusal` says otherwise.
   */
  run: () => unknown
}

/** A kind of input, and how many of a hundred are of it. */
export type Target = {
  name: string
  percent: number
  make: (random: Random) => Trial | Promise<Trial>
  /** Instead of the limit of all: for what only an operator reads, say. */
  slowestMs?: number
}

export type FuzzOptions = {
  inputs: number
  targets: readonly Target[]
  /** The processor's time that one input may take on a machine of its own; absent where another program reads it. */
  slowestMs?: number
  /** Inputs at a time, 1 unless another program reads them: else one would be taken for the other's slowness. */
  atOnce?: number
  /** The processor's time of the whole run; a run that is not through by then fails. */
  longestRunMs: number
  /** Whether an error is how the code under test says no. By default nothing is. */
  isRefusal?: (error: unknown) => boolean
  /** Somebody else who goes on working meanwhile: how long they wait is printed, and what they throw is a finding. */
  secondUser?: () => Promise<unknown>
  /** Before input 0, and then after so many. */
  renew?: { every: number; with: () => Promise<void> }
}

const MOST_FINDINGS = 10
const LONGEST_SHOWN_INPUT = 2_000
const LONGEST_SHOWN_TEXT = 200
const MOST_SHOWN_OUTCOMES = 20
const REPEATS_OF_A_SLOW_INPUT = 8
const SECOND_USER_EVERY_MS = 50
const DELAY_RESOLUTION_MS = 10
const QUARTERS = 4
/** What code, caches and buffers may still take between the middle of a run and its end. */
const LEVEL_MEGABYTES = 24

/** Time of the processor that this thread has taken; other programs are not counted. */
function spentMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/**
 * Tries so many inputs, each made from the seed and its number alone, and prints the seed, the counts, and everything
 * that ended otherwise than it should, was slow, or was left behind. Sets the exit code.
 *
 * The seed and the first input are the program's arguments, or the seed is FUZZ_SEED: so that one input can be repeated.
 */
export async function fuzz(options: FuzzOptions): Promise<void> {
  const given = process.argv.slice(2).map(Number)
  const [seed = Number(process.env['FUZZ_SEED'] || Date.now() % 2 ** 31), first = 0] = given
  console.log(`seed ${seed}`)
  const run = new Run(options, { seed, first })
  await run.tryAll()
  if (!run.report()) process.exitCode = 1
}

class Run {
  readonly #options: FuzzOptions
  readonly #seed: number
  readonly #inputs: number
  readonly #findings = new Findings()
  readonly #secondUser: SecondUser | undefined
  readonly #delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS })
  readonly #counts = new Map<string, { inputs: number; refused: number; slowestMs: number }>()
  readonly #outcomes = new Map<string, number>()
  readonly #keptMegabytes: number[] = []
  readonly #startMs = spentMs()
  #next: number
  #done = 0

  constructor(options: FuzzOptions, { seed, first }: { seed: number; first: number }) {
    this.#options = options
    this.#seed = seed
    this.#inputs = options.inputs - first
    this.#next = first
    if (options.secondUser) this.#secondUser = new SecondUser(options.secondUser, this.#findings)
  }

  async tryAll(): Promise<void> {
    const { inputs, longestRunMs, renew, atOnce = 1 } = this.#options
    const tryOn = async () => {
      while (this.#next < inputs && this.#findings.count < MOST_FINDINGS) {
        if (spentMs() - this.#startMs > longestRunMs) break
        if (renew && this.#done % renew.every === 0) await renew.with()
        await setImmediate() // timers have their turn, and streams that were closed are let go
        await this.#try(this.#next++)
      }
    }
    this.#delay.enable()
    try {
      await Promise.all(Array.from({ length: atOnce }, tryOn))
    } finally {
      this.#delay.disable()
      await this.#secondUser?.stop()
      this.#findings.close()
    }
  }

  async #try(index: number): Promise<void> {
    const { targets, isRefusal = () => false } = this.#options
    const random = new Random(Math.imul(this.#seed, 0x9e3779b1) + index)
    let share = random.below(100)
    const target = targets.find(({ percent }) => (share -= percent) < 0) ?? targets[0]
    if (!target) throw new Error('There is nothing to fuzz.')
    const trial = await target.make(random)
    const what = `input ${index} (${target.name})\n${describe(trial.input)}`
    this.#findings.now = what
    const { error, outcome, elapsedMs, isRefused } = await tryOnce(trial)
    if (isRefused && !isRefusal(error)) this.#findings.add(error, what)
    const slowestMs = await this.#time(trial, { elapsedMs, allowedMs: target.slowestMs, what })
    if (typeof outcome === 'string') this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1)
    const count = this.#counts.get(target.name) ?? { inputs: 0, refused: 0, slowestMs: 0 }
    this.#counts.set(target.name, {
      inputs: count.inputs + 1,
      refused: count.refused + Number(isRefused),
      slowestMs: Math.max(count.slowestMs, slowestMs),
    })
    this.#done += 1
    if (this.#done % Math.ceil(this.#inputs / QUARTERS) === 0) this.#keptMegabytes.push(keptMegabytes())
  }

  /** A collection of garbage hits one run, slow code all of them: the quickest of several, each alone, counts. */
  async #time(trial: Trial, { elapsedMs, allowedMs = this.#options.slowestMs, what }: Timing): Promise<number> {
    if (allowedMs === undefined) return 0
    let quickestMs = elapsedMs
    for (let run = 0; run < REPEATS_OF_A_SLOW_INPUT && quickestMs > allowedMs; run += 1) {
      await setImmediate()
      quickestMs = Math.min(quickestMs, (await tryOnce(trial)).elapsedMs)
    }
    if (quickestMs > allowedMs && quickestMs > allowedMs * slowdown()) {
      this.#findings.add(`It took ${quickestMs.toFixed(1)} ms.`, what)
    }
    return quickestMs
  }

  /** @returns whether everything was as it should be */
  report(): boolean {
    for (const [name, { inputs, refused, slowestMs }] of this.#counts) {
      const time = slowestMs > 0 ? `, the slowest took ${slowestMs.toFixed(1)} ms` : ''
      console.log(`${name}: ${inputs} inputs, ${refused} refused${time}`)
    }
    const commonest = [...this.#outcomes].toSorted(([, a], [, b]) => b - a).slice(0, MOST_SHOWN_OUTCOMES)
    const endings = commonest.map(([name, count]) => `${name} ${count}`)
    if (endings.length > 0) console.log(`ended with: ${endings.join(', ')}`)
    const kept = this.#keptMegabytes
    console.log(`kept after each quarter: ${kept.map((size) => `${size.toFixed(1)} MB`).join(', ')}`)
    const late = (part: number) => Math.max(0, this.#delay.percentile(part) / 1e6 - DELAY_RESOLUTION_MS).toFixed(1)
    console.log(`event loop late: p50 ${late(50)} ms, p99 ${late(99)} ms, the longest ${late(100)} ms`)
    if (this.#secondUser) console.log(`a second user: ${this.#secondUser.describe()}`)
    const isLevel = (kept.at(-1) ?? 0) - (kept[1] ?? 0) < LEVEL_MEGABYTES
    if (!isLevel) console.error(`The memory is not level: more than ${LEVEL_MEGABYTES} MB since the middle of the run.`)
    const seconds = ((spentMs() - this.#startMs) / 1_000).toFixed(0)
    console.log(`${this.#done} inputs in ${seconds} s, ${this.#findings.count} findings`)
    return this.#findings.count === 0 && this.#done === this.#inputs && isLevel
  }
}

type Timing = { elapsedMs: number; allowedMs: number | undefined; what: string }

/** What was wrong, with the input that was tried then; promises that nobody waited for and errors out of nowhere too. */
class Findings {
  count = 0
  /** The input that is tried, for what nobody waits for. */
  now = ''
  readonly #hear = (problem: unknown) => this.add(problem)

  add(problem: unknown, what: string = this.now): void {
    this.count += 1
    process.stderr.write(`\n${what}\n${inspect(problem)}\n`) // a program may listen to its own console
  }

  constructor() {
    process.on('unhandledRejection', this.#hear)
    process.on('uncaughtException', this.#hear)
  }

  close(): void {
    process.off('unhandledRejection', this.#hear)
    process.off('uncaughtException', this.#hear)
  }
}

/** Works every 50 ms, and waits for the answer before the next time. */
class SecondUser {
  readonly #waits: number[] = []
  readonly #timer: NodeJS.Timeout
  #working = Promise.resolve()
  #isWorking = false

  constructor(work: () => Promise<unknown>, findings: Findings) {
    this.#timer = setInterval(() => {
      if (this.#isWorking) return
      this.#isWorking = true
      const startMs = performance.now()
      this.#working = work().then(
        () => this.#end(startMs),
        (error: unknown) => {
          findings.add(error)
          this.#end(startMs)
        },
      )
    }, SECOND_USER_EVERY_MS)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#working
  }

  describe(): string {
    const sorted = this.#waits.toSorted((a, b) => a - b)
    const at = (part: number) => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1)
    return `${sorted.length} answers, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, the slowest ${at(1)} ms`
  }

  #end(startMs: number): void {
    this.#waits.push(performance.now() - startMs)
    this.#isWorking = false
  }
}

/** What a run of an input ended with, and how long it took. */
type Ending = { error: unknown; outcome?: unknown; elapsedMs: number; isRefused: boolean }

async function tryOnce({ run }: Trial): Promise<Ending> {
  const startMs = spentMs()
  try {
    const outcome = await run()
    return { error: undefined, outcome, elapsedMs: spentMs() - startMs, isRefused: false }
  } catch (error) {
    return { error, elapsedMs: spentMs() - startMs, isRefused: true }
  }
}

const BRACKETS = '['.repeat(990_000)
/** What the engine's own JSON.parse takes for them on a core of its own. */
const BRACKETS_MS = 30

/** How much slower the processor is here and now: other programs slow it down by the memory they use. */
function slowdown(): number {
  const times = Array.from({ length: 5 }, () => {
    const startMs = spentMs()
    try {
      JSON.parse(BRACKETS)
    } catch {
      return spentMs() - startMs // they are never closed
    }
    throw new Error('Brackets that nobody closed were read.')
  })
  return Math.max(1, Math.min(...times) / BRACKETS_MS)
}

/** Of the heap, once garbage is collected. */
function keptMegabytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}

/** Long texts are cut: the seed and the number make the whole input again. */
function describe(input: unknown): string {
  const short = (_name: string, value: unknown) =>
    typeof value === 'string' && value.length > LONGEST_SHOWN_TEXT
      ? `${value.slice(0, LONGEST_SHOWN_TEXT)}… (${value.length} characters)`
      : value
  return JSON.stringify(input, short)?.slice(0, LONGEST_SHOWN_INPUT) ?? String(input)
}
