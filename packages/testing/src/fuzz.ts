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
  /** The processor's time that one input may take on a machine of its own. */
  slowestMs: number
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
  const { inputs, targets, longestRunMs, isRefusal = () => false, renew } = options
  const given = process.argv.slice(2).map(Number)
  const [seed = Number(process.env['FUZZ_SEED'] || Date.now() % 2 ** 31), first = 0] = given
  console.log(`seed ${seed}`)

  const findings = new Findings()
  const collect = garbageCollector()
  const secondUser = options.secondUser && new SecondUser(options.secondUser, findings)
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS })
  const counts = new Map<string, { inputs: number; refused: number; slowestMs: number }>()
  const outcomes = new Map<string, number>()
  const keptMegabytes: number[] = []
  const startMs = spentMs()
  let done = 0

  delay.enable()
  try {
    for (let index = first; index < inputs && findings.count < MOST_FINDINGS; index += 1) {
      if (spentMs() - startMs > longestRunMs) break
      if (renew && done % renew.every === 0) await renew.with()
      await setImmediate() // timers have their turn, and streams that were closed are let go
      const random = new Random(Math.imul(seed, 0x9e3779b1) + index)
      let share = random.below(100)
      const target = targets.find(({ percent }) => (share -= percent) < 0) ?? targets[0]
      if (!target) throw new Error('There is nothing to fuzz.')
      const allowedMs = target.slowestMs ?? options.slowestMs
      const trial = await target.make(random)
      findings.now = `input ${index} (${target.name})\n${describe(trial.input)}`
      const { error, outcome, elapsedMs, isRefused } = await tryOnce(trial)
      const slowestMs = await quickestMs(trial, { elapsedMs, allowedMs })
      const count = counts.get(target.name) ?? { inputs: 0, refused: 0, slowestMs: 0 }
      counts.set(target.name, {
        inputs: count.inputs + 1,
        refused: count.refused + Number(isRefused),
        slowestMs: Math.max(count.slowestMs, slowestMs),
      })
      done += 1
      if (typeof outcome === 'string') outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      if (isRefused && !isRefusal(error)) findings.add(error)
      if (slowestMs > allowedMs && slowestMs > allowedMs * slowdown()) findings.add(`${slowestMs.toFixed(1)} ms`)
      if (done % Math.ceil((inputs - first) / QUARTERS) === 0) keptMegabytes.push(collect())
    }
  } finally {
    delay.disable()
    await secondUser?.stop()
    findings.close()
  }

  for (const [name, { inputs, refused, slowestMs }] of counts) {
    console.log(`${name}: ${inputs} inputs, ${refused} refused, the slowest took ${slowestMs.toFixed(1)} ms`)
  }
  const commonest = [...outcomes].toSorted(([, a], [, b]) => b - a).slice(0, MOST_SHOWN_OUTCOMES)
  if (commonest.length > 0)
    console.log(`ended with: ${commonest.map(([name, count]) => `${name} ${count}`).join(', ')}`)
  const isLevel = (keptMegabytes.at(-1) ?? 0) - (keptMegabytes[1] ?? 0) < LEVEL_MEGABYTES
  const late = (part: number) => `${Math.max(0, delay.percentile(part) / 1e6 - DELAY_RESOLUTION_MS).toFixed(1)} ms`
  console.log(`kept after each quarter: ${keptMegabytes.map((size) => `${size.toFixed(1)} MB`).join(', ')}`)
  console.log(`event loop late: p50 ${late(50)}, p99 ${late(99)}, the longest ${late(100)}`)
  if (secondUser) console.log(`a second user: ${secondUser.describe()}`)
  if (!isLevel) console.error(`The memory is not level: more than ${LEVEL_MEGABYTES} MB since the middle of the run.`)
  const seconds = ((spentMs() - startMs) / 1_000).toFixed(0)
  console.log(`${done} inputs in ${seconds} s, ${findings.count} findings`)
  if (findings.count > 0 || done < inputs - first || !isLevel) process.exitCode = 1
}

/** What was wrong, with the input that was tried then; promises that nobody waited for and errors out of nowhere too. */
class Findings {
  count = 0
  now = ''
  readonly add = (problem: unknown) => {
    this.count += 1
    process.stderr.write(`\n${this.now}\n${inspect(problem)}\n`) // a program may listen to its own console
  }

  constructor() {
    process.on('unhandledRejection', this.add)
    process.on('uncaughtException', this.add)
  }

  close(): void {
    process.off('unhandledRejection', this.add)
    process.off('uncaughtException', this.add)
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

/** A collection of garbage hits one run, slow code all of them: the quickest of several counts. */
async function quickestMs(trial: Trial, { elapsedMs, allowedMs }: { elapsedMs: number; allowedMs: number }) {
  let quickest = elapsedMs
  for (let run = 0; run < REPEATS_OF_A_SLOW_INPUT && quickest > allowedMs; run += 1) {
    await setImmediate()
    quickest = Math.min(quickest, (await tryOnce(trial)).elapsedMs)
  }
  return quickest
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

/** Collects garbage and answers how many megabytes of the heap are left. */
function garbageCollector(): () => number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  return () => {
    collect()
    return process.memoryUsage().heapUsed / 2 ** 20
  }
}

/** Long texts are cut: the seed and the number make the whole input again. */
function describe(input: unknown): string {
  const short = (_name: string, value: unknown) =>
    typeof value === 'string' && value.length > LONGEST_SHOWN_TEXT
      ? `${value.slice(0, LONGEST_SHOWN_TEXT)}… (${value.length} characters)`
      : value
  return JSON.stringify(input, short)?.slice(0, LONGEST_SHOWN_INPUT) ?? String(input)
}
