import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import '../styles/global.css'
import { SyncIndicator } from './sync-indicator.tsx'

test('positive and warning differ in words, colour and drawing', async () => {
  const screen = await render(
    <>
      <SyncIndicator state="positive" text="Sincronizado" />
      <SyncIndicator state="warning" text="3 respostas por enviar" />
    </>,
  )
  const positive = screen.getByText('Sincronizado').element()
  const warning = screen.getByText('3 respostas por enviar').element()
  expect(getComputedStyle(positive).color).toBe('rgb(23, 102, 63)')
  expect(getComputedStyle(warning).color).toBe('rgb(132, 80, 0)')
  expect(positive.querySelector('path')?.getAttribute('d')).not.toBe(warning.querySelector('path')?.getAttribute('d'))
})

test('a change is announced, and the tooltip says more', async () => {
  const screen = await render(<SyncIndicator state="positive" text="Sincronizado" tooltip="Último envio às 14:32" />)
  const indicator = screen.getByRole('status')
  await expect.element(indicator).toHaveTextContent('Sincronizado')
  await expect.element(indicator).toHaveAttribute('title', 'Último envio às 14:32')
})
