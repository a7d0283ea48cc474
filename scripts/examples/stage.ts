import { basename } from 'node:path'
import { freePort } from '@cognito-srp/testing/free-port'
import type { Browser, BrowserContext, Page } from 'playwright'

import { startPool, type Pool } from './pool.ts'
import { startProgram } from './program.ts'
import { watchTraffic, type Traffic } from './traffic.ts'

/** A running example with its user pool, and a browser with the example's page. */
export type Stage = {
  pool: Pool
  url: string
  context: BrowserContext
  page: Page
  /** Record of the browser's requests and responses. */
  traffic: Traffic
  /** Current time of the pool, the program and the browser. */
  nowMs(): number
  advance(seconds: number): Promise<void>
  close(): Promise<void>
}

/** Environment variables that select the example's first pool, or its second pool, which requires a second factor. */
export type PoolChoice = { USER_POOL_ID: string; CLIENT_ID: string; COGNITO_ENDPOINT: string }

export function chooses(pool: Pool, number: 1 | 2 = 1): PoolChoice {
  return {
    USER_POOL_ID: `local_Pool${number}`,
    CLIENT_ID: number === 1 ? 'web' : 'web2',
    COGNITO_ENDPOINT: pool.url,
  }
}

/** Returns the environment variables of an example that uses the hosted pages. */
function hostedChoice({ url }: Pool, appUrl: string): Record<string, string> {
  return { COGNITO_DOMAIN: new URL(url).origin, SERVER_URL: appUrl, PORT: new URL(appUrl).port }
}

/**
 * Starts an example and opens a browser.
 *
 * @param options `build`: builds the example for the new pool before the program starts; `isHosted`: the pool's hosted
 * pages return to the example, so the example's port must be known in advance
 */
export async function openStage(
  browser: Browser,
  { example, script, poolNumber = 1, build, isHosted = false }: StageOptions,
): Promise<Stage> {
  const appUrl = isHosted ? `http://localhost:${await freePort()}` : undefined
  const pool = await startPool({ example: basename(example), appUrl })
  const env = { ...chooses(pool, poolNumber), ...(appUrl !== undefined && hostedChoice(pool, appUrl)) }
  await build?.(env)
  const program = await startProgram(example, script, env)
  const context = await browser.newContext()
  const page = await context.newPage()
  const traffic = watchTraffic(context)
  let aheadSeconds = 0
  const nowMs = () => Date.now() + aheadSeconds * 1000
  return {
    pool,
    url: program.url,
    context,
    page,
    traffic,
    nowMs,
    async advance(seconds) {
      aheadSeconds += seconds
      pool.emulator.clock.advance(seconds)
      await program.advance(seconds)
      await page.clock.setSystemTime(nowMs())
    },
    async close() {
      await context.close()
      await program.stop()
      await pool.close()
    },
  }
}

export type StageOptions = {
  example: string
  script: string
  poolNumber?: 1 | 2
  build?: (env: PoolChoice) => Promise<void>
  isHosted?: boolean
}
