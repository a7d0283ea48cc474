import { useRef } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { userEvent } from 'vitest/browser'

import { Button } from './button.tsx'
import { TextField } from './text-field.tsx'

test('the accessible name of the field is exactly its label, and its description is its hint', async () => {
  const screen = await render(<TextField label="Senha" hint="Mínimo de 8 caracteres" type="password" required />)
  const field = screen.getByLabelText('Senha', { exact: true })
  await expect.element(field).toHaveAccessibleName('Senha')
  await expect.element(field).toHaveAccessibleDescription('Mínimo de 8 caracteres')
  await expect.element(screen.getByText('Mínimo de 8 caracteres')).toBeVisible()
})

test('TextField passes other props to its input element', async () => {
  const change = vi.fn()
  const screen = await render(
    <TextField label="Email" type="email" autoComplete="username" placeholder="ana@example.com" onChange={change} />,
  )
  const field = screen.getByRole('textbox', { name: 'Email' })
  await expect.element(field).toHaveAttribute('autocomplete', 'username')
  await expect.element(field).toHaveAttribute('placeholder', 'ana@example.com')
  await userEvent.type(field, 'a@b')
  expect(change).toHaveBeenCalledTimes(3)
})

test('only an invalid field is marked as invalid', async () => {
  const screen = await render(<TextField label="Email" />)
  await expect.element(screen.getByRole('textbox')).not.toHaveAttribute('aria-invalid')
  await screen.rerender(<TextField label="Email" invalid />)
  await expect.element(screen.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
})

test('TextField passes the ref to its input element', async () => {
  function Form() {
    const field = useRef<HTMLInputElement>(null)
    return (
      <>
        <TextField ref={field} label="Email" />
        <Button onClick={() => field.current?.focus()}>Corrigir</Button>
      </>
    )
  }
  const screen = await render(<Form />)
  await screen.getByRole('button', { name: 'Corrigir' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Email' })).toHaveFocus()
})
