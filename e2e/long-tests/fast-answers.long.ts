// Answers questions with keys and clicks faster than a browser can render and store the answers. The test also runs
// with 6× CPU throttling, and while another page keeps the database busy for 2.5 s. Every press must be shown, stored
// and counted.
// Usage: node --conditions=@cognito-srp/source e2e/long-tests/fast-answers.long.ts [questions]

import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
import type { RunningProduct } from '@cognito-srp/product/running-product'

import { signIn, startQuiz, syncIndicator } from '../student.ts'
import type { UserPool } from '../user-pool.ts'
import { importBankFile, makeBank, writeBank } from './bank-file.ts'
import { serverCounts, totalTries } from './tally.ts'
import { measureMs } from './timing.ts'
import { profileOf, withWholeProduct, type Whole } from './whole-product.ts'

const QUESTIONS = Number(process.argv[2] ?? 374)
const CLICKED_QUESTIONS = 20
const SLOWDOWN = 6
const BUSY_MS = 2500
/** Timeout for storing and sending all answers on a slow machine. */
const PATIENCE_MS = 120_000

type Condition = 'at full speed' | `${number}× slower` | 'with a busy database'
const CONDITIONS: readonly Condition[] = ['at full speed', `${SLOWDOWN}× slower`, 'with a busy database']

/** A way to answer `count` questions on the page. `press` resolves after all presses. */
type Way = { name: string; count: number; press: (page: Page, count: number) => Promise<void> }

const WAYS: readonly Way[] = [
  { name: 'keys in one task', count: QUESTIONS, press: dispatchKeys },
  { name: 'keys as typed', count: QUESTIONS, press: typeKeys },
  ...[0, 5, 20].map((pauseMs) => ({
    name: `clicks ${pauseMs} ms apart`,
    count: CLICKED_QUESTIONS,
    press: (page: Page, count: number) => clickAll(page, count, pauseMs),
  })),
]

let lost = 0
await withWholeProduct(
  async (whole) => {
    for (const condition of CONDITIONS) {
      for (const way of WAYS) lost += await tryOut(whole, condition, way)
      if (condition === 'with a busy database') lost += await leaveEarly(whole)
    }
  },
  (dataFolder) => importBankFile(writeBank(dataFolder, makeBank(QUESTIONS)), dataFolder),
)
console.log(lost === 0 ? 'nothing was lost' : `${lost} presses were lost`)
process.exitCode = lost === 0 ? 0 : 1

/** Answers all questions in one way. @returns the number of answers that were not shown, stored or counted */
async function tryOut(whole: Whole, condition: Condition, { name, count, press }: Way): Promise<number> {
  const { context, page, account } = await openRun(whole.browser, whole.product, whole.pool)
  if (condition.endsWith('slower')) await slowDown(context, page)
  const busy = condition === 'with a busy database' ? await keepDatabaseBusy(context) : null
  const pressMs = await measureMs(() => press(page, count))
  const storeMs = await measureMs(() => waitUntilStored(page))
  await busy?.over
  const stored = await storedAnswers(page)
  await page.getByRole('button', { name: 'Encerrar', exact: true }).click()
  const shown = Number(/ de (\d+) certas?,/.exec(await page.getByText(/certas?, \d+%$/).innerText())?.[1] ?? 0)
  await expect(syncIndicator(page)).toContainText('Sincronizado', { timeout: PATIENCE_MS })
  const counted = totalTries(await serverCounts(whole.product, whole.pool, account))
  await context.close()
  console.log(
    `${name}, ${condition}: ${count} answers, ${shown} shown, ${stored} stored, ${counted} counted by the server; pressed in ${pressMs.toFixed(0)} ms, stored ${storeMs.toFixed(0)} ms later`,
  )
  return count - Math.min(shown, stored, counted)
}

/** Checks the page while an answer is being stored. @returns the number of failed checks */
async function leaveEarly({ browser, product, pool }: Whole): Promise<number> {
  const { context, page } = await openRun(browser, product, pool)
  const busy = await keepDatabaseBusy(context)
  const before = await page.evaluate(asksBeforeLeaving)
  await page.getByRole('main').getByRole('button').first().click()
  const isLocked = await page.getByRole('main').getByRole('button').first().isDisabled()
  const words = await page.locator('header [role=status]').textContent()
  const during = await page.evaluate(asksBeforeLeaving)
  await busy.over
  await waitUntilStored(page)
  const after = await page.evaluate(asksBeforeLeaving)
  await context.close()
  console.log(
    `during the storing: locked ${isLocked}, "${words}"; asks before leaving: ${before}, then ${during}, then ${after}`,
  )
  return [isLocked, words?.includes('guardando'), !before, during, !after].filter((holds) => !holds).length
}

async function openRun(browser: Browser, product: RunningProduct, pool: UserPool) {
  const account = await pool.createStudent()
  const context = await browser.newContext(profileOf(product))
  const page = await context.newPage()
  await signIn(page, account)
  await startQuiz(page, [], 'Aleatória')
  await page.getByRole('progressbar').waitFor()
  return { context, page, account }
}

async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const chromium = await context.newCDPSession(page)
  await chromium.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
}

/**
 * Opens another page that keeps a transaction of the whole database open. Resolves when the transaction has started.
 *
 * @returns an object whose promise `over` resolves when the transaction has ended and the page is closed
 */
async function keepDatabaseBusy(context: BrowserContext): Promise<{ over: Promise<void> }> {
  const page = await context.newPage()
  await page.goto('/icon.svg')
  const begun = page.waitForEvent('console', { predicate: (message) => message.text() === 'busy' })
  const over = page.evaluate(holdDatabase, BUSY_MS).then(() => page.close())
  await begun
  return { over }
}

/** Runs in a page. */
function holdDatabase(durationMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('revisa')
    opening.addEventListener('error', reject)
    opening.addEventListener('success', () => {
      const database = opening.result
      const transaction = database.transaction(Array.from(database.objectStoreNames), 'readwrite')
      const endMs = performance.now() + durationMs
      const hold = () => {
        if (performance.now() < endMs) transaction.objectStore('device').count().addEventListener('success', hold)
      }
      transaction
        .objectStore('device')
        .count()
        .addEventListener('success', () => {
          console.log('busy')
          hold()
        })
      transaction.addEventListener('complete', () => {
        database.close()
        resolve()
      })
    })
  })
}

/** Whether the browser would ask for confirmation before leaving the page. Runs in the page. */
function asksBeforeLeaving(): boolean {
  return !globalThis.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

/** Presses all keys in one task, so that the page renders nothing in between. */
async function dispatchKeys(page: Page, count: number): Promise<void> {
  await page.evaluate((questions) => {
    const press = (key: string) =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    for (let place = 0; place < questions; place += 1) {
      press('1')
      press('ArrowRight')
    }
  }, count)
}

/** Sends real key events through DevTools, without waiting for the page to react. */
async function typeKeys(page: Page, count: number): Promise<void> {
  const chromium = await page.context().newCDPSession(page)
  const events: Promise<unknown>[] = []
  for (let place = 0; place < count; place += 1) {
    for (const key of ['1', 'ArrowRight']) {
      for (const type of ['rawKeyDown', 'keyUp'] as const) {
        events.push(chromium.send('Input.dispatchKeyEvent', { type, key }))
      }
    }
  }
  await Promise.all(events)
}

async function clickAll(page: Page, count: number, pauseMs: number): Promise<void> {
  await page.evaluate(
    async ([questions = 0, pause = 0]) => {
      const wait = () => new Promise((resolve) => setTimeout(resolve, pause))
      const buttons = () => Array.from(document.querySelectorAll<HTMLButtonElement>('main button'))
      for (let place = 0; place < questions; place += 1) {
        buttons()[0]?.click()
        await wait()
        buttons()
          .find(({ textContent }) => textContent === 'Próxima')
          ?.click()
        await wait()
      }
    },
    [count, pauseMs],
  )
}

async function waitUntilStored(page: Page): Promise<void> {
  await expect(page.locator('header')).toContainText('por enviar', { timeout: PATIENCE_MS })
  await expect(page.locator('header')).not.toContainText('guardando', { timeout: PATIENCE_MS })
}

/** Returns the number of answers in the database of this device. */
function storedAnswers(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('revisa')
        opening.addEventListener('error', reject)
        opening.addEventListener('success', () => {
          const transaction = opening.result.transaction(['answers', 'inherited'])
          const counts = ['answers', 'inherited'].map((name) => transaction.objectStore(name).count())
          transaction.addEventListener('complete', () => {
            opening.result.close()
            resolve(counts.reduce((sum, { result }) => sum + result, 0))
          })
        })
      }),
  )
}
