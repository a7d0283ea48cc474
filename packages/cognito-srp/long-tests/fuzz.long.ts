// 300,000 answers, tokens, challenges, claims and stored items, mutated from real ones or of random bytes: whatever is
// read ends well or as an error of this library, and within 50 ms of the processor. The same seed makes the same inputs.
// Run: pnpm --filter @cognito-srp/client prove:fuzz [seed [first input]]
import { setImmediate } from 'node:timers/promises'

import { isCognitoError } from '../src/index.ts'
import { Random } from './fuzz/mutations.ts'
import { TARGETS, type Trial } from './fuzz/targets.ts'

const INPUTS = 300_000
const SLOWEST_MS = 50
const MOST_FINDINGS = 10
const LONGEST_RUN_MS = 3 * 60_000 // of the processor: a busy machine takes longer

const [seed = Date.now() % 2 ** 31, first = 0] = process.argv.slice(2).map(Number)
console.log(`seed ${seed}`)

/** Time of the processor that this program has taken; other programs are not counted. */
function spentMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** What a run of an input ended with, and how long it took. */
async function tryOnce({ read }: Trial): Promise<{ error: unknown; elapsedMs: number; isRefused: boolean }> {
  const startMs = spentMs()
  try {
    await read()
    return { error: undefined, elapsedMs: spentMs() - startMs, isRefused: false }
  } catch (error) {
    return { error, elapsedMs: spentMs() - startMs, isRefused: true }
  }
}

/** A collection of garbage hits one run, a slow parser all of them: the quickest of several counts. */
async function quickestMs(trial: Trial, elapsedMs: number): Promise<number> {
  let quickest = elapsedMs
  for (let run = 0; run < 8 && quickest > SLOWEST_MS; run += 1) {
    quickest = Math.min(quickest, (await tryOnce(trial)).elapsedMs)
  }
  return quickest
}

const BRACKETS = '['.repeat(990_000)
/** What the engine's own JSON.parse takes for them on a core of its own. */
const BRACKETS_MS = 30

/** The limit here and now: other programs slow a core down by the memory they use, also for the engine itself. */
function limitMs(): number {
  const times = Array.from({ length: 5 }, () => {
    const startMs = spentMs()
    try {
      JSON.parse(BRACKETS)
    } catch {
      return spentMs() - startMs // they are never closed
    }
    throw new Error('Brackets that nobody closed were read.')
  })
  return SLOWEST_MS * Math.max(1, Math.min(...times) / BRACKETS_MS)
}

const counts = new Map<string, { inputs: number; refused: number; slowestMs: number }>()
const startMs = spentMs()
let findings = 0
let done = 0

for (let index = first; index < INPUTS && findings < MOST_FINDINGS; index += 1) {
  if (spentMs() - startMs > LONGEST_RUN_MS) break
  if (index % 100 === 0) await setImmediate() // channels and streams that were closed are let go
  const random = new Random(Math.imul(seed, 0x9e3779b1) + index) // of its own, so that an input can be repeated alone
  let share = random.below(100)
  const target = TARGETS.find(({ percent }) => (share -= percent) < 0) ?? TARGETS[0]
  if (!target) throw new Error('There is nothing to fuzz.')
  const trial = target.make(random)
  const { error, elapsedMs, isRefused } = await tryOnce(trial)
  const slowestMs = await quickestMs(trial, elapsedMs)
  const count = counts.get(target.name) ?? { inputs: 0, refused: 0, slowestMs: 0 }
  counts.set(target.name, {
    inputs: count.inputs + 1,
    refused: count.refused + Number(isRefused),
    slowestMs: Math.max(count.slowestMs, slowestMs),
  })
  done += 1
  const isQuick = slowestMs <= SLOWEST_MS || slowestMs <= limitMs()
  if ((!isRefused || isCognitoError(error)) && isQuick) continue
  findings += 1
  console.error(`\ninput ${index} (${target.name}), ${slowestMs.toFixed(1)} ms`)
  console.error(JSON.stringify(trial.input)?.slice(0, 2000))
  console.error(error)
}

for (const [name, { inputs, refused, slowestMs }] of counts) {
  console.log(`${name}: ${inputs} inputs, ${refused} refused, the slowest took ${slowestMs.toFixed(1)} ms`)
}
const seconds = ((spentMs() - startMs) / 1000).toFixed(0)
console.log(`${done} inputs in ${seconds} s, ${findings} findings`)
if (findings > 0 || done < INPUTS - first) process.exitCode = 1
