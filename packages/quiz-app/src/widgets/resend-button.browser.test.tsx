import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'

import { ResendButton } from './resend-button.tsx'

const NOW_MS = Date.UTC(2026, 10, 3)

afterEach(() => vi.useRealTimers())

async function renderButton(sentAtMs: number | null) {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: NOW_MS })
  const resend = vi.fn()
  const screen = await render(<ResendButton label="Enviar outro código" sentAtMs={sentAtMs} onResend={resend} />)
  const press = () =>
    screen
      .getByRole('button')
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  return { resend, screen, press, button: screen.getByRole('button', { name: 'Enviar outro código', exact: true }) }
}

test('a code can be requested immediately if this page has not requested a code before', async () => {
  const { resend, press, button } = await renderButton(null)
  await expect.element(button).not.toHaveAttribute('aria-disabled')
  press()
  expect(resend).toHaveBeenCalledOnce()
})

test('after sending a code the button is paused for 30 seconds, keeps its name and focus, and counts down', async () => {
  const { resend, screen, press, button } = await renderButton(null)
  button.element().focus()
  await screen.rerender(<ResendButton label="Enviar outro código" sentAtMs={NOW_MS} onResend={resend} />)
  await expect.element(button).toMatchTextContent(/\(30 s\)$/)
  await vi.advanceTimersByTimeAsync(29_000)
  await expect.element(button).toMatchTextContent(/\(1 s\)$/)
  await expect.element(button).toBeDisabled()
  await expect.element(button).toHaveFocus()
  press()
  expect(resend).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  await expect.element(button).toBeEnabled()
  expect(button.element().textContent).toBe('Enviar outro código')
  expect(vi.getTimerCount()).toBe(0)
})

test('a clock that was set back does not extend the pause beyond 30 seconds', async () => {
  const { button } = await renderButton(NOW_MS + 3_600_000)
  await expect.element(button).toMatchTextContent(/\(30 s\)$/)
})
