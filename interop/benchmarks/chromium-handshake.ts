import type { Page } from 'playwright-core'

import { openArena, timeHandshake, type Arena } from './chromium.ts'
import { CONTESTANTS, type Contestant } from './contestants.ts'
import { longestTaskMs, readTasks, totalBlockingMs } from './main-thread.ts'
import { interleave } from './statistics.ts'

const WARM_UP_ROUNDS = 3
const WARM_ROUNDS = 15
const COLD_ROUNDS = 5
const SLOW_DOWN = 6

/** Medians in milliseconds: a handshake in a page that has made some, and a page's first one on the main thread. */
export type ChromiumHandshakes = {
  warmMs: Record<Contestant, number>
  warmSlowMs: Record<Contestant, number>
  coldLongestTaskMs: Record<Contestant, number>
  coldSlowLongestTaskMs: Record<Contestant, number>
  coldSlowBlockingMs: Record<Contestant, number>
}

const names = Object.keys(CONTESTANTS) as Contestant[]

export async function measureChromiumHandshakes(): Promise<ChromiumHandshakes> {
  const arena = await openArena()
  try {
    return {
      warmMs: await measureWarm(arena, 1),
      warmSlowMs: await measureWarm(arena, SLOW_DOWN),
      coldLongestTaskMs: await measureCold(arena, 1, longestTaskMs),
      coldSlowLongestTaskMs: await measureCold(arena, SLOW_DOWN, longestTaskMs),
      coldSlowBlockingMs: await measureCold(arena, SLOW_DOWN, totalBlockingMs),
    }
  } finally {
    await arena.close()
  }
}

async function measureWarm(arena: Arena, slowDown: number): Promise<Record<Contestant, number>> {
  const pages = new Map<Contestant, Page>()
  for (const name of names) {
    const page = await arena.openPage(name)
    await throttle(page, slowDown)
    pages.set(name, page)
  }
  const measure = (name: Contestant) => timeHandshake(pages.get(name) as Page, name)
  await interleave(names, WARM_UP_ROUNDS, measure)
  const medians = await interleave(names, WARM_ROUNDS, measure)
  for (const page of pages.values()) await page.context().close()
  return medians
}

/** The first handshake of a fresh page; `judge` reads one number from the tasks of its main thread meanwhile. */
function measureCold(
  arena: Arena,
  slowDown: number,
  judge: (taskMs: readonly number[]) => number,
): Promise<Record<Contestant, number>> {
  return interleave(names, COLD_ROUNDS, async (name) => {
    const page = await arena.openPage(name)
    await throttle(page, slowDown)
    await arena.browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] })
    await timeHandshake(page, name)
    const trace = await arena.browser.stopTracing()
    await page.context().close()
    return judge(readTasks(trace))
  })
}

async function throttle(page: Page, slowDown: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
}
