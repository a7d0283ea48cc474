// Tests whether the time of a handshake depends on its secrets. The test times 10,000 handshakes with one fixed secret and with
// random secrets, in random order, on Node and in Chromium, and applies Welch's t-test. The test must also detect a planted leak.
// Run: node --conditions=@cognito-srp/source packages/cognito-srp/long-tests/timing.long.ts
import { loadavg } from 'node:os'
import { listen } from '@cognito-srp/testing/listen'
import { launchChromium } from '@cognito-srp/testing/chromium'
import { cognitoGroup } from '../src/srp/cognito.ts'
import { preferOpenSsl } from '../src/srp/powers/openssl.ts'
import { bundleForPages } from '../test/bundle.ts'
import type * as Handshakes from './timing/handshakes.ts'
import { leakyPow, timeHandshakes, type Times } from './timing/handshakes.ts'
import { compare, LIMIT_T } from './timing/welch.ts'

const HANDSHAKES = Number(process.argv[2] ?? 10_000)
/** Number of handshakes per step of the search for a known leak. */
const LEAKY_HANDSHAKES = 500
/** Number of warm-up handshakes, which let the engine compile and cache the code before the measurement. */
const WARM_UP_HANDSHAKES = 200
/**
 * Maximum number of attempts. A leak exceeds the limit in every attempt, whereas random variation exceeds the limit in only about
 * one attempt in a thousand.
 */
const ATTEMPTS = 3

/** Number of handshakes per call into a page. A call that takes minutes would time out. */
const PER_CALL = 500
/**
 * Exponent that is one 64-bit word shorter than a and x usually are. A random a or x is that short with a probability of only
 * 2^-64.
 */
const SHORT_EXPONENT = 'f'.repeat(48)

type Measure = (count: number, isLeaky: boolean) => Promise<Times>

const openSsl = preferOpenSsl(cognitoGroup(), () => import('node:crypto'))
await judge(`Node ${process.versions.node}, OpenSSL`, (count, isLeaky) =>
  timeHandshakes(count, { pow: isLeaky ? leakyPow() : openSsl }),
)
await find('Node: the limit in SECURITY.md, with a and x one word shorter,', (count) =>
  timeHandshakes(count, { pow: openSsl, fixed: SHORT_EXPONENT }),
)
await inChromium((version, measure) => judge(`Chromium ${version}, BigInt`, measure))

/** Prints the result. The run fails if every attempt shows a leak, or if the planted leak is not detected. */
async function judge(where: string, measure: Measure): Promise<void> {
  await measure(WARM_UP_HANDSHAKES, false)
  let isLeak = true
  for (let attempt = 1; isLeak && attempt <= ATTEMPTS; attempt += 1) {
    const startMs = performance.now()
    const times = await measure(HANDSHAKES, false)
    const { t, detectableMs } = compare(times)
    isLeak = Math.abs(t) >= LIMIT_T
    const { length: fixed } = times.fixed
    console.log(
      `${where}: t = ${t.toFixed(2)} of at most ±${LIMIT_T}, ${fixed} fixed against ${times.random.length} random ` +
        `handshakes of ${middle(times).toFixed(2)} ms; a difference of ${(detectableMs * 1000).toFixed(1)} µs would have been detected ` +
        `(${((performance.now() - startMs) / 1000).toFixed(0)} s, load ${(loadavg()[0] ?? 0).toFixed(1)}${isLeak ? `, attempt ${attempt}` : ''})`,
    )
  }
  if (isLeak) process.exitCode = 1
  await find(`${where}: a planted leak, skipped multiplications by 1,`, (count) => measure(count, true))
}

/** Searches for a known leak. The run fails if the leak is not detected. */
async function find(what: string, measure: (count: number) => Promise<Times>): Promise<void> {
  const found: Times = { fixed: [], random: [] }
  for (let count = LEAKY_HANDSHAKES; count <= HANDSHAKES; count += LEAKY_HANDSHAKES) {
    append(found, await measure(LEAKY_HANDSHAKES))
    const size = Math.abs(compare(found).t)
    if (size >= LIMIT_T) return console.log(`${what} is detected: |t| = ${size.toFixed(1)} after ${count} handshakes`)
  }
  console.error(`${what} is not detected in ${HANDSHAKES} handshakes`)
  process.exitCode = 1
}

function append(all: Times, { fixed, random }: Times): void {
  all.fixed.push(...fixed)
  all.random.push(...random)
}

function middle({ fixed, random }: Times): number {
  return [...fixed, ...random].sort((one, other) => one - other)[Math.floor((fixed.length + random.length) / 2)] ?? 0
}

/** Runs in a cross-origin isolated page, because only such pages have a clock with a resolution of five microseconds. */
async function inChromium(judgePage: (version: string, measure: Measure) => Promise<void>): Promise<void> {
  const sources = JSON.stringify(new URL('timing/handshakes.ts', import.meta.url).pathname)
  const script = await bundleForPages(`import * as timing from ${sources}\nglobalThis.timing = timing`, {
    fromSources: true,
    format: 'iife',
  })
  const isolating = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' }
  const server = await listen((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...isolating })
    response.end(`<!doctype html><script>${script.replaceAll('</script', '<\\/script')}</script>`)
  })
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    await page.goto(server.url)
    await judgePage(browser.version(), async (count, isLeaky) => {
      const all: Times = { fixed: [], random: [] }
      for (let left = count; left > 0; left -= PER_CALL) {
        const times = await page.evaluate(
          ([most, leaks]) =>
            globalThis.timing.timeHandshakes(most, { pow: leaks ? globalThis.timing.leakyPow() : undefined }),
          [Math.min(left, PER_CALL), isLeaky] as const,
        )
        append(all, times)
      }
      return all
    })
  } finally {
    await browser.close()
    await server.close()
  }
}

/** Globals of the page. */
declare global {
  var timing: typeof Handshakes
}
