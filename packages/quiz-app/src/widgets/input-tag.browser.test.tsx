import { useState } from 'react'
import type { ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { userEvent } from 'vitest/browser'

import '../styles/global.css'
import { InputTag } from './input-tag.tsx'

type Rules = Partial<Pick<ComponentProps<typeof InputTag>, 'separator' | 'unique' | 'maxLength' | 'status' | 'size'>>

async function renderTags({ start = [], ...rules }: Rules & { start?: string[] } = {}) {
  const submit = vi.fn()
  function Page() {
    const [tags, setTags] = useState(start)
    return (
      <form onSubmit={(event) => submit(event.preventDefault())}>
        <InputTag
          {...rules}
          label="Etiquetas"
          value={tags}
          onChange={setTags}
          removeLabel={(tag) => `Remover ${tag}`}
          placeholder="Separe com vírgula"
        />
        <output>{tags.join('|')}</output>
      </form>
    )
  }
  const screen = await render(<Page />)
  const field = screen.getByRole('textbox', { name: 'Etiquetas', exact: true })
  return { screen, field, submit, tags: screen.getByRole('status') }
}

test('typing the separator adds the typed text as a tag', async () => {
  const { field, tags } = await renderTags()
  await userEvent.type(field, 'prova, sex')
  await expect.element(tags).toHaveTextContent('prova')
  await expect.element(field).toHaveValue(' sex')
})

test('the Enter key adds the typed text as a tag, or submits the form if the field is empty', async () => {
  const { field, tags, submit } = await renderTags()
  await userEvent.type(field, '  prova {Enter}')
  await expect.element(tags).toHaveTextContent('prova')
  await expect.element(field).toHaveValue('')
  expect(submit).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  expect(submit).toHaveBeenCalledOnce()
})

test('leaving the field adds the typed text as a tag', async () => {
  const { field, tags } = await renderTags()
  await userEvent.type(field, 'prova')
  await userEvent.tab()
  await expect.element(tags).toHaveTextContent('prova')
})

test('the field splits pasted text into tags', async () => {
  const { field, tags } = await renderTags()
  await field.fill('a, b, a, c')
  await expect.element(tags).toHaveTextContent('b|a')
  await expect.element(field).toHaveValue(' c')
})

test('the props of the field set the separator, the uniqueness and the maximum length of tags', async () => {
  const { field, tags } = await renderTags({ separator: ';', unique: false, maxLength: 3 })
  await userEvent.type(field, 'prova;pro;')
  await expect.element(tags).toHaveTextContent('pro|pro')
})

test('Backspace in the empty field focuses the last tag, and a second Backspace removes this tag', async () => {
  const { screen, field, tags } = await renderTags({ start: ['a', 'b'] })
  await userEvent.click(field)
  await userEvent.keyboard('{Backspace}')
  await expect.element(screen.getByRole('button', { name: 'Remover b' })).toHaveFocus()
  await userEvent.keyboard('{Backspace}')
  await expect.element(tags).toHaveTextContent('a')
  await expect.element(field).toHaveFocus()
})

test('Backspace in a field with text deletes a character', async () => {
  const { field, tags } = await renderTags({ start: ['a'] })
  await userEvent.type(field, 'bc{Backspace}')
  await expect.element(field).toHaveValue('b')
  await expect.element(tags).toHaveTextContent('a')
})

test('the arrow keys move between the tags and back to the field', async () => {
  const { screen, field } = await renderTags({ start: ['a', 'b'] })
  await userEvent.click(field)
  await userEvent.keyboard('{Backspace}{ArrowLeft}')
  await expect.element(screen.getByRole('button', { name: 'Remover a' })).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(screen.getByRole('button', { name: 'Remover a' })).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.element(field).toHaveFocus()
})

test('pressing a tag removes it and adds the typed text as a tag', async () => {
  const { screen, field, tags } = await renderTags({ start: ['a', 'b'] })
  await userEvent.type(field, 'c')
  await screen.getByRole('button', { name: 'Remover a' }).click()
  await expect.element(tags).toHaveTextContent('b|c')
})

test('the props status and size change the appearance, and their defaults are "default" and "m"', async () => {
  const { screen } = await renderTags({ start: ['a'] })
  const plain = getComputedStyle(screen.getByRole('button').element())
  expect([plain.color, plain.fontSize]).toEqual(['rgb(51, 71, 158)', '16px'])
  const { screen: other } = await renderTags({ start: ['b'], status: 'negative', size: 'l' })
  const negative = getComputedStyle(other.getByRole('button', { name: 'Remover b' }).element())
  expect([negative.color, negative.fontSize]).toEqual(['rgb(163, 43, 43)', '19px'])
})
