import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '@cognito-srp/testing/chromium'

import { openExchange } from './challenge.ts'
import { ALL, type Contestant } from './contestants.ts'
import { longestTaskMs, readTasks, totalBlockingMs } from './main-thread.ts'
import type { Pages } from './pages.ts'
import { interleave, median } from './statistics.ts'

const WARM_UP_ROUNDS = 3
const WARM_ROUNDS = 9
const COLD_ROUNDS = 5
const SLOW_DOWN = 6

type ByContestant = Record<Contestant, number>

/** Measurements that need Chromium's trace or throttling. Medians in milliseconds. */
export type ChromiumHandshakes = {
  warmSlowMs: ByContestant
  coldLongestTaskMs: ByContestant
  coldSlowLongestTaskMs: ByContestant
  coldSlowBlockingMs: ByContestant
}

export async function measureChromiumHandshakes(pages: Pages): Promise<ChromiumHandshakes> {
  const browser = await launchChromium()
  try {
    const cold = await measureCold(browser, pages, 1)
    const coldSlow = await measureCold(browser, pages, SLOW_DOWN)
    return {
      warmSlowMs: await measureWarm(browser, pages, SLOW_DOWN),
      coldLongestTaskMs: cold.longestTaskMs,
      coldSlowLongestTaskMs: coldSlow.longestTaskMs,
      coldSlowBlockingMs: coldSlow.blockingMs,
    }
  } finally {
    await browser.close()
  }
}

/** Measures handshakes in warm pages. */
async function measureWarm(browser: Browser, pages: Pages, slowDown: number): Promise<ByContestant> {
  const opened = new Map<Contestant, Page>()
  for (const name of ALL) opened.set(name, await openPage(browser, pages, name, slowDown))
  const measure = (name: Contestant) => timeHandshake(opened.get(name) as Page, name)
  await interleave(ALL, WARM_UP_ROUNDS, measure)
  const medians = await interleave(ALL, WARM_ROUNDS, measure)
  for (const page of opened.values()) await page.context().close()
  return medians
}

/** Measures the main thread's tasks during the first handshake of a fresh page. */
async function measureCold(
  browser: Browser,
  pages: Pages,
  slowDown: number,
): Promise<{ longestTaskMs: ByContestant; blockingMs: ByContestant }> {
  const blocking = new Map<Contestant, number[]>(ALL.map((name) => [name, []]))
  const longest = await interleave(ALL, COLD_ROUNDS, async (name) => {
    const page = await openPage(browser, pages, name, slowDown)
    await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] })
    await timeHandshake(page, name)
    const tasks = readTasks(await browser.stopTracing())
    await page.context().close()
    blocking.get(name)?.push(totalBlockingMs(tasks))
    return longestTaskMs(tasks)
  })
  const blockingMs = Object.fromEntries(Array.from(blocking, ([name, values]) => [name, median(values)]))
  return { longestTaskMs: longest, blockingMs: blockingMs as ByContestant }
}

async function openPage(browser: Browser, pages: Pages, contestant: Contestant, slowDown: number): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(pages.urlOf(contestant))
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  return page
}

/**
 * Runs one handshake in the page and checks its claim. Returns the duration in milliseconds, measured by the page's
 * clock.
 */
async function timeHandshake(page: Page, contestant: Contestant): Promise<number> {
  const { challenge, accepts } = openExchange()
  const { claim, durationMs } = await page.evaluate(async (given) => {
    const startMs = performance.now()
    performance.mark('handshake-start')
    const made = await globalThis.handshake(given)
    performance.mark('handshake-end')
    return { claim: made, durationMs: performance.now() - startMs }
  }, challenge)
  if (!accepts(claim)) throw new Error(`The server rejected the SRP proof of ${contestant} in Chromium.`)
  return durationMs
}
