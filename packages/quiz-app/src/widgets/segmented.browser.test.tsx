import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { userEvent } from 'vitest/browser'

import '../styles/global.css'
import { Segmented } from './segmented.tsx'

const OPTIONS = [
  { value: null, text: 'Todas' },
  { value: 10, text: '10' },
  { value: 20, text: '20' },
]

function Page() {
  const [value, setValue] = useState<number | null>(null)
  return (
    <>
      <Segmented label="Quantas" options={OPTIONS} value={value} onChange={setValue} />
      <output>{JSON.stringify(value)}</output>
    </>
  )
}

test('Segmented renders a group of radio buttons, one of which is selected', async () => {
  const screen = await render(<Page />)
  await expect.element(screen.getByRole('group', { name: 'Quantas' })).toBeVisible()
  await expect.element(screen.getByRole('radio', { name: 'Todas' })).toBeChecked()
  await screen.getByText('20').click({ force: true })
  await expect.element(screen.getByRole('radio', { name: '20' })).toBeChecked()
  await expect.element(screen.getByRole('radio', { name: 'Todas' })).not.toBeChecked()
  await expect.element(screen.getByRole('status')).toHaveTextContent('20')
})

test('the arrow keys select an option, and Tab leaves the whole group', async () => {
  const screen = await render(<Page />)
  await userEvent.tab()
  await expect.element(screen.getByRole('radio', { name: 'Todas' })).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(screen.getByRole('status')).toHaveTextContent('10')
  await userEvent.tab()
  expect(document.activeElement).toBe(document.body)
})
