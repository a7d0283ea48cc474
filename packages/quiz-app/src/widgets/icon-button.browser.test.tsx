import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'

import '../styles/global.css'
import { IconButton } from './icon-button.tsx'

test('the label is its name and its tooltip, and a press calls back', async () => {
  const press = vi.fn()
  const screen = await render(<IconButton icon="help" label="Atalhos" onClick={press} />)
  const button = screen.getByRole('button', { name: 'Atalhos', exact: true })
  await expect.element(button).toHaveAttribute('title', 'Atalhos')
  await button.click()
  expect(press).toHaveBeenCalledOnce()
})

test('it is 44 px high and wide', async () => {
  const screen = await render(<IconButton icon="help" label="Atalhos" />)
  const { width, height } = screen.getByRole('button').element().getBoundingClientRect()
  expect([width, height]).toEqual([44, 44])
})
