import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'

import { AnswerForm } from './answer-form.tsx'
import { CodeField } from './code-field.tsx'
import { TextField } from './text-field.tsx'

async function renderForm() {
  const answer = vi.fn()
  const screen = await render(
    <AnswerForm submit="Enviar" account="ana@example.com" onAnswer={answer}>
      <CodeField label="Código" />
      <TextField label="Email" name="email" type="email" />
    </AnswerForm>,
  )
  return { answer, screen, code: screen.getByLabelText('Código'), email: screen.getByLabelText('Email') }
}

test('the form submits the text of every named field, removes spaces from codes, and omits the field for password managers', async () => {
  const { answer, screen, code, email } = await renderForm()
  await code.fill(' 123 456')
  await email.fill('bia@example.com')
  await screen.getByRole('button', { name: 'Enviar' }).click()
  expect(answer).toHaveBeenCalledExactlyOnceWith({ code: '123456', email: 'bia@example.com' })
})

test('the form marks empty or invalid fields, focuses the first of them, and removes the marks when the fields are valid', async () => {
  const { answer, screen, code, email } = await renderForm()
  const submit = screen.getByRole('button', { name: 'Enviar' })
  await email.fill('bia')
  await submit.click()
  await expect.element(code).toHaveFocus()
  await expect.element(code).toHaveAttribute('aria-invalid', 'true')
  await expect.element(email).toHaveAttribute('aria-invalid', 'true')
  await code.fill('1')
  await submit.click()
  await expect.element(email).toHaveFocus()
  await expect.element(code).not.toHaveAttribute('aria-invalid')
  expect(answer).not.toHaveBeenCalled()
})
