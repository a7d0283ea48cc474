import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'

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

test('the dialog is initially closed', async () => {
  const screen = await render(<Page />)
  await expect.element(screen.getByText('1–9 respondem')).not.toBeVisible()
})

test('an open dialog makes the page behind it inert', async () => {
  const { dialog } = await openDialog()
  expect(dialog.element().matches(':modal')).toBe(true)
})

test('Esc closes the dialog and returns the focus', async () => {
  const { screen, dialog } = await openDialog()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Ajuda' })).toHaveFocus()
})

test('a closed dialog can be opened again', async () => {
  const { screen, dialog } = await openDialog()
  await screen.getByRole('button', { name: 'Fechar' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Ajuda' }).click()
  await expect.element(dialog).toBeVisible()
})

test('a press outside the dialog closes it', async () => {
  const { dialog } = await openDialog()
  await userEvent.click(document.documentElement, { position: { x: 2, y: 2 } })
  await expect.element(dialog).not.toBeInTheDocument()
})

test('the dialog remains open after a press in its padding and after a text selection that ends outside it', async () => {
  const { dialog } = await openDialog()
  const { left, top } = dialog.element().getBoundingClientRect()
  const fire = (type: string, x: number, y: number) =>
    dialog.element().dispatchEvent(new MouseEvent(type, { bubbles: true, clientX: x, clientY: y }))
  for (const [x, y] of [
    [left + 4, top + 4],
    [left - 10, top - 10],
  ] as const) {
    fire('mousedown', left + 4, top + 4)
    fire('mouseup', x, y)
    fire('click', x, y)
  }
  await expect.element(dialog).toBeVisible()
})

test('a sheet fills a narrow screen and is centred on a wide screen', async () => {
  await page.viewport(360, 740)
  const screen = await render(
    <Dialog title="Conta" open sheet closeLabel="Fechar" onClose={() => {}}>
      <p>Senha</p>
    </Dialog>,
  )
  const dialog = screen.getByRole('dialog', { name: 'Conta' })
  const size = () => {
    const { width, height } = dialog.element().getBoundingClientRect()
    return [width, height]
  }
  await expect.poll(size).toEqual([360, 740])
  await page.viewport(1280, 800)
  await expect.poll(() => size()[0]).toBe(512)
})
