// Lighthouse on the running product: login, and home as somebody who is signed in. Build the app first.
// Prints the medians of three runs on Lighthouse's own slow phone; ends with 1 when one is below the bar.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import lighthouse from 'lighthouse'
import { launch, type Page } from 'puppeteer-core'
import { DEMO_ACCOUNT } from '@cognito-srp/product/demo'
import { RunningProduct } from '@cognito-srp/product/running-product'
import { chromiumLaunch } from '@cognito-srp/testing/chromium'

import { median } from './statistics.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
const RUNS = 3
const BAR = 95

/** Scores from 0 to 100, in the order of the categories. */
type Scores = number[]

const dataFolder = mkdtempSync(join(tmpdir(), 'lighthouse-'))
const product = new RunningProduct(dataFolder)
await product.start()
const browser = await launch(chromiumLaunch())
try {
  const page = await browser.newPage()
  report('login', await auditOften(page, '/login'))
  await signIn(page)
  report('home', await auditOften(page, '/home'))
} finally {
  await browser.close()
  await product.kill()
  rmSync(dataFolder, { recursive: true, force: true })
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${product.url}/login`)
  await page.locator('[name=email]').fill(DEMO_ACCOUNT.email)
  await page.locator('[name=password]').fill(DEMO_ACCOUNT.password)
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => location.pathname === '/home')
}

async function auditOften(page: Page, path: string): Promise<Scores> {
  const runs: Scores[] = []
  for (let run = 0; run < RUNS; run += 1) runs.push(await audit(page, path))
  return CATEGORIES.map((_, index) => median(runs.map((scores) => scores[index] ?? 0)))
}

async function audit(page: Page, path: string): Promise<Scores> {
  const flags = { onlyCategories: [...CATEGORIES], disableStorageReset: path !== '/login', logLevel: 'error' as const }
  const result = await lighthouse(product.url + path, flags, undefined, page)
  if (!result) throw new Error(`Lighthouse gave no result for ${path}.`)
  const { categories, finalDisplayedUrl } = result.lhr
  if (!finalDisplayedUrl.endsWith(path)) throw new Error(`${path} led to ${finalDisplayedUrl}.`)
  return CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100))
}

function report(screen: string, scores: Scores): void {
  const named = CATEGORIES.map((name, index) => `${name} ${scores[index]}`)
  console.log(`${screen.padEnd(6)} ${named.join(', ')}`)
  if (scores.some((score) => score < BAR)) process.exitCode = 1
}
