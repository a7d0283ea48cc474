import { expect, onTestFinished, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'

import '../styles/global.css'
import { AppHeader } from './app-header.tsx'
import { Button } from './button.tsx'

test('the banner contains the product name and the controls', async () => {
  const screen = await render(
    <AppHeader product="Revisa">
      <Button>Logout</Button>
    </AppHeader>,
  )
  const banner = screen.getByRole('banner')
  await expect.element(banner.getByText('Revisa', { exact: true })).toBeVisible()
  await expect.element(banner.getByRole('button', { name: 'Logout' })).toBeVisible()
})

test('the space reserved for a scrollbar has the banner’s colour, so that no stripe appears next to the banner', async () => {
  await page.viewport(1280, 800)
  onTestFinished(() => page.viewport(800, 800))
  const screen = await render(<AppHeader product="Revisa" />)
  const pageStyle = getComputedStyle(document.documentElement)
  expect(pageStyle.scrollbarGutter).toBe('stable')
  expect(getComputedStyle(screen.getByRole('banner').element()).backgroundColor).toBe(pageStyle.backgroundColor)
})
