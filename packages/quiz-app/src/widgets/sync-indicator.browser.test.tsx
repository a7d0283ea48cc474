import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import '../styles/global.css'
import { SyncIndicator } from './sync-indicator.tsx'

test('the positive and warning states of the indicator differ in text, colour and icon', async () => {
  const screen = await render(
    <>
      <SyncIndicator state="positive" text="Sincronizado" />
      <SyncIndicator state="warning" text="3 respostas por enviar" />
    </>,
  )
  const [positive, warning] = screen.getByRole('status').elements()
  if (!positive || !warning) throw new Error('The page shows fewer than two indicators.')
  expect([positive, warning].map(({ textContent }) => textContent.trim())).toEqual([
    'Sincronizado',
    '3 respostas por enviar',
  ])
  expect(getComputedStyle(positive).color).toBe('rgb(23, 102, 63)')
  expect(getComputedStyle(warning).color).toBe('rgb(132, 80, 0)')
  const drawings = Array.from(document.querySelectorAll('[role="status"] path'), (path) => path.getAttribute('d'))
  expect(drawings).toHaveLength(2)
  expect(drawings[0]).not.toBe(drawings[1])
})

test('the indicator announces a change with its time, and the tooltip has the details', async () => {
  const lastSync = { time: 'às 14:32', tooltip: 'Último envio às 14:32' }
  const screen = await render(<SyncIndicator state="positive" text="Sincronizado" lastSync={lastSync} />)
  const indicator = screen.getByRole('status')
  await expect.element(indicator).toHaveTextContent('Sincronizado às 14:32')
  await expect.element(screen.getByText('às 14:32')).toBeVisible()
  await expect.element(indicator).toHaveAttribute('title', 'Último envio às 14:32')
})
