import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'

import '../styles/global.css'
import { ComponentsPage } from './components-page.tsx'

const CONTROLS = 'button, input, select, [role="option"]'
const TEXTS = 'button, h1, h2, p, label'
const LEAST_TARGET_PX = 44

beforeEach(() => page.viewport(320, 800))

function isShown(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect()
  return width > 0 && height > 0
}

/** Returns the visible elements that match `selector` and expects at least `least`, so that no check passes on an empty page. */
function shown(container: Element, selector: string, least: number): Element[] {
  const elements = Array.from(container.querySelectorAll(selector)).filter(isShown)
  expect(elements.length).toBeGreaterThanOrEqual(least)
  return elements
}

/** Returns the texts of the elements whose content is wider than the element. */
function overflowing(elements: readonly Element[]): string[] {
  return elements
    .filter((element) => element.scrollWidth > element.clientWidth + 1)
    .map((element) => element.textContent)
}

function tooSmall(controls: readonly Element[]): string[] {
  return controls.flatMap((control) => {
    const { width, height } = control.getBoundingClientRect()
    return Math.min(width, height) < LEAST_TARGET_PX ? [`${control.textContent}: ${width}×${height}`] : []
  })
}

test('at a width of 320 px, the page does not scroll horizontally', async () => {
  const { container } = await render(<ComponentsPage />)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  expect(overflowing(shown(container, TEXTS, 60))).toEqual([])
})

test('at a width of 360 px with text at 200 %, the page does not scroll horizontally', async () => {
  await page.viewport(360, 800)
  document.documentElement.style.fontSize = '200%'
  onTestFinished(() => document.documentElement.removeAttribute('style'))
  const { container } = await render(<ComponentsPage />)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  expect(overflowing(shown(container, TEXTS, 60))).toEqual([])
})

test('every control on the page is at least 44 px high and wide', async () => {
  const { container } = await render(<ComponentsPage />)
  expect(tooSmall(shown(container, CONTROLS, 40))).toEqual([])
})

test.each([
  ['an open list', { role: 'combobox', name: 'Nada escolhido' }, '[role="listbox"]', 12],
  ['a dialog', { role: 'button', name: 'Abrir diálogo' }, 'dialog[open]', 1],
] as const)('every control in %s is at least 44 px high and wide', async (_place, opener, opened, least) => {
  const screen = await render(<ComponentsPage />)
  await screen.getByRole(opener.role, { name: opener.name }).click()
  await expect.poll(() => document.querySelectorAll(opened).length).toBe(1)
  for (const place of document.querySelectorAll(opened)) expect(tooSmall(shown(place, CONTROLS, least))).toEqual([])
})

test('every control has an accessible name', async () => {
  const { container } = await render(<ComponentsPage />)
  for (const control of shown(container, CONTROLS, 40)) expect(control).toHaveAccessibleName()
})
