import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'

import '../styles/global.css'
import { AppHeader } from '../widgets/app-header.tsx'
import { IconButton } from '../widgets/button.tsx'
import { HeaderButton } from './header-button.tsx'

const WORDS = ['Home', 'Encerrar', 'Logout']

beforeEach(() => page.viewport(1280, 800))

/** Renders the header of a quiz on a device with a keyboard, which has the most controls. */
async function openHeader(width: number) {
  await page.viewport(width, 740)
  await render(
    <AppHeader product="Revisa">
      <HeaderButton icon="home" name="Home" onPress={() => {}} />
      <IconButton icon="help" label="Atalhos do teclado" />
      <HeaderButton icon="flag" name="Encerrar" onPress={() => {}} />
      <HeaderButton icon="exit" name="Logout" onPress={() => {}} />
      <IconButton icon="sun" label="Aparência" />
    </AppHeader>,
  )
  return page.getByRole('banner').element()
}

function isShown(word: string): boolean {
  return page.getByText(word, { exact: true }).element().getBoundingClientRect().width > 1
}

test.each([360, 768, 1280])(
  'at a width of %i px, the quiz controls with their labels fit on one line',
  async (width) => {
    const header = await openHeader(width)
    await expect.poll(() => WORDS.filter(isShown)).toEqual(WORDS)
    expect(header.getBoundingClientRect().height).toBeLessThan(70)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)

test('at a width of 320 px, the quiz controls show only icons and keep their accessible names', async () => {
  const header = await openHeader(320)
  await expect.poll(() => WORDS.filter(isShown)).toEqual([])
  for (const name of WORDS) await expect.element(page.getByRole('button', { name, exact: true })).toBeVisible()
  expect(header.getBoundingClientRect().height).toBeLessThan(70)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})
