import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import { Notification } from './notification.tsx'

test('a negative notification is an alert', async () => {
  const screen = await render(<Notification appearance="negative">Senha incorreta.</Notification>)
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Senha incorreta.')
})

test.each(['warning', 'positive', 'neutral'] as const)(
  'a %s notification is announced politely',
  async (appearance) => {
    const screen = await render(<Notification appearance={appearance}>Guardado.</Notification>)
    await expect.element(screen.getByRole('status')).toHaveTextContent('Guardado.')
    expect(screen.getByRole('alert').elements()).toEqual([])
  },
)
