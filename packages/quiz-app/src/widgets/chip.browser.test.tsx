import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import '../styles/global.css'
import { Chip } from './chip.tsx'

test('a chip renders its whole text in one element', async () => {
  const screen = await render(
    <Chip>
      {'fis-014'} - {'Física'}
    </Chip>,
  )
  const chip = screen.getByText('fis-014 - Física', { exact: true }).element()
  expect(chip.childElementCount).toBe(0)
})

test('the text of a multi-line chip does not overlap its round corners', async () => {
  const screen = await render(
    <div style={{ width: '120px' }}>
      <Chip>fis-014 - Matérias de nomes compridos e suas tecnologias</Chip>
    </div>,
  )
  const chip = screen.getByText(/^fis-014/).element()
  const { borderRadius, paddingLeft, paddingTop } = getComputedStyle(chip)
  const radius = Math.min(parseFloat(borderRadius), chip.clientHeight / 2)
  const fromCentre = Math.hypot(radius - parseFloat(paddingLeft), radius - parseFloat(paddingTop))
  expect(fromCentre).toBeLessThan(radius)
})
