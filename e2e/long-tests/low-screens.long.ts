// Checks that the verdict, the beginning of the explanation and "Próxima" are visible and not covered after an answer.
// Runs at phone sizes in both orientations, at a desktop size, and at window sizes that correspond to 200 % and 400 %
// zoom, in light and dark mode. The bar with the verdict and "Próxima" must never hide the focused control.
// Usage: node --conditions=@cognito-srp/source e2e/long-tests/low-screens.long.ts [folder for pictures]

import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'

import { findViolations } from '../screens/violations.ts'
import { signIn } from '../student.ts'
import { profileOf, withWholeProduct, type Whole } from './whole-product.ts'

const SIZES = [
  { width: 844, height: 390 }, // a phone held sideways
  { width: 640, height: 400 }, // 1280 × 800 at 200 %
  { width: 320, height: 256 }, // 1280 × 1024 at 400 %
  { width: 320, height: 568 },
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]
const COLOR_SCHEMES = ['light', 'dark'] as const

const SHORT = {
  id: 'curta-1',
  question: 'Quanto vale log₂ 32?',
  alternatives: ['5', '4', '6', '30', '16'],
  correct: 0,
  theme: 'Matemática',
  explanation:
    'O logaritmo é o expoente: 2 elevado a 5 dá 32. Quem divide 32 por 2 chega a 16, mas isso não é logaritmo.',
}
const LONG = {
  ...SHORT,
  id: 'longa-1',
  question: 'Um enunciado longo, que se lê com calma antes de decidir. '.repeat(12),
  alternatives: SHORT.alternatives.map((text) => `${text}, com tudo o que é preciso ler antes de decidir. `.repeat(3)),
}
/** Minimum window height at which the short question and its verdict are visible together. */
const QUESTION_FITS_FROM_PX = 740
const LINE_PX = 20

const pictures = process.argv[2]
const problems: string[] = []
let answers = 0
await withWholeProduct(async (whole) => {
  for (const size of SIZES) for (const colorScheme of COLOR_SCHEMES) await study(whole, size, colorScheme)
})

for (const problem of problems) console.log(problem)
console.log(`${answers} answers checked, ${problems.length} problems`)
process.exitCode = problems.length > 0 || answers !== SIZES.length * COLOR_SCHEMES.length * 2 ? 1 : 0

type Size = (typeof SIZES)[number]

/** Gives a wrong answer to the short question and a right answer to the long one. */
async function study({ product, pool, browser }: Whole, viewport: Size, colorScheme: 'light' | 'dark'): Promise<void> {
  const context = await browser.newContext({ ...profileOf(product), viewport, colorScheme, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.route('**/api/questions', (route) => route.fulfill({ json: [SHORT, LONG] }))
  await signIn(page, await pool.createStudent())
  await page.goto('/quiz')
  for (const [{ id, correct }, choice, verdict] of [
    [SHORT, 1, 'Incorreta. Resposta correta: A'],
    [LONG, LONG.correct, 'Resposta correta'],
  ] as const) {
    await page.getByText(`${id} - `).waitFor()
    const found = [...(await coveredFocusedButtons(page))]
    await page.locator('main button[data-state]').nth(choice).click()
    await page.getByText(verdict, { exact: true }).waitFor()
    found.push(
      ...(await invisibleElements(page, verdict, choice !== correct && viewport.height >= QUESTION_FITS_FROM_PX)),
    )
    const name = `${viewport.width}x${viewport.height}-${colorScheme}-${id}`
    if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`) })
    found.push(...(await findViolations(page)))
    problems.push(...found.map((problem) => `${name}: ${problem}`))
    answers += 1
    const next = page.getByRole('button', { name: 'Próxima', exact: true })
    if (await next.isEnabled()) await next.click()
  }
  await context.close()
}

/** Returns the elements that a student needs after an answer but cannot see. */
async function invisibleElements(page: Page, verdict: string, holdsQuestion: boolean): Promise<string[]> {
  const needed: [string, Locator, number?][] = [
    ['the verdict', page.getByText(verdict, { exact: true })],
    ['the explanation', page.getByRole('region', { name: 'Explicação' }), LINE_PX],
    ['Próxima', page.getByRole('button', { name: 'Próxima', exact: true })],
  ]
  if (holdsQuestion) needed.push(['the question', page.getByRole('heading', { level: 1 })])
  const result = page.getByRole('button', { name: 'Ver resultado' })
  if (await result.isVisible()) needed.push(['Ver resultado', result])
  const outOfSight: string[] = []
  for (const [name, locator, height] of needed) {
    if (!(await locator.evaluate(isInSight, height))) outOfSight.push(`${name} is not visible`)
  }
  return outOfSight
}

/**
 * Returns the question's buttons that are covered when they get the focus. Only the top of a button is checked,
 * because a button can be taller than the window.
 */
async function coveredFocusedButtons(page: Page): Promise<string[]> {
  const unseen: string[] = []
  await page.getByRole('heading', { level: 1 }).focus()
  const count = await page.locator('main button:enabled').count()
  for (let place = 0; place < count; place += 1) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    if (!(await focused.evaluate(isInSight, 44)))
      unseen.push(`this button is covered when it has the focus: ${await focused.innerText()}`)
  }
  await page.evaluate(() => window.scrollTo(0, 0))
  return unseen
}

/** Whether an element, or its top `height` pixels, is inside the window and not covered. Runs in the page. */
function isInSight(element: Element, height?: number): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const end = Math.min(bottom, top + (height ?? Infinity))
  if (left < 0 || right > window.innerWidth || top < 0 || end > window.innerHeight) return false
  const isSeenAt = (x: number, y: number) => element.contains(document.elementFromPoint(x, y))
  const middle = (left + right) / 2
  return isSeenAt(middle, top + 2) && isSeenAt(middle, end - 2)
}
