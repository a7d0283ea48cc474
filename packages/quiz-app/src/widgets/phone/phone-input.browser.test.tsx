import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { userEvent } from 'vitest/browser'

import { PhoneInput } from './phone-input.tsx'
import { toE164 } from './phone-number.ts'
import type { PhoneNumber } from './phone-number.ts'

async function renderPhone(start: PhoneNumber = { country: 'BR', digits: '' }) {
  function Page() {
    const [phone, setPhone] = useState(start)
    return (
      <>
        <PhoneInput
          label="Telefone"
          countryLabel="País"
          otherCountryLabel="Outro país"
          locale="pt-BR"
          value={phone}
          onChange={setPhone}
        />
        <output>{toE164(phone)}</output>
      </>
    )
  }
  const screen = await render(<Page />)
  return {
    field: screen.getByRole('textbox', { name: 'Telefone' }),
    country: screen.getByRole('combobox', { name: 'País' }),
    e164: screen.getByRole('status'),
  }
}

/** Moves the caret before the character at `position`. */
function placeCaret(field: Element, position: number): void {
  if (!(field instanceof HTMLInputElement)) throw new TypeError('not a text field')
  field.focus()
  field.setSelectionRange(position, position)
}

function caretOf(field: Element): number | null {
  return field instanceof HTMLInputElement ? field.selectionStart : null
}

function valueOf(field: Element): string {
  return field instanceof HTMLInputElement ? field.value : ''
}

/** Replaces the field's text with a real paste: copies the text from another field and presses the paste keys. */
async function paste(field: Element, text: string): Promise<void> {
  const source = document.createElement('textarea')
  source.value = text
  document.body.append(source)
  source.select()
  await userEvent.keyboard('{Control>}c{/Control}')
  source.remove()
  if (!(field instanceof HTMLInputElement)) throw new TypeError('not a text field')
  field.select()
  await userEvent.keyboard('{Control>}v{/Control}')
}

test('the ninth digit turns a landline into a mobile number and is kept', async () => {
  const { field, e164 } = await renderPhone()
  await userEvent.type(field, '1198765432')
  await expect.element(field).toHaveValue('(11) 9876-5432')
  await userEvent.keyboard('1')
  await expect.element(field).toHaveValue('(11) 98765-4321')
  await expect.element(e164).toHaveTextContent('+5511987654321')
})

test('the field drops letters, and digits beyond the mask', async () => {
  const { field } = await renderPhone()
  await userEvent.type(field, '11x987654321000')
  await expect.element(field).toHaveValue('(11) 98765-4321')
})

test('Backspace deletes digit by digit, together with the separators between the digits', async () => {
  const { field } = await renderPhone({ country: 'BR', digits: '119' })
  await userEvent.click(field)
  await userEvent.keyboard('{End}{Backspace}{Backspace}')
  await expect.element(field).toHaveValue('(1')
  await userEvent.keyboard('{Backspace}')
  await expect.element(field).toHaveValue('')
})

test('the caret stays after a digit that is typed in the middle', async () => {
  const { field } = await renderPhone({ country: 'BR', digits: '1187654321' })
  placeCaret(field.element(), 5)
  await userEvent.keyboard('9')
  await expect.element(field).toHaveValue('(11) 98765-4321')
  expect(caretOf(field.element())).toBe(6)
})

test('Delete before a separator deletes the digit after the separator', async () => {
  const { field } = await renderPhone({ country: 'BR', digits: '11987654321' })
  placeCaret(field.element(), 10)
  await userEvent.keyboard('{Delete}')
  await expect.element(field).toHaveValue('(11) 9876-5321')
})

test('pasting an international number selects its country', async () => {
  const { field, country } = await renderPhone()
  await field.fill('+351 210 123 456')
  await expect.element(country).toHaveValue('PT')
  await expect.element(field).toHaveValue('210 123 456')
})

test.each([
  ['+7 495 123-45-67', 'RU', '495 123-45-67', '+74951234567'],
  ['011 91234-5678', 'BR', '(11) 91234-5678', '+5511912345678'],
  ['55 11 91234-5678', 'BR', '(11) 91234-5678', '+5511912345678'],
])(
  'the field formats the pasted number %s, and Ctrl+Z and Ctrl+Shift+Z undo and redo the paste',
  async (text, code, written, number) => {
    const { field, country, e164 } = await renderPhone({ country: 'BR', digits: '213' })
    await paste(field.element(), text)
    await expect.element(field).toHaveValue(written)
    await expect.element(country).toHaveValue(code)
    await expect.element(e164).toHaveTextContent(number)
    expect(caretOf(field.element())).toBe(written.length)
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.element(field).toHaveValue('(21) 3')
    await expect.element(country).toHaveValue('BR')
    await expect.element(e164).toHaveTextContent('+55213')
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    await expect.element(field).toHaveValue(written)
    await expect.element(country).toHaveValue(code)
    await expect.element(e164).toHaveTextContent(number)
  },
)

test('Ctrl+Z undoes typing and deleting back to the empty field', async () => {
  const { field, e164 } = await renderPhone()
  await userEvent.click(field)
  await userEvent.keyboard('11987654321')
  await userEvent.keyboard('{Control>}{Backspace}{/Control}')
  await expect.element(field).toHaveValue('(11) 9876-5')
  placeCaret(field.element(), 4)
  await userEvent.keyboard('{Backspace}{Delete}')
  await expect.element(field).toHaveValue('(18) 765')
  const seen = new Set<string>()
  for (let step = 0; step < 15; step += 1) {
    await userEvent.keyboard('{Control>}z{/Control}')
    seen.add(valueOf(field.element()))
  }
  expect([...seen]).toContain('(11) 9876-5')
  expect([...seen]).toContain('(11) 98765-4321')
  expect(valueOf(field.element())).toBe('')
  expect(e164.element().textContent).toBe('')
})

test('the user can type an international number that starts with a plus', async () => {
  const { field, country, e164 } = await renderPhone()
  await userEvent.click(field)
  await userEvent.keyboard('+35')
  await expect.element(field).toHaveValue('+35')
  await userEvent.keyboard('1210123456')
  await expect.element(country).toHaveValue('PT')
  await expect.element(field).toHaveValue('210 123 456')
  await expect.element(e164).toHaveTextContent('+351210123456')
})

test('the field accepts keys that arrive faster than React renders the field', async () => {
  const { field, e164 } = await renderPhone()
  const input = field.element()
  placeCaret(input, 0)
  for (const data of '11987654321') {
    input.dispatchEvent(new InputEvent('beforeinput', { inputType: 'insertText', data, cancelable: true }))
  }
  await expect.element(field).toHaveValue('(11) 98765-4321')
  await expect.element(e164).toHaveTextContent('+5511987654321')
})

test('a key pressed just before the focus moves is written only to its own field', async () => {
  const { field, country } = await renderPhone({ country: 'BR', digits: '1198765432' })
  const input = field.element()
  placeCaret(input, 14)
  input.dispatchEvent(new InputEvent('beforeinput', { inputType: 'insertText', data: '1', cancelable: true }))
  const other = document.createElement('input')
  document.body.append(other)
  other.focus()
  await expect.element(field).toHaveValue('(11) 98765-4321')
  await expect.element(country).toHaveValue('BR')
  expect(other.value).toBe('')
  other.remove()
})

test('a plus typed by mistake can be deleted', async () => {
  const { field, country } = await renderPhone()
  await userEvent.click(field)
  await userEvent.keyboard('+')
  await expect.element(field).toHaveValue('+')
  await userEvent.keyboard('{Backspace}')
  await expect.element(field).toHaveValue('')
  await expect.element(country).toHaveValue('BR')
})

test('choosing a country formats the digits with its mask', async () => {
  const { field, country, e164 } = await renderPhone({ country: 'BR', digits: '210123456' })
  await country.selectOptions('Portugal (+351)')
  await expect.element(field).toHaveValue('210 123 456')
  await expect.element(e164).toHaveTextContent('+351210123456')
})
