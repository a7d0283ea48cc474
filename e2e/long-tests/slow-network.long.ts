// Checks that the app shows what is loading, and that a screen ignores clicks while the next screen loads. Covers three situations:
// a screen's files are loading, home or the quiz has no questions yet, or a file could not be downloaded.
// Usage: node --conditions=@cognito-srp/source e2e/long-tests/slow-network.long.ts [folder for pictures]

import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'

import { findViolations } from '../screens/violations.ts'
import { fillLogin, SEED_BANK, signIn, startQuiz } from '../student.ts'
import { profileOf, withWholeProduct, type Whole } from './whole-product.ts'

const QUESTIONS = '**/api/questions'
const QUIZ_FILES = '**/assets/quiz-screen-*.js'
const STATS_FILES = '**/assets/stats-screen-*.js'
const HOME_FILES = '**/assets/home-page-*.js'

const pictures = process.argv[2]

const TRIALS: Record<string, (page: Page, whole: Whole) => Promise<void>> = {
  'an order button shows that the quiz is loading': (page, whole) => leaveHome(page, whole, 'Aleatória', QUIZ_FILES),
  '"Estatística" shows that the statistics are loading': (page, whole) =>
    leaveHome(page, whole, 'Estatística', STATS_FILES),
  'the login shows that home is loading': async (page, { pool }) => {
    const release = await delayRequests(page, HOME_FILES)
    await page.goto('/')
    await fillLogin(page, await pool.createStudent())
    await expect(page).toHaveURL(/\/home$/)
    await expect(page.getByText('Carregando...', { exact: true })).toBeVisible()
    release()
    await button(page, 'Estatística').waitFor()
  },
  'home shows that its questions are loading, and its list opens immediately': async (page, { pool }) => {
    const release = await delayRequests(page, QUESTIONS)
    await signIn(page, await pool.createStudent())
    await expect(page.getByText('Carregando matérias...').first()).toBeVisible()
    await expect(page.getByText('As questões estão carregando.')).toBeVisible()
    await page.getByRole('combobox').click()
    await expect(page.getByRole('listbox')).toContainText('Carregando matérias...')
    await look(page, 'home-list-loading')
    release()
    await page.getByRole('option', { name: 'Física', exact: true }).click()
    await expect(page.getByText('Carregando matérias...')).toHaveCount(0)
  },
  'a list that was closed while its themes were loading stays closed': async (page, { pool }) => {
    const release = await delayRequests(page, QUESTIONS)
    await signIn(page, await pool.createStudent())
    await look(page, 'home-loading')
    await page.getByRole('combobox').click()
    await page.getByRole('combobox').click()
    release()
    await expect(page.getByText(`${SEED_BANK.length} questões nesta escolha`)).toBeVisible()
    await expect(page.getByRole('listbox')).toHaveCount(0)
  },
  'an order button that is pressed while questions are loading opens a quiz that says so': async (page, { pool }) => {
    const release = await delayRequests(page, QUESTIONS)
    await signIn(page, await pool.createStudent())
    await startQuiz(page, [], 'Aleatória')
    await expect(page.getByText('Carregando questões...', { exact: true })).toBeVisible()
    release()
    await page.getByRole('progressbar').waitFor()
  },
  'after a file cannot be downloaded, a reload starts the chosen run': async (page, { pool }) => {
    await page.route(QUIZ_FILES, (route) => route.abort())
    await signIn(page, await pool.createStudent())
    await page.getByRole('radio', { name: '10', exact: true }).check({ force: true })
    await startQuiz(page, ['Física'], 'Aleatória')
    await button(page, 'Recarregar a página').waitFor()
    await page.unroute(QUIZ_FILES)
    await button(page, 'Recarregar a página').click()
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuemax', '10')
    await expect(page.getByText(/^\S+ - Física$/)).toBeVisible()
  },
}

let failures = 0
await withWholeProduct(async (whole) => {
  for (const [title, run] of Object.entries(TRIALS)) {
    const context = await whole.browser.newContext({ ...profileOf(whole.product), serviceWorkers: 'block' })
    try {
      await run(await context.newPage(), whole)
      console.log(`passed: ${title}`)
    } catch (cause) {
      failures += 1
      console.log(`FAILED: ${title}: ${cause instanceof Error ? cause.message : String(cause)}`)
    }
    await context.close()
  }
})
process.exitCode = failures > 0 ? 1 : 0

/**
 * Leaves home for a screen whose files are loading, and checks that clicks and keys have no effect until the files have
 * loaded.
 */
async function leaveHome(page: Page, { pool }: Whole, name: string, files: string): Promise<void> {
  const release = await delayRequests(page, files)
  await signIn(page, await pool.createStudent())
  const other = await button(page, name === 'Estatística' ? 'Aleatória' : 'Estatística').boundingBox()
  if (other === null) throw new Error('Home does not show the other button.')
  await button(page, name).click()
  const wanted = name === 'Estatística' ? /\/stats$/ : /\/quiz$/
  await expect(page).toHaveURL(wanted)
  await expect(page.getByText('Carregando...', { exact: true })).toBeVisible()
  await look(page, `leaving-home-${name}`)
  await page.mouse.click(other.x + other.width / 2, other.y + other.height / 2)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.matches('button, input, a'))).toBe(false)
  await expect(page).toHaveURL(wanted)
  release()
  await page.getByRole('progressbar').or(page.getByText('Você ainda não respondeu')).waitFor()
  await expect(page).toHaveURL(wanted)
}

/** Runs axe on a page that is waiting, and takes a screenshot of the page. */
async function look(page: Page, name: string): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`) })
}

/** Delays requests to an address. @returns a function that lets the requests continue */
async function delayRequests(page: Page, address: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return () => release()
}

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true })
}
