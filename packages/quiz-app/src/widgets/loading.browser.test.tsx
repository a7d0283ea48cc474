import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import { Loading } from './loading.tsx'

test('the loading message announces exactly the text of its prop', async () => {
  const screen = await render(<Loading text="Carregando questões..." />)
  await expect.element(screen.getByRole('status')).toHaveTextContent('Carregando questões...')
})
