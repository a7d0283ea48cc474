import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'

import '../styles/global.css'
import { ComponentsPage } from './components-page.tsx'

const CONTROLS = 'button, input, select, [role="option"]'
const LEAST_TARGET_PX = 44

beforeEach(() => page.viewport(320, 800))

/** Controls whose text is wider than they are, or that reach beyond the page. */
function overflowing(container: Element): string[] {
  return Array.from(container.querySelectorAll('button, h1, h2, p, label'))
    .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
    .map((element) => element.textContent)
}

function tooSmall(container: Element): string[] {
  return Array.from(container.querySelectorAll(CONTROLS)).flatMap((control) => {
    const { width, height } = control.getBoundingClientRect()
    const isShown = width > 0 && height > 0
    return isShown && Math.min(width, height) < LEAST_TARGET_PX ? [`${control.textContent}: ${width}×${height}`] : []
  })
}

test('at 320 px nothing makes the page scroll sideways', async () => {
  const { container } = await render(<ComponentsPage />)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  expect(overflowing(container)).toEqual([])
})

test('with text at 200 % nothing makes a 360 px page scroll sideways', async () => {
  await page.viewport(360, 800)
  document.documentElement.style.fontSize = '200%'
  onTestFinished(() => document.documentElement.removeAttribute('style'))
  const { container } = await render(<ComponentsPage />)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  expect(overflowing(container)).toEqual([])
})

test.each([
  ['the page', null],
  ['an open list', { role: 'combobox', name: 'Nada escolhido' }],
  ['a dialog', { role: 'button', name: 'Abrir diálogo' }],
] as const)('everything to press on %s is at least 44 px high and wide', async (_place, opener) => {
  const screen = await render(<ComponentsPage />)
  if (opener) await screen.getByRole(opener.role, { name: opener.name }).click()
  expect(tooSmall(document.body)).toEqual([])
})

test('everything to press has a name', async () => {
  const screen = await render(<ComponentsPage />)
  for (const button of screen.getByRole('button').elements()) expect(button).toHaveAccessibleName()
  for (const combobox of screen.getByRole('combobox').elements()) expect(combobox).toHaveAccessibleName()
})
