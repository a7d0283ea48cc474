import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import { Chip } from './chip.tsx'

test('the text stands in one element', async () => {
  const screen = await render(
    <Chip>
      {'fis-014'} - {'Física'}
    </Chip>,
  )
  const chip = screen.getByText('fis-014 - Física', { exact: true }).element()
  expect(chip.childElementCount).toBe(0)
})
