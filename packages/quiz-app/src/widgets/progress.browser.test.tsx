import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import '../styles/global.css'
import { Progress } from './progress.tsx'

function fillShare(track: Element): number {
  return (track.firstElementChild?.getBoundingClientRect().width ?? NaN) / track.getBoundingClientRect().width
}

test('assistive technology gets the value, the maximum and the text of the progress bar', async () => {
  const screen = await render(<Progress value={2} max={40} label="Progresso" text="Questão 3 de 40" />)
  const bar = screen.getByRole('progressbar', { name: 'Progresso' })
  await expect.element(bar).toHaveAttribute('aria-valuenow', '2')
  await expect.element(bar).toHaveAttribute('aria-valuemin', '0')
  await expect.element(bar).toHaveAttribute('aria-valuemax', '40')
  await expect.element(bar).toHaveAttribute('aria-valuetext', 'Questão 3 de 40')
  await expect.element(screen.getByText('Questão 3 de 40')).toBeVisible()
})

test.each([
  [0, 4, 0],
  [1, 4, 0.25],
  [4, 4, 1],
  [5, 4, 1],
  [0, 0, 0],
])('the value %i of %i fills the corresponding share of the progress bar', async (value, max, share) => {
  const screen = await render(<Progress value={value} max={max} label="Progresso" text="texto" />)
  expect(fillShare(screen.getByRole('progressbar').element())).toBeCloseTo(share, 2)
})
