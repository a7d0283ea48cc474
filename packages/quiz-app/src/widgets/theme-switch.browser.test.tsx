import { afterEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import { emulateMedia } from '../../test/emulated-media.ts'
import '../styles/global.css'
import { storeThemePreference, ThemeSwitch } from './theme-switch.tsx'

const LABELS = { name: 'Tema', system: 'do sistema', light: 'claro', dark: 'escuro' }
const LIGHT_CANVAS = 'rgb(246, 244, 238)'
const DARK_CANVAS = 'rgb(20, 22, 26)'

const canvas = () => getComputedStyle(document.documentElement).backgroundColor

const preferScheme = (value: 'light' | 'dark' | '') => emulateMedia('prefers-color-scheme', value)

afterEach(async () => {
  localStorage.clear()
  delete document.documentElement.dataset['theme']
  await preferScheme('')
})

test('without a chosen theme, the page uses the system’s theme', async () => {
  const screen = await render(<ThemeSwitch labels={LABELS} />)
  await expect.element(screen.getByRole('button', { name: 'Tema: do sistema' })).toBeVisible()
  await preferScheme('light')
  expect(canvas()).toBe(LIGHT_CANVAS)
  await preferScheme('dark')
  expect(canvas()).toBe(DARK_CANVAS)
})

test('a chosen theme overrides the system’s theme, and the third press restores the system’s theme', async () => {
  await preferScheme('light')
  const screen = await render(<ThemeSwitch labels={LABELS} />)
  const button = screen.getByRole('button')
  await button.click()
  await expect.element(button).toHaveAccessibleName('Tema: claro')
  await preferScheme('dark')
  expect(canvas()).toBe(LIGHT_CANVAS)
  await preferScheme('light')
  await button.click()
  await expect.element(button).toHaveAccessibleName('Tema: escuro')
  expect(canvas()).toBe(DARK_CANVAS)
  await button.click()
  await expect.element(button).toHaveAccessibleName('Tema: do sistema')
  expect(canvas()).toBe(LIGHT_CANVAS)
})

test('the theme switch stores the chosen theme for the next visit', async () => {
  await preferScheme('light')
  const first = await render(<ThemeSwitch labels={LABELS} />)
  await first.getByRole('button').click()
  await first.getByRole('button').click()
  await first.unmount()
  delete document.documentElement.dataset['theme'] // a new page has no such attribute
  const second = await render(<ThemeSwitch labels={LABELS} />)
  await expect.element(second.getByRole('button', { name: 'Tema: escuro' })).toBeVisible()
  expect(canvas()).toBe(DARK_CANVAS)
})

test.each([
  ['dark', 'dark'],
  ['light', 'light'],
  ['system', undefined],
] as const)('the script theme.js applies the stored choice %s to the page', async (choice, theme) => {
  storeThemePreference(choice)
  const script = document.createElement('script')
  script.src = '/theme.js'
  const isRun = new Promise((resolve) => script.addEventListener('load', resolve))
  document.head.append(script)
  await isRun
  script.remove()
  expect(document.documentElement.dataset['theme']).toBe(theme)
})
