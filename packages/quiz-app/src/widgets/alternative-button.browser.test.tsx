import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'

import { emulateMedia } from '../../test/emulated-media.ts'
import '../styles/global.css'
import { AlternativeButton } from './alternative-button.tsx'
import type { AlternativeState } from './alternative-button.tsx'

const POSITIVE = 'rgb(23, 102, 63)'
const NEGATIVE = 'rgb(163, 43, 43)'
const SURFACE = 'rgb(255, 254, 251)'

function alternative(state: AlternativeState, stateText: string, onChoose = () => {}) {
  const isAnswered = state !== 'neutral'
  return <AlternativeButton {...{ state, stateText, onChoose }} text="Brasília" letter="B" disabled={isAnswered} />
}

test('the accessible name of an alternative is only its text', async () => {
  const screen = await render(alternative('neutral', ''))
  await expect.element(screen.getByRole('button', { name: 'Brasília', exact: true })).toBeVisible()
  expect(screen.getByRole('button').element().textContent).toBe('Brasília')
})

test('the letter of an alternative appears before its text', async () => {
  const screen = await render(alternative('neutral', ''))
  const letter = screen.getByRole('button').element().firstElementChild
  expect(letter && getComputedStyle(letter, '::before').content).toBe('"B"')
})

test('pressing an alternative chooses it', async () => {
  const choose = vi.fn()
  const screen = await render(alternative('neutral', '', choose))
  await screen.getByRole('button', { name: 'Brasília' }).click()
  expect(choose).toHaveBeenCalledOnce()
})

test('pressing a disabled alternative has no effect', async () => {
  const choose = vi.fn()
  const screen = await render(alternative('wrong', 'Incorreta', choose))
  const button = screen.getByRole('button')
  await expect.element(button).toBeDisabled()
  await button.click({ force: true })
  expect(choose).not.toHaveBeenCalled()
})

test.each([
  ['correct-chosen', POSITIVE, POSITIVE],
  ['correct', SURFACE, POSITIVE],
  ['wrong-chosen', NEGATIVE, NEGATIVE],
  ['wrong', SURFACE, NEGATIVE],
] as const)('an alternative in the state %s has the fill and border of this state', async (state, fill, border) => {
  const screen = await render(alternative(state, 'x'))
  const button = screen.getByRole('button').element()
  expect(button).toHaveAttribute('data-state', state)
  expect(getComputedStyle(button).backgroundColor).toBe(fill)
  expect(getComputedStyle(button).borderColor).toBe(border)
})

test('an unanswered alternative has no icon and no positive or negative colour', async () => {
  const screen = await render(alternative('neutral', ''))
  const button = screen.getByRole('button').element()
  expect(button.querySelector('svg')).toBeNull()
  expect([POSITIVE, NEGATIVE]).not.toContain(getComputedStyle(button).borderColor)
})

test('an answered alternative shows its state in words and as an icon, and its text remains legible', async () => {
  const screen = await render(alternative('correct', 'Correta'))
  await expect.element(screen.getByRole('button', { name: 'Brasília Correta', exact: true })).toBeVisible()
  expect(screen.getByRole('button').element().querySelector('svg')).not.toBeNull()
  expect(getComputedStyle(screen.getByText('Brasília', { exact: true }).element()).color).toBe('rgb(29, 33, 41)')
})

test('right and wrong alternatives have different icons', async () => {
  const screen = await render(
    <>
      {alternative('correct', 'Correta')}
      {alternative('wrong', 'Incorreta')}
    </>,
  )
  const drawings = screen
    .getByRole('button')
    .elements()
    .flatMap((button) => Array.from(button.querySelectorAll('path'), (path) => path.getAttribute('d')))
  expect(drawings).toHaveLength(2)
  expect(drawings[0]).not.toBe(drawings[1])
})

test('in forced colours, the border still distinguishes the chosen alternative', async () => {
  await emulateMedia('forced-colors', 'active')
  onTestFinished(() => emulateMedia('forced-colors', ''))
  const screen = await render(
    <>
      {alternative('wrong-chosen', 'Sua resposta, incorreta')}
      {alternative('wrong', 'Incorreta')}
    </>,
  )
  const [chosen, other] = screen
    .getByRole('button')
    .elements()
    .map((button) => Number.parseFloat(getComputedStyle(button).borderWidth))
  expect(chosen).toBeGreaterThan(other ?? Number.NaN)
})
