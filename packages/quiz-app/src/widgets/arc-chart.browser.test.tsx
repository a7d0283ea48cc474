import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'

import { emulateMedia } from '../../test/emulated-media.ts'
import '../styles/global.css'
import { ArcChart } from './arc-chart.tsx'

const LABEL = 'Direito Civil: 67%, 20 acertos em 30 tentativas'

function chart(percent: number, onSelect = () => {}) {
  return (
    <ArcChart
      percent={percent}
      name="Direito Civil"
      minLabel="20 acertos"
      joint="em"
      maxLabel="30"
      label={LABEL}
      onSelect={onSelect}
    />
  )
}

test('the whole chart is one button with the prop label as its accessible name', async () => {
  const select = vi.fn()
  const screen = await render(chart(67, select))
  const button = screen.getByRole('button', { name: LABEL, exact: true })
  await button.click()
  expect(select).toHaveBeenCalledOnce()
})

test.each(['67%', '20 acertos', '30', 'Direito Civil'])('the chart shows "%s"', async (text) => {
  const screen = await render(chart(67))
  await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
})

test('the accessible name of the chart contains every visible text', async () => {
  const words = (text: string) => text.split(/[^\p{L}\p{N}]+/u).join(' ')
  const screen = await render(chart(67))
  expect(words(LABEL)).toContain(words(screen.getByRole('button').element().textContent))
})

test('the number of correct answers is at the start of the arc, and the number of tries is at its end', async () => {
  const screen = await render(chart(67))
  const start = screen.getByText('20 acertos').element().getBoundingClientRect()
  const end = screen.getByText('30', { exact: true }).element().getBoundingClientRect()
  expect(start.right).toBeLessThan(end.left)
})

test('the arc covers 270° of its circle', async () => {
  const screen = await render(chart(67))
  const track = screen.getByRole('button').element().querySelector('path')
  expect(track?.getTotalLength()).toBeCloseTo(0.75 * 2 * Math.PI * 50, 1)
})

test('at 0 %, the chart does not draw a value arc', async () => {
  const screen = await render(chart(0))
  await expect.element(screen.getByText('0%', { exact: true })).toBeVisible()
  expect(screen.getByRole('button').element().querySelectorAll('path')).toHaveLength(1)
})

test('the value arc grows from zero to the value of the chart', async () => {
  const screen = await render(chart(67))
  const value = screen.getByRole('button').element().querySelectorAll('path')[1]
  if (!value) throw new Error('the value path is missing')
  const [animation] = value.getAnimations()
  if (!animation) throw new Error('the value path is not animated')
  animation.pause()
  animation.currentTime = 0
  expect(Number.parseFloat(getComputedStyle(value).strokeDasharray)).toBe(0)
  animation.finish()
  expect(Number.parseFloat(getComputedStyle(value).strokeDasharray)).toBe(67)
})

test('the chart shows its value immediately if the user prefers reduced motion', async () => {
  await emulateMedia('prefers-reduced-motion', 'reduce')
  onTestFinished(() => emulateMedia('prefers-reduced-motion', ''))
  const screen = await render(chart(67))
  const value = screen.getByRole('button').element().querySelectorAll('path')[1]
  if (!value) throw new Error('the value path is missing')
  await expect.poll(() => value.getAnimations().filter(({ playState }) => playState === 'running')).toEqual([])
  expect(Number.parseFloat(getComputedStyle(value).strokeDasharray)).toBe(67)
})
