import type { Request } from '@playwright/test'

import { expect, test } from './product.ts'
import { answer, openStats, signIn, startQuiz, SYNC_DELAY_MS, syncIndicator } from './student.ts'

function claimsOf(authorization: string): { token_use?: string; client_id?: string } {
  const [, payload = ''] = authorization.split('.')
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as { token_use?: string; client_id?: string }
}

test('every API request carries the access token, and every write the token against request forgery', async ({
  page,
  account,
}) => {
  const requests: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) requests.push(request)
  })
  await page.clock.install()
  await signIn(page, account)
  await startQuiz(page, [], 'Menor acerto')
  await answer(page, true)
  await page.clock.fastForward(SYNC_DELAY_MS)
  await expect(syncIndicator(page)).toContainText('Sincronizado')
  await openStats(page)

  const cookies = await page.context().cookies()
  const xsrfToken = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value
  expect(xsrfToken).toBeTruthy()
  const writes = requests.filter((request) => request.method() === 'PUT')
  expect(requests.length).toBeGreaterThan(writes.length)
  expect(writes.length).toBeGreaterThanOrEqual(2) // the creation and the send
  for (const request of requests) {
    const { authorization = '', 'x-xsrf-token': sentToken } = await request.allHeaders()
    expect(authorization).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/)
    expect(claimsOf(authorization)).toMatchObject({ token_use: 'access', client_id: 'web' })
    expect(sentToken).toBe(request.method() === 'PUT' ? xsrfToken : undefined)
  }
})

test('the password never leaves the browser', async ({ page, account }) => {
  const bodies: string[] = []
  page.on('request', (request) => bodies.push(request.url(), request.postData() ?? ''))
  await signIn(page, account)
  expect(bodies.join('\n')).toContain('PASSWORD_CLAIM_SIGNATURE')
  expect(bodies.join('\n')).not.toContain(account.password)
})
