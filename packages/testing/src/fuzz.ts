import * as fc from 'fast-check'
import assert from 'node:assert/strict'
import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { Random } from './fuzz-inputs.ts'

/** One input and the code that reads it. */
export type Trial = {
  /** The input, printed if the trial fails. */
  input: unknown
  /**
   * Reads the input. A slow run is repeated. The report counts each returned string, and thus shows how far the inputs
   * were processed. An error fails the run unless `isRefusal` accepts it.
   */
  run: () => unknown
}

/** A kind of input, and its share of all inputs in percent. */
export type Target = {
  name: string
  percent: number
  make: (random: Random) => Trial | Promise<Trial>
  /** Overrides the limit of all targets. */
  slowestMs?: number
}

export type FuzzOptions = {
  inputs: number
  targets: readonly Target[]
  /** Maximum processor time for one input on an idle machine. Omit the limit if another program reads the input. */
  slowestMs?: number
  /**
   * Number of concurrent inputs. Unless another program reads the inputs, the number must be 1, so that the time of one
   * input is not attributed to another input.
   */
  atOnce?: number
  /** Whether an error is a legitimate rejection of the input. By default, every error is a failure. */
  isRefusal?: (error: unknown) => boolean
  /** Action that a second user repeats with pauses of 50 ms. The action must not fail. */
  secondUser?: () => Promise<unknown>
  /** Runs `with` before the first input and then after every `every` inputs. */
  renew?: { every: number; with: () => Promise<void> }
}

const LONGEST_INPUT_MS = 60_000
const LONGEST_SHOWN_INPUT = 2_000
const LONGEST_SHOWN_TEXT = 200
const MOST_SHOWN_ENDINGS = 20
const REPEATS_OF_A_SLOW_INPUT = 8
const SECOND_USER_EVERY_MS = 50
/** Maximum growth of the heap, through code, caches and buffers, from the middle of a run to its end. */
const LEVEL_MEGABYTES = 24

/**
 * Tries `inputs` inputs. Throws for the first input that fails, is slow or hangs. The error contains fast-check's seed
 * and path for that input. The program's arguments are the seed and the path. If a path is given, only the input at
 * that path is repeated. FUZZ_SEED can also set the seed.
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
    await setImmediate() // let timers run and closed streams be released
    const random = new Random(draw)
    await Promise.all(Array.from({ length: atOnce }, () => tryInput(random, options, endings)))
    done += atOnce
  })
  const end = new AbortController()
  const visits = secondUser && visitUntil(end.signal, secondUser)
  await fc.assert(inputsAtOnce, {
    seed: Number(seed),
    numRuns: path === undefined ? Math.ceil(inputs / atOnce) : 1,
    timeout: LONGEST_INPUT_MS,
    endOnFailure: true, // shrinking would try smaller inputs in a state that this input has changed
    ...(path !== undefined && { path }),
  })
  end.abort()
  await visits
  const keptMb = keptMegabytes()
  const commonest = [...endings].toSorted(([, a], [, b]) => b - a).map(([ending, count]) => `${ending} ${count}`)
  console.log(commonest.slice(0, MOST_SHOWN_ENDINGS).join('\n'))
  console.log(`${done} inputs; heap of ${keptAtHalfMb.toFixed(1)} MB halfway, ${keptMb.toFixed(1)} MB at the end`)
  if (path === undefined)
    assert(
      keptMb - keptAtHalfMb < LEVEL_MEGABYTES,
      `The heap grew by ${(keptMb - keptAtHalfMb).toFixed(1)} MB in the second half of the run.`,
    )
}

async function tryInput(random: Random, options: FuzzOptions, endings: Map<string, number>): Promise<void> {
  const { targets, slowestMs, isRefusal = () => false } = options
  let share = random.below(100)
  const target = targets.find(({ percent }) => (share -= percent) < 0) ?? targets[0]
  if (!target) throw new Error('There are no targets to fuzz.')
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

/**
 * Repeats a slow trial and requires the fastest repetition to stay within the limit. Garbage collections slow down single runs, but slow
 * code slows down every run.
 */
async function assertQuick(trial: Trial, allowedMs: number, isRefusal: (error: unknown) => boolean): Promise<void> {
  const times: number[] = []
  for (let repeat = 0; repeat < REPEATS_OF_A_SLOW_INPUT; repeat += 1) {
    await setImmediate()
    times.push((await runOnce(trial, isRefusal)).tookMs)
  }
  const quickestMs = Math.min(...times)
  assert(
    quickestMs <= allowedMs * slowdown(),
    `The input takes ${quickestMs.toFixed(1)} ms; the limit is ${allowedMs} ms.`,
  )
}

const BRACKETS = '['.repeat(990_000)
/** Time that JSON.parse takes for the brackets on an idle core. */
const BRACKETS_MS = 30

/**
 * Factor by which the processor is currently slower than the reference, for example because other programs use the
 * memory bandwidth.
 */
function slowdown(): number {
  const times = Array.from({ length: 5 }, () => {
    const startMs = spentMs()
    assert.throws(() => JSON.parse(BRACKETS) as unknown)
    return spentMs() - startMs
  })
  return Math.max(1, Math.min(...times) / BRACKETS_MS)
}

/** Returns the CPU time of this thread in milliseconds, which does not include other programs' time. */
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

/** Returns the size of the heap in megabytes after a garbage collection. */
function keptMegabytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}

/** Formats an input and truncates long strings. The seed and the path recreate the whole input. */
function describe(input: unknown): string {
  const short = (_name: string, value: unknown) =>
    typeof value === 'string' && value.length > LONGEST_SHOWN_TEXT
      ? `${value.slice(0, LONGEST_SHOWN_TEXT)}… (${value.length} characters)`
      : value
  return JSON.stringify(input, short)?.slice(0, LONGEST_SHOWN_INPUT) ?? String(input)
}
