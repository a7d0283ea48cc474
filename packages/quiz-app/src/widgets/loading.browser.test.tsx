import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import { Loading } from './loading.tsx'

test('it announces exactly what is being waited for', async () => {
  const screen = await render(<Loading text="Carregando questões..." />)
  await expect.element(screen.getByRole('status')).toHaveTextContent('Carregando questões...')
})
