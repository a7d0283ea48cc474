import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { userEvent } from 'vitest/browser'

import '../styles/global.css'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

function Page() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Ajuda</Button>
      <Dialog title="Atalhos" open={isOpen} closeLabel="Fechar" onClose={() => setOpen(false)}>
        <p>1–9 respondem</p>
      </Dialog>
    </>
  )
}

async function openDialog() {
  const screen = await render(<Page />)
  await screen.getByRole('button', { name: 'Ajuda' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Atalhos' })
  await expect.element(dialog).toBeVisible()
  return { screen, dialog }
}

test('it is closed until it is opened', async () => {
  const screen = await render(<Page />)
  await expect.element(screen.getByText('1–9 respondem')).not.toBeVisible()
})

test('it makes the page behind it inert', async () => {
  const { dialog } = await openDialog()
  expect(dialog.element().matches(':modal')).toBe(true)
})

test('Esc closes it and gives the focus back', async () => {
  const { screen, dialog } = await openDialog()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Ajuda' })).toHaveFocus()
})

test('it can be opened again after it was closed', async () => {
  const { screen, dialog } = await openDialog()
  await screen.getByRole('button', { name: 'Fechar' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Ajuda' }).click()
  await expect.element(dialog).toBeVisible()
})

test('a press beside it closes it', async () => {
  const { dialog } = await openDialog()
  await userEvent.click(document.documentElement, { position: { x: 2, y: 2 } })
  await expect.element(dialog).not.toBeInTheDocument()
})
