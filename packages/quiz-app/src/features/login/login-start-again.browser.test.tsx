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

type DelayedClient = ReturnType<typeof createDelayedClient>

/**
 * Creates a client of a test pool that withholds the responses to some requests until `release` is called. The service
 * receives these requests immediately.
 *
 * @param isDelayed selects the requests by operation and body
 */
function createDelayedClient(pool: string, isDelayed: (operation: string, body: string) => boolean) {
  const operations: string[] = []
  const events: string[] = []
  const signals: AbortSignal[] = []
  const { promise: released, resolve: release } = Promise.withResolvers<void>()

  async function send(url: string, request: FetchRequest): Promise<Response> {
    const { signal, ...rest } = request
    const operation = request.headers['X-Amz-Target']?.split('.')[1] ?? ''
    operations.push(operation)
    events.push(operation)
    const answer = await fetch(url, rest)
    if (isDelayed(operation, request.body)) {
      if (signal) signals.push(signal)
      await released
      events.push(`${operation} answered`)
    }
    return answer
  }

  const client: CognitoClient = createClient({ pool, fetch: send })
  return { pool, client, operations, events, signals, release }
}

/** Submits a code, starts again before the response arrives, and waits until all steps have finished. */
async function startAgainAfter(code: string, { pool, client, signals, release }: DelayedClient) {
  const { store } = await logInAt(pool, { client })
  await expect.element(heading('Confirme que é você')).toBeVisible()
  await answerWith('Código', code)
  await expect.poll(() => signals.length).toBe(1)
  await button('Começar de novo').click()
  await expect.element(button('Logar')).toBeVisible()
  expect(signals[0]?.aborted).toBe(true)
  release()
  await expect.poll(() => store.get(isLoginUnfinishedAtom)).toBe(false)
}

async function expectEmptyForm() {
  await expect.element(button('Logar')).toBeVisible()
  expect(page.getByRole('alert').elements()).toEqual([])
  expect(location.pathname).toBe('/login')
  expect(sessionStorage).toHaveLength(0)
}

test.each(['wrong', 'right'])(
  'after the user starts again, a late response to a %s code has no effect',
  async (kind) => {
    const delayed = createDelayedClient('TotpLate', (_operation, body) => body.includes('SOFTWARE_TOKEN_MFA_CODE'))
    await startAgainAfter(kind === 'right' ? await totpCode(TOTP_SECRET) : '000000', delayed)
    await expectEmptyForm()
    expect(await currentUsername(delayed.client)).toBeNull()
  },
)

test('if the user starts again while a sign-in completes, the new session ends and its tokens are revoked', async () => {
  const delayed = createDelayedClient('TotpDevice', (operation) => operation === 'ConfirmDevice')
  await startAgainAfter(await totpCode(TOTP_SECRET), delayed)
  await expectEmptyForm()
  await expect.poll(() => delayed.operations.at(-1)).toBe('RevokeToken')
  expect(await currentUsername(delayed.client)).toBeNull()
})

test('the next sign-in waits until the tokens of the cancelled sign-in are revoked', async () => {
  const isDelayed = (operation: string) => operation === 'ConfirmDevice' || operation === 'RevokeToken'
  const { pool, client, operations, events, signals, release } = createDelayedClient('Device', isDelayed)
  await logInAt(pool, { client })
  await expect.poll(() => signals.length).toBe(1)
  await button('Esqueci minha senha').click()
  await expect.poll(() => operations.at(-1)).toBe('RevokeToken')
  await button('Voltar ao login').click()
  await fillLogin()
  await expect.element(page.getByText('Entrando…')).toBeVisible()
  release()
  await expect.element(heading('Lembrar este aparelho?')).toBeVisible()
  const afterCancel = events.slice(events.indexOf('RevokeToken'))
  expect(afterCancel.indexOf('RevokeToken answered')).toBeGreaterThan(0)
  expect(afterCancel.indexOf('InitiateAuth')).toBeGreaterThan(afterCancel.indexOf('RevokeToken answered'))
})
