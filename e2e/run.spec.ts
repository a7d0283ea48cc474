import type { Browser, Locator, Page } from '@playwright/test'

import { expect, test } from './product.ts'
import {
  alternative,
  answer,
  currentQuestion,
  nextQuestion,
  openStats,
  SEED_BANK,
  signIn,
  startQuiz,
  untilStored,
} from './student.ts'
import type { Account } from './user-pool.ts'

const PHONE = { width: 360, height: 740 }
const RUN_LENGTH = 20

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Opens a page on a phone with a touch screen, and signs in. */
async function openPhone(browser: Browser, url: string, account: Account, bank: unknown): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'pt-BR',
    viewport: PHONE,
    hasTouch: true,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.route('**/api/questions', (route) => route.fulfill({ json: bank }))
  await signIn(page, account)
  return page
}

/**
 * Taps an element as a finger would. Unlike Playwright's `tap`, this function does not scroll, so it does not reach an
 * element that is covered or off the screen.
 */
async function tap(page: Page, target: Locator): Promise<void> {
  await expect.poll(() => target.evaluateAll(areInReach)).toBe(true)
  const { x, y } = await target.evaluate(middleOf)
  await page.touchscreen.tap(x, y)
}

/**
 * Whether every element is between the top and the bottom of the screen, and neither its centre nor its lower edge is
 * covered.
 */
function areInReach(elements: Element[]): boolean {
  return elements.every((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const there = [(top + bottom) / 2, bottom - 4].map((y) => document.elementFromPoint((left + right) / 2, y))
    return top >= 0 && bottom <= window.innerHeight && there.every((seen) => element.contains(seen))
  })
}

function middleOf(element: Element) {
  const { top, bottom, left, right } = element.getBoundingClientRect()
  return { x: (left + right) / 2, y: (top + bottom) / 2 }
}

test('on a phone, twenty questions need twenty taps to answer, twenty to continue, and no scrolling', async ({
  browser,
  product,
  account,
}) => {
  const fitting = SEED_BANK.filter(
    ({ question, alternatives }) => question.length < 130 && alternatives.every(({ length }) => length < 32),
  )
  const bank = fitting
    .slice(0, RUN_LENGTH)
    .map((question) => Object.assign({}, question, { explanation: 'Porque sim. '.repeat(40) }))
  expect(bank).toHaveLength(RUN_LENGTH)
  const page = await openPhone(browser, product.url, account, bank)
  await page.goto('/quiz')
  for (const [place, { id, alternatives, correct }] of bank.entries()) {
    await expect(page.getByText(`${id} - `)).toBeVisible()
    const buttons = page.locator('main button[data-state]')
    expect(await buttons.evaluateAll(areInReach)).toBe(true)
    const isWrong = place % 5 === 0
    await tap(page, buttons.nth(isWrong ? (correct + 1) % alternatives.length : correct))
    await expect(page.getByText(isWrong ? /^Incorreta\. / : /^Resposta correta$/)).toBeFocused()
    expect(await page.locator(':focus').evaluateAll(areInReach)).toBe(true)
    await tap(page, button(page, place < RUN_LENGTH - 1 ? 'Próxima' : 'Ver resultado'))
  }
  await expect(page.getByRole('heading', { name: 'Fim desta revisão' })).toBeFocused()
  await expect(page.getByText('16 de 20 certas, 80%', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.context().close()
})

test('on a phone, a long question starts at its top, and the bar does not cover a focused alternative', async ({
  browser,
  product,
  account,
}) => {
  const long = {
    id: 'long-1',
    question: 'Um enunciado longo, que se lê com calma. '.repeat(30),
    alternatives: ['um', 'dois', 'três', 'quatro', 'cinco'].map((word) => `${word} e mais palavras `.repeat(8)),
    correct: 1,
    theme: 'Longas',
  }
  const page = await openPhone(browser, product.url, account, [long, { ...long, id: 'long-2' }])
  await page.goto('/quiz')
  await expect(page.getByText('long-1 - Longas')).toBeVisible()
  const first = page.locator('main').getByRole('button').first()
  await page.getByRole('heading', { level: 1 }).focus()
  for (let place = 0; place < 5; place += 1) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.getBoundingClientRect().bottom ?? Infinity)).toBeLessThan(
      await page.evaluate(() => document.querySelector('main > :last-child')?.getBoundingClientRect().top ?? 0),
    )
  }
  await first.scrollIntoViewIfNeeded()
  await first.tap()
  const verdict = page.getByText(/^Incorreta\. /)
  await expect(verdict).toBeFocused()
  await expect.poll(() => verdict.evaluateAll(areInReach)).toBe(true)
  const last = page.locator('main').getByRole('button', { name: /^cinco/ })
  expect(await last.evaluate((element) => element.getBoundingClientRect().bottom)).toBeGreaterThan(0)

  await tap(page, button(page, 'Próxima'))
  await expect(page.getByText('long-2 - Longas')).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.context().close()
})

test('two tabs share a run, so an answer locks the question in both, and only one of two simultaneous answers counts', async ({
  page,
  account,
}) => {
  await signIn(page, account)
  await startQuiz(page, ['Física'], 'Aleatória')
  const first = await currentQuestion(page)
  const other = await page.context().newPage()
  await other.goto('/quiz')
  await expect.poll(async () => (await currentQuestion(other)).id).toBe(first.id)

  await answer(page, false)
  await expect(other.getByText(/^Incorreta\. /)).toBeVisible()
  for (const text of first.alternatives) await expect(alternative(other, text)).toBeDisabled()

  await nextQuestion(page)
  await nextQuestion(other)
  const second = await currentQuestion(page)
  expect((await currentQuestion(other)).id).toBe(second.id)
  await Promise.all(
    [page, other].map((tab, place) =>
      alternative(tab, second.alternatives[place] ?? '').evaluate((element) => (element as HTMLElement).click()),
    ),
  )
  for (const tab of [page, other]) await untilStored(tab)
  const chosen = async (tab: Page) => tab.locator('main button[data-state$="-chosen"]').innerText()
  expect(await chosen(page)).toBe(await chosen(other))
  await other.close()

  await openStats(page)
  await expect(page.getByRole('button', { name: /^Física: / })).toHaveAccessibleName(/ em 2 tentativas$/)
})
