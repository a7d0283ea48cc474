import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { userEvent } from 'vitest/browser'

import { emulateMedia } from '../../test/emulated-media.ts'
import '../styles/global.css'
import { CheckBox } from './check-box.tsx'

function Page({ disabled = false }: { disabled?: boolean }) {
  const [isOn, setOn] = useState(false)
  return <CheckBox label="Só algumas" note="3 questões" checked={isOn} disabled={disabled} onChange={setOn} />
}

test('a press anywhere on the line or the Space key toggles the check box, and the note is the description of the check box', async () => {
  const screen = await render(<Page />)
  const box = screen.getByRole('checkbox', { name: 'Só algumas', exact: true })
  await expect.element(box).toHaveAccessibleDescription('3 questões')
  await screen.getByText('3 questões').click({ force: true })
  await expect.element(box).toBeChecked()
  await userEvent.keyboard(' ')
  await expect.element(box).not.toBeChecked()
})

test('a disabled check box cannot be toggled', async () => {
  const screen = await render(<Page disabled />)
  await screen.getByText('3 questões').click({ force: true })
  await expect.element(screen.getByRole('checkbox')).not.toBeChecked()
})

test('in forced colours, the colour of the check mark differs from the colour of its box', async () => {
  await emulateMedia('forced-colors', 'active')
  onTestFinished(() => emulateMedia('forced-colors', ''))
  const screen = await render(<Page />)
  await screen.getByRole('checkbox').click({ force: true })
  const mark = screen.container.querySelector('svg')
  const box = mark?.parentElement
  if (!mark || !box) throw new Error('the mark is missing')
  expect(getComputedStyle(mark).color).not.toBe(getComputedStyle(box).backgroundColor)
})
