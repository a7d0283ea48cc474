import { expect, onTestFinished, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'

import '../styles/global.css'
import { AppHeader } from './app-header.tsx'
import { Button } from './button.tsx'

test('the banner shows the product and holds the controls', async () => {
  const screen = await render(
    <AppHeader product="Revisa">
      <Button>Logout</Button>
    </AppHeader>,
  )
  const banner = screen.getByRole('banner')
  await expect.element(banner.getByText('Revisa', { exact: true })).toBeVisible()
  await expect.element(banner.getByRole('button', { name: 'Logout' })).toBeVisible()
})

test('where the page keeps room for a scrollbar the banner has its colour, so that no stripe shows beside it', async () => {
  await page.viewport(1280, 800)
  onTestFinished(() => page.viewport(800, 800))
  const screen = await render(<AppHeader product="Revisa" />)
  const pageStyle = getComputedStyle(document.documentElement)
  expect(pageStyle.scrollbarGutter).toBe('stable')
  expect(getComputedStyle(screen.getByRole('banner').element()).backgroundColor).toBe(pageStyle.backgroundColor)
})
