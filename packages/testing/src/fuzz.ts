import * as fc from 'fast-check'
import assert from 'node:assert/strict'
import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { Random } from './fuzz-inputs.ts'

/** One input and what reads it. */
export type Trial = {
  /** Printed when it fails. */
  input: unknown
  /**
   * Reads the input; run again alone when it was slow. A returned text is counted, so that a run shows how deep its inputs
   * went. An error fails the run, unless `isRefusal` accepts it.
   */
  run: () => unknown
}

/** A kind of input, and how many of a hundred are of it. */
export type Target = {
  name: string
  percent: number
  make: (random: Random) => Trial | Promise<Trial>
  /** Instead of the limit of all targets. */
  slowestMs?: number
}

export type FuzzOptions = {
  inputs: number
  targets: readonly Target[]
  /** The processor time that one input may take on a machine of its own; absent where another program reads the input. */
  slowestMs?: number
  /** Inputs at a time, 1 unless another program reads them: else an input would be blamed for another one's time. */
  atOnce?: number
  /** Whether an error is how the code under test rejects an input. By default no error is. */
  isRefusal?: (error: unknown) => boolean
  /** Work that another user does every 50 ms; it must not fail. */
  secondUser?: () => Promise<unknown>
  /** Before input 0, and then after so many. */
  renew?: { every: number; with: () => Promise<void> }
}

const LONGEST_INPUT_MS = 60_000
const LONGEST_SHOWN_INPUT = 2_000
const LONGEST_SHOWN_TEXT = 200
const MOST_SHOWN_ENDINGS = 20
const REPEATS_OF_A_SLOW_INPUT = 8
const SECOND_USER_EVERY_MS = 50
/** What code, caches and buffers may still take between the middle of a run and its end. */
const LEVEL_MEGABYTES = 24

/**
 * Tries so many inputs and throws at the first that fails, is slow or hangs, with fast-check's seed and path of that input.
 * The seed and the path are the program's arguments, or the seed is FUZZ_SEED: the path alone repeats the one input.
 */
export async function fuzz(options: FuzzOptions): Promise<void> {
  const [seed = process.env['FUZZ_SEED'] || Date.now() % 2 ** 31, path] = process.argv.slice(2)
  console.log(`seed ${seed}`)
  const { inputs, atOnce = 1, renew, secondUser } = options
  const endings = new Map<string, number>()
  let done = 0
  let keptAtHalfMb = 0
  const inputsAtOnce = fc.asyncProperty(fc.gen(), async (draw) => {
    if (renew && done % renew.every === 0) await renew.with()
    if (keptAtHalfMb === 0 && done >= inputs / 2) keptAtHalfMb = keptMegabytes()
    await setImmediate() // timers run, and closed streams are released
    const random = new Random(draw)
    await Promise.all(Array.from({ length: atOnce }, () => tryInput(random, options, endings)))
    done += atOnce
  })
  const end = new AbortController()
  const visits = secondUser && visitUntil(end.signal, secondUser)
  await fc.assert(inputsAtOnce, {
    seed: Number(seed),
    numRuns: Math.ceil(inputs / atOnce),
    timeout: LONGEST_INPUT_MS,
    endOnFailure: true, // a smaller input would be tried in the state that this one left behind
    ...(path !== undefined && { path }),
  })
  end.abort()
  await visits
  const keptMb = keptMegabytes()
  const commonest = [...endings].toSorted(([, a], [, b]) => b - a).map(([ending, count]) => `${ending} ${count}`)
  console.log(commonest.slice(0, MOST_SHOWN_ENDINGS).join('\n'))
  console.log(`${done} inputs; ${keptAtHalfMb.toFixed(1)} MB kept at half, ${keptMb.toFixed(1)} MB at the end`)
  if (path === undefined) assert(keptMb - keptAtHalfMb < LEVEL_MEGABYTES, 'The memory is not level.')
}

async function tryInput(random: Random, options: FuzzOptions, endings: Map<string, number>): Promise<void> {
  const { targets, slowestMs, isRefusal = () => false } = options
  let share = random.below(100)
  const target = targets.find(({ percent }) => (share -= percent) < 0) ?? targets[0]
  if (!target) throw new Error('There is nothing to fuzz.')
  const trial = await target.make(random)
  try {
    const { ending, tookMs } = await runOnce(trial, isRefusal)
    const name = `${target.name}: ${ending}`
    endings.set(name, (endings.get(name) ?? 0) + 1)
    const allowedMs = target.slowestMs ?? slowestMs
    if (allowedMs !== undefined && tookMs > allowedMs) await assertQuick(trial, allowedMs, isRefusal)
  } catch (cause) {
    throw new Error(`${target.name}\n${describe(trial.input)}`, { cause })
  }
}

async function runOnce({ run }: Trial, isRefusal: (error: unknown) => boolean) {
  const startMs = spentMs()
  try {
    const outcome = await run()
    return { ending: typeof outcome === 'string' ? outcome : 'read', tookMs: spentMs() - startMs }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { ending: 'rejected', tookMs: spentMs() - startMs }
  }
}

/** A garbage collection slows one run, slow code each run: the quickest of several must be within the limit. */
async function assertQuick(trial: Trial, allowedMs: number, isRefusal: (error: unknown) => boolean): Promise<void> {
  const times: number[] = []
  for (let repeat = 0; repeat < REPEATS_OF_A_SLOW_INPUT; repeat += 1) {
    await setImmediate()
    times.push((await runOnce(trial, isRefusal)).tookMs)
  }
  const quickestMs = Math.min(...times)
  assert(quickestMs <= allowedMs * slowdown(), `The input takes ${quickestMs.toFixed(1)} ms.`)
}

const BRACKETS = '['.repeat(990_000)
/** Time of the engine's own JSON.parse for the brackets, on a core of its own. */
const BRACKETS_MS = 30

/** How much slower the processor is here and now: other programs slow it down by the memory they use. */
function slowdown(): number {
  const times = Array.from({ length: 5 }, () => {
    const startMs = spentMs()
    assert.throws(() => JSON.parse(BRACKETS) as unknown)
    return spentMs() - startMs
  })
  return Math.max(1, Math.min(...times) / BRACKETS_MS)
}

/** Processor time of this thread; other programs are not counted. */
function spentMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

async function visitUntil(end: AbortSignal, visit: () => Promise<unknown>): Promise<void> {
  while (!end.aborted) {
    await delay(SECOND_USER_EVERY_MS)
    await visit()
  }
}

/** Of the heap, once garbage is collected. */
function keptMegabytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}

/** Long texts are cut: seed and path make the whole input again. */
function describe(input: unknown): string {
  const short = (_name: string, value: unknown) =>
    typeof value === 'string' && value.length > LONGEST_SHOWN_TEXT
      ? `${value.slice(0, LONGEST_SHOWN_TEXT)}… (${value.length} characters)`
      : value
  return JSON.stringify(input, short)?.slice(0, LONGEST_SHOWN_INPUT) ?? String(input)
}
