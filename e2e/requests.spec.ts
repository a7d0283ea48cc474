import type { Request } from '@playwright/test'

import { expect, PROXY_ORIGIN, test } from './product.ts'
import { answer, openStats, signIn, startQuiz, SYNC_DELAY_MS, syncIndicator } from './student.ts'

type Claims = { token_use?: string; client_id?: string; username?: string }

function claimsOf(authorization: string): Claims {
  const [, payload = ''] = authorization.split('.')
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims
}

test('every API request has the access token, and every write also has the XSRF token', async ({ page, account }) => {
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
  expect(writes.length).toBeGreaterThanOrEqual(2) // one creates the statistics, and one sends the answers
  for (const request of requests) {
    const { authorization = '', 'x-xsrf-token': sentToken } = await request.allHeaders()
    expect(authorization).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/)
    expect(claimsOf(authorization)).toMatchObject({ token_use: 'access', client_id: 'web' })
    expect(sentToken).toBe(request.method() === 'PUT' ? xsrfToken : undefined)
  }
})

test('a sign-in with SRP does not send the password', async ({ page, account }) => {
  const bodies: string[] = []
  page.on('request', (request) => bodies.push(request.url(), request.postData() ?? ''))
  await signIn(page, account)
  expect(bodies.join('\n')).toContain('PASSWORD_CLAIM_SIGNATURE')
  expect(bodies.join('\n')).not.toContain(account.password)
})

test('the API and the identity service accept an allowed origin and their own host over https, and reject other origins', async ({
  request,
  pool,
  account,
  product,
}) => {
  const Authorization = `Bearer ${await pool.accessTokenOf(account)}`
  const ownName = product.url.replace('http:', 'https:')
  for (const [Origin, status] of [
    [PROXY_ORIGIN, 200],
    [ownName, 200],
    ['https://evil.test', 403],
  ] as const) {
    const headers = { Origin, Authorization }
    const { username: id } = claimsOf(Authorization)
    const written = await request.put('/api/stats', { headers, data: { id, questionsStats: {} } })
    expect(written.ok(), Origin).toBe(status === 200)
    const target = 'AWSCognitoIdentityProviderService.GetUser'
    const read = await request.post('/cognito-idp/', {
      headers: { Origin, 'x-amz-target': target, 'content-type': 'application/x-amz-json-1.1' },
      data: JSON.stringify({ AccessToken: Authorization.replace('Bearer ', '') }),
    })
    expect(read.status(), Origin).toBe(status)
  }
})
