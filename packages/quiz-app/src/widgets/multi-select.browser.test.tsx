import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'

import '../styles/global.css'
import { MultiSelect } from './multi-select.tsx'

const THOUSANDS = Array.from({ length: 3000 }, (_, index) => `Matéria ${index}`)
const PATIENCE = { timeout: 10_000 } // a busy machine renders the rest of a long list late
const THEMES = ['Biologia', 'Física', 'Geografia', 'História do Brasil', 'História Geral', 'Química']

type PageProps = { options?: readonly string[]; start?: readonly string[] | null; loadingText?: string }

function Page({ options = THEMES, start = null, loadingText }: PageProps) {
  const [value, setValue] = useState(start)
  return (
    <>
      <MultiSelect
        label="Todas matérias"
        placeholder="Selecione..."
        options={options}
        loadingText={loadingText}
        value={value}
        onChange={setValue}
        clearLabel="Limpar"
        removeLabel={(option) => `Remover ${option}`}
      />
      <output>{JSON.stringify(value)}</output>
      <button type="button">Depois</button>
    </>
  )
}

async function open(start: readonly string[] | null = null, options: readonly string[] = THEMES) {
  const screen = await render(<Page start={start} options={options} />)
  const combobox = screen.getByRole('combobox')
  const listbox = screen.getByRole('listbox')
  /** Returns the text of the active option. */
  const activeOption = () => {
    const id = combobox.element().getAttribute('aria-activedescendant')
    return id === null ? null : document.getElementById(id)?.textContent
  }
  return { screen, combobox, listbox, activeOption, value: screen.getByRole('status') }
}

test('the combobox has its label as name and shows the placeholder while no option is chosen', async () => {
  const { screen, combobox, listbox } = await open()
  await expect.element(screen.getByRole('combobox', { name: 'Todas matérias', exact: true })).toBeVisible()
  await expect.element(combobox).toHaveTextContent('Selecione...')
  await expect.element(combobox).toHaveAttribute('aria-expanded', 'false')
  expect(listbox.elements()).toEqual([])
})

test('the combobox shows the placeholder if its value is an empty list', async () => {
  const { combobox } = await open([])
  await expect.element(combobox).toHaveTextContent('Selecione...')
})

test('a press on the combobox opens the list of all options, and a second press closes this list', async () => {
  const { screen, combobox, listbox } = await open()
  await combobox.click()
  await expect.element(listbox).toHaveAttribute('aria-multiselectable', 'true')
  expect(
    screen
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(THEMES)
  await combobox.click()
  await expect.element(listbox).not.toBeInTheDocument()
})

test('pressing an option toggles it, keeps the list open and leaves the focus on the combobox', async () => {
  const { screen, combobox, listbox, value } = await open()
  await combobox.click()
  await screen.getByRole('option', { name: 'Química' }).click()
  await screen.getByRole('option', { name: 'Física' }).click()
  await expect.element(value).toHaveTextContent('["Química","Física"]')
  await expect.element(screen.getByRole('option', { name: 'Química' })).toHaveAttribute('aria-selected', 'true')
  await screen.getByRole('option', { name: 'Química' }).click()
  await expect.element(value).toHaveTextContent('["Física"]')
  await expect.element(listbox).toBeVisible()
  await expect.element(combobox).toHaveFocus()
})

test.each(['{Enter}', ' '])(
  'the key "%s" opens the list, then toggles the active option and keeps the list open',
  async (key) => {
    const { combobox, listbox, value } = await open()
    await userEvent.tab()
    await expect.element(combobox).toHaveFocus()
    await userEvent.keyboard(key)
    await expect.element(listbox).toBeVisible()
    await userEvent.keyboard(`{ArrowDown}${key}`)
    await expect.element(value).toHaveTextContent('["Física"]')
    await userEvent.keyboard(key)
    await expect.element(value).toHaveTextContent('[]')
    await expect.element(listbox).toBeVisible()
  },
)

test('the arrow keys, Home, End and PageDown move the active option', async () => {
  const { activeOption } = await open()
  await userEvent.tab()
  await userEvent.keyboard('{ArrowDown}')
  expect(activeOption()).toBe('Biologia')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(activeOption()).toBe('Geografia')
  await userEvent.keyboard('{End}')
  expect(activeOption()).toBe('Química')
  await userEvent.keyboard('{ArrowUp}')
  expect(activeOption()).toBe('História Geral')
  await userEvent.keyboard('{Home}')
  expect(activeOption()).toBe('Biologia')
  await userEvent.keyboard('{PageDown}')
  expect(activeOption()).toBe('Química')
})

test('typing opens the list at the option that starts with the typed text, even if the accents differ', async () => {
  const { listbox, activeOption, value } = await open()
  await userEvent.tab()
  await userEvent.keyboard('fi')
  await expect.element(listbox).toBeVisible()
  expect(activeOption()).toBe('Física')
  await userEvent.keyboard('{Enter}')
  await expect.element(value).toHaveTextContent('["Física"]')
})

test('Esc closes the list and leaves the focus on the combobox', async () => {
  const { screen, combobox, listbox } = await open()
  await combobox.click()
  await screen.getByRole('option', { name: 'Física' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(listbox).not.toBeInTheDocument()
  await expect.element(combobox).toHaveFocus()
  await expect.element(combobox).not.toHaveAttribute('aria-activedescendant')
})

test('the keys also work if assistive technology has moved the focus to the list, and Esc returns the focus', async () => {
  const { combobox, listbox, value } = await open()
  await combobox.click()
  const list = listbox.element()
  if (list instanceof HTMLElement) list.focus()
  await expect.element(listbox).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(combobox).toHaveFocus()
  await expect.element(listbox).not.toBeInTheDocument()
  await expect.element(value).toHaveTextContent('null')
})

test('Tab closes the list and moves to the next control', async () => {
  const { screen, listbox } = await open()
  await userEvent.tab()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(listbox).toBeVisible()
  await userEvent.tab()
  await expect.element(listbox).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Depois' })).toHaveFocus()
})

test('a press outside the combobox closes its list', async () => {
  const { screen, combobox, listbox } = await open()
  await combobox.click()
  await expect.element(listbox).toBeVisible()
  await userEvent.click(screen.getByRole('status'), { position: { x: 1, y: 1 }, force: true })
  await expect.element(listbox).not.toBeInTheDocument()
})

test('a touch outside the list, which does not move the focus, closes the list and reaches its target', async () => {
  const { screen, combobox, listbox } = await open()
  await combobox.click()
  await expect.element(listbox).toBeVisible()
  const after = screen.getByRole('button', { name: 'Depois' }).element()
  const presses: Event[] = []
  after.addEventListener('click', (event) => presses.push(event))
  after.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }))
  await expect.element(listbox).not.toBeInTheDocument()
  after.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  expect(presses).toHaveLength(1)
})

test('the list stays within the window and shows the active option without scrolling the page', async () => {
  await page.viewport(800, 360)
  onTestFinished(() => page.viewport(800, 800))
  const { combobox, listbox, activeOption } = await open(null, THOUSANDS.slice(0, 50))
  await combobox.click()
  await userEvent.keyboard('{PageDown}{Escape}')
  await combobox.click()
  expect(activeOption()).toBe('Matéria 10')
  const list = listbox.element().getBoundingClientRect()
  expect(list.bottom).toBeLessThanOrEqual(360)
  const { top, bottom } = page.getByRole('option', { name: 'Matéria 10' }).element().getBoundingClientRect()
  expect([top >= list.top, bottom <= list.bottom]).toEqual([true, true])
  expect(scrollY).toBe(0)
})

test('chosen options are chips in one line that scrolls horizontally to the newest chip', async () => {
  const { screen, combobox } = await open(THEMES.slice(0, 5))
  document.body.style.width = '320px'
  onTestFinished(() => document.body.removeAttribute('style'))
  const line = screen.getByRole('list').element()
  const { height } = combobox.element().getBoundingClientRect()
  await combobox.click()
  await screen.getByRole('option', { name: 'Química' }).click()
  const newest = screen.getByRole('button', { name: 'Remover Química' })
  await expect.element(newest).toBeVisible()
  expect(line.scrollWidth).toBeGreaterThan(line.clientWidth)
  expect(newest.element().getBoundingClientRect().right).toBeLessThanOrEqual(line.getBoundingClientRect().right + 1)
  expect(combobox.element().getBoundingClientRect().height).toBe(height)
})

test('pressing a chip removes its option and returns the focus to the combobox', async () => {
  const { screen, combobox, value } = await open(['Física', 'Química'])
  await screen.getByRole('button', { name: 'Remover Física' }).click()
  await expect.element(value).toHaveTextContent('["Química"]')
  await expect.element(combobox).toHaveFocus()
})

test('the clear button changes the value to an empty array', async () => {
  const { screen, combobox, value } = await open(['Física', 'Química'])
  await screen.getByRole('button', { name: 'Limpar' }).click()
  await expect.element(value).toHaveTextContent('[]')
  await expect.element(combobox).toHaveFocus()
  expect(screen.getByRole('button', { name: 'Limpar' }).elements()).toEqual([])
})

test('a combobox without options does not open a list', async () => {
  const { combobox, listbox } = await open(null, [])
  await combobox.click()
  await expect.element(combobox).toHaveAttribute('aria-expanded', 'false')
  expect(listbox.elements()).toEqual([])
})

test('options that arrive later appear in an open list and do not open a closed list', async () => {
  const screen = await render(<Page options={[]} loadingText="Carregando..." />)
  const [combobox, listbox] = [screen.getByRole('combobox'), screen.getByRole('listbox')]
  await combobox.click()
  await expect.element(listbox).toHaveTextContent('Carregando...')
  await screen.rerender(<Page />)
  await expect.element(screen.getByRole('option', { name: 'Física' })).toBeVisible()
  await combobox.click()

  await screen.rerender(<Page options={[]} />)
  await combobox.click()
  await screen.rerender(<Page />)
  await expect.element(combobox).toHaveAttribute('aria-expanded', 'false')
})

test('the End key activates the last of three thousand options and scrolls it into view', async () => {
  const { listbox, activeOption } = await open(null, THOUSANDS)
  await userEvent.tab()
  await userEvent.keyboard('{End}')
  await expect.poll(activeOption, PATIENCE).toBe('Matéria 2999')
  await expect
    .poll(() => listbox.element().lastElementChild?.getBoundingClientRect().bottom)
    .toBeLessThanOrEqual(listbox.element().getBoundingClientRect().bottom)
})

test('a choice among three thousand options renders only the options that it changes', async () => {
  const { screen, combobox, listbox } = await open(null, THOUSANDS)
  await combobox.click()
  await expect.poll(() => listbox.element().childElementCount, PATIENCE).toBe(THOUSANDS.length)
  const touched = new Set<Element | null>()
  const observer = new MutationObserver((records) => {
    for (const { target } of records) touched.add((target as Element).closest('[role="option"]'))
  })
  observer.observe(listbox.element(), { subtree: true, childList: true, attributes: true })
  await screen.getByRole('option', { name: 'Matéria 3', exact: true }).click()
  await expect.element(screen.getByRole('button', { name: 'Remover Matéria 3' })).toBeVisible()
  expect(new Set(Array.from(touched, (option) => option?.textContent))).toEqual(new Set(['Matéria 0', 'Matéria 3']))
  observer.disconnect()
})
