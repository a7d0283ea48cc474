import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

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
