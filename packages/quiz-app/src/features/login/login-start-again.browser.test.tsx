import { currentUsername } from '@cognito-srp/client'
import type { CognitoClient, FetchRequest } from '@cognito-srp/client'
import { totpCode } from '@cognito-srp/testing/totp'
import { TOTP_SECRET } from '@cognito-srp/testing/user-pools'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { answerWith, fillLogin, heading, logInAt } from '../../../test/login.ts'
import { createClient } from '../../../test/render-app.tsx'
import { button } from '../../../test/study.ts'
import { isLoginUnfinishedAtom } from './login-atoms.ts'

type Held = ReturnType<typeof createHeldClient>

/**
 * A client of one of the tests' user pools whose calls of one operation are answered by the service at once, while the
 * answer stays on its way until it is let go.
 *
 * @param isHeld which calls, by operation and text of the request
 */
function createHeldClient(pool: string, isHeld: (operation: string, body: string) => boolean) {
  const operations: string[] = []
  const events: string[] = []
  const held: AbortSignal[] = []
  const { promise: goes, resolve: letGo } = Promise.withResolvers<void>()

  async function send(url: string, request: FetchRequest): Promise<Response> {
    const { signal, ...rest } = request
    const operation = request.headers['X-Amz-Target']?.split('.')[1] ?? ''
    operations.push(operation)
    events.push(operation)
    const answer = await fetch(url, rest)
    if (isHeld(operation, request.body)) {
      if (signal) held.push(signal)
      await goes
      events.push(`${operation} answered`)
    }
    return answer
  }

  const client: CognitoClient = createClient({ pool, fetch: send })
  return { pool, client, operations, events, held, letGo }
}

/** Gives a code, starts again while an answer is on its way, and waits until nothing is on its way any more. */
async function startAgainAfter(code: string, { pool, client, held, letGo }: Held) {
  const { store } = await logInAt(pool, { client })
  await expect.element(heading('Confirme que é você')).toBeVisible()
  await answerWith('Código', code)
  await expect.poll(() => held.length).toBe(1)
  await button('Começar de novo').click()
  await expect.element(button('Logar')).toBeVisible()
  expect(held[0]?.aborted).toBe(true)
  letGo()
  await expect.poll(() => store.get(isLoginUnfinishedAtom)).toBe(false)
}

async function expectEmptyForm() {
  await expect.element(button('Logar')).toBeVisible()
  expect(page.getByRole('alert').elements()).toEqual([])
  expect(location.pathname).toBe('/login')
  expect(sessionStorage).toHaveLength(0)
}

test.each(['wrong', 'right'])(
  'after the user starts again, a late response to a %s code changes nothing',
  async (kind) => {
    const held = createHeldClient('TotpLate', (_operation, body) => body.includes('SOFTWARE_TOKEN_MFA_CODE'))
    await startAgainAfter(kind === 'right' ? await totpCode(TOTP_SECRET) : '000000', held)
    await expectEmptyForm()
    expect(await currentUsername(held.client)).toBeNull()
  },
)

test('starting again while a sign-in completes ends the new session and revokes its tokens', async () => {
  const held = createHeldClient('TotpDevice', (operation) => operation === 'ConfirmDevice')
  await startAgainAfter(await totpCode(TOTP_SECRET), held)
  await expectEmptyForm()
  await expect.poll(() => held.operations.at(-1)).toBe('RevokeToken')
  expect(await currentUsername(held.client)).toBeNull()
})

test('the next sign-in waits until the tokens of the cancelled sign-in are revoked', async () => {
  const isHeld = (operation: string) => operation === 'ConfirmDevice' || operation === 'RevokeToken'
  const { pool, client, operations, events, held, letGo } = createHeldClient('Device', isHeld)
  await logInAt(pool, { client })
  await expect.poll(() => held.length).toBe(1)
  await button('Esqueci minha senha').click()
  await expect.poll(() => operations.at(-1)).toBe('RevokeToken')
  await button('Voltar ao login').click()
  await fillLogin()
  await expect.element(page.getByText('Entrando…')).toBeVisible()
  letGo()
  await expect.element(heading('Lembrar este aparelho?')).toBeVisible()
  const afterCancel = events.slice(events.indexOf('RevokeToken'))
  expect(afterCancel.indexOf('RevokeToken answered')).toBeGreaterThan(0)
  expect(afterCancel.indexOf('InitiateAuth')).toBeGreaterThan(afterCancel.indexOf('RevokeToken answered'))
})
