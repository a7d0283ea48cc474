import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'

import { ScreenLoading } from './screen-loading.tsx'

afterEach(() => void vi.useRealTimers())

test('after ten seconds, a text says that loading is taking long and suggests reloading the page', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await render(<ScreenLoading />)
  const status = page.getByRole('status')
  await vi.advanceTimersByTimeAsync(9999)
  expect(status.element().textContent).toBe('Carregando...')
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  await expect.element(status).toHaveTextContent('Está demorando. Verifique sua conexão e recarregue a página.')
})
