import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'

import { QrCode } from './qr-code.tsx'

test('QrCode does not render a code for a text that is too long', async () => {
  await render(
    <>
      <QrCode text={'a'.repeat(5_000)} label="Longo" />
      <QrCode text={'a'.repeat(500)} label="Curto" />
    </>,
  )
  await expect.element(page.getByRole('img', { name: 'Curto' })).toBeVisible()
  expect(page.getByRole('img', { name: 'Longo' }).elements()).toEqual([])
})
