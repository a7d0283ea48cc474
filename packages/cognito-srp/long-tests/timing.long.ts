// Whether the time of a handshake tells something of its secrets: 10,000 with one fixed secret and with random ones, in
// random order, on this Node and in a Chromium, by Welch's t-test. A leak that is planted is found by the same test.
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
/** A leak that is known to be there is looked for in so many more at a time, until it is found or all are timed. */
const LEAKY_HANDSHAKES = 500
/** Compiled and cached by then. */
const WARM_UP_HANDSHAKES = 200
/** A leak is there each time; one time in some thousand chance alone is above the limit. */
const ATTEMPTS = 3

/** How many are timed before a page is asked again: a call of a page that takes minutes is given up. */
const PER_CALL = 500
/** A word of 64 bits less than a and x have but for one time in 2^64. */
const SHORT_EXPONENT = 'f'.repeat(48)

type Measure = (count: number, isLeaky: boolean) => Promise<Times>

const openSsl = preferOpenSsl(cognitoGroup(), () => import('node:crypto'))
await judge(`Node ${process.versions.node}, OpenSSL`, (count, isLeaky) =>
  timeHandshakes(count, { pow: isLeaky ? leakyPow() : openSsl }),
)
await find('Node: the limit that SECURITY.md names, a and x a word shorter than they are,', (count) =>
  timeHandshakes(count, { pow: openSsl, fixed: SHORT_EXPONENT }),
)
await inChromium((version, measure) => judge(`Chromium ${version}, BigInt`, measure))

/** Prints what is found; a leak that is there in each attempt, and one that is planted and not found, fail the run. */
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
        `handshakes of ${middle(times).toFixed(2)} ms; a difference of ${(detectableMs * 1000).toFixed(1)} µs would have shown ` +
        `(${((performance.now() - startMs) / 1000).toFixed(0)} s, load ${(loadavg()[0] ?? 0).toFixed(1)}${isLeak ? `, attempt ${attempt}` : ''})`,
    )
  }
  if (isLeak) process.exitCode = 1
  await find(`${where}: a planted leak, multiplications by 1 saved,`, (count) => measure(count, true))
}

/** Fails the run when what is there is not found. */
async function find(what: string, measure: (count: number) => Promise<Times>): Promise<void> {
  const found: Times = { fixed: [], random: [] }
  for (let count = LEAKY_HANDSHAKES; count <= HANDSHAKES; count += LEAKY_HANDSHAKES) {
    append(found, await measure(LEAKY_HANDSHAKES))
    const size = Math.abs(compare(found).t)
    if (size >= LIMIT_T) return console.log(`${what} is found: |t| = ${size.toFixed(1)} after ${count} handshakes`)
  }
  console.error(`${what} is not found in ${HANDSHAKES} handshakes`)
  process.exitCode = 1
}

function append(all: Times, { fixed, random }: Times): void {
  all.fixed.push(...fixed)
  all.random.push(...random)
}

function middle({ fixed, random }: Times): number {
  return [...fixed, ...random].sort((one, other) => one - other)[Math.floor((fixed.length + random.length) / 2)] ?? 0
}

/** A page that is isolated from others, as only such have a clock of five microseconds. */
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

/** What the page makes global. */
declare global {
  var timing: typeof Handshakes
}
