import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'

import '../styles/global.css'
import { Button, IconButton } from './button.tsx'

test('pressing a button calls onClick', async () => {
  const press = vi.fn()
  const screen = await render(<Button onClick={press}>Próxima</Button>)
  await screen.getByRole('button', { name: 'Próxima' }).click()
  expect(press).toHaveBeenCalledOnce()
})

test('a button submits its form only if its type is submit', async () => {
  const submit = vi.fn((event: Event) => event.preventDefault())
  const screen = await render(
    <form onSubmit={({ nativeEvent }) => submit(nativeEvent)}>
      <Button>Ajuda</Button>
      <Button type="submit">Logar</Button>
    </form>,
  )
  await screen.getByRole('button', { name: 'Ajuda' }).click()
  expect(submit).not.toHaveBeenCalled()
  await screen.getByRole('button', { name: 'Logar' }).click()
  expect(submit).toHaveBeenCalledOnce()
})

test('a full-width button fills the line, and any other button does not', async () => {
  const screen = await render(
    <div style={{ width: 300 }}>
      <Button fullWidth>Logar</Button>
      <Button>Sair</Button>
    </div>,
  )
  expect(screen.getByRole('button', { name: 'Logar' }).element().getBoundingClientRect().width).toBe(300)
  expect(screen.getByRole('button', { name: 'Sair' }).element().getBoundingClientRect().width).toBeLessThan(150)
})

test('emphasised and destructive buttons are filled, outlined buttons have a border, and neutral buttons have neither', async () => {
  const screen = await render(
    <>
      <Button appearance="emphasised">Estatística</Button>
      <Button appearance="destructive">Excluir</Button>
      <Button appearance="outlined">Aleatória</Button>
      <Button>Home</Button>
    </>,
  )
  const styleOf = (name: string) => getComputedStyle(screen.getByRole('button', { name }).element())
  expect(styleOf('Estatística').backgroundColor).toBe('rgb(51, 71, 158)')
  expect(styleOf('Excluir').backgroundColor).toBe('rgb(163, 43, 43)')
  expect(styleOf('Aleatória').borderColor).toBe('rgb(51, 71, 158)')
  expect(styleOf('Home').borderColor).toBe('rgba(0, 0, 0, 0)')
  expect(styleOf('Home').backgroundColor).toBe('rgba(0, 0, 0, 0)')
})

test('even the shortest button is at least 44 px high and wide', async () => {
  const screen = await render(<Button>A</Button>)
  const { width, height } = screen.getByRole('button', { name: 'A' }).element().getBoundingClientRect()
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
})

test('an icon button has its label as name and tooltip, and a press calls onClick', async () => {
  const press = vi.fn()
  const screen = await render(<IconButton icon="help" label="Atalhos" onClick={press} />)
  const button = screen.getByRole('button', { name: 'Atalhos', exact: true })
  await expect.element(button).toHaveAttribute('title', 'Atalhos')
  await button.click()
  expect(press).toHaveBeenCalledOnce()
})

test('an icon button is 44 px high and wide', async () => {
  const screen = await render(<IconButton icon="help" label="Atalhos" />)
  const { width, height } = screen.getByRole('button').element().getBoundingClientRect()
  expect([width, height]).toEqual([44, 44])
})
