import { createSigningPool } from '@cognito-srp/testing/signing-pool'
import { Hono } from 'hono'
import { expect, test } from 'vitest'

import { createTestApi, send } from '../../test/api-client.ts'
import { siteHeaders } from './browser-protection.ts'

const pool = await createSigningPool()

function policyOf(answer: Response): Record<string, string> {
  const directives = (answer.headers.get('Content-Security-Policy') ?? '').split('; ')
  return Object.fromEntries(directives.map((directive) => directive.split(/ (.*)/).slice(0, 2)))
}

async function page(options?: Parameters<typeof siteHeaders>[0]): Promise<Response> {
  return new Hono()
    .use(siteHeaders(options))
    .get('/', (c) => c.html('<p>Olá</p>'))
    .request('/')
}

test('pages load scripts and styles from the site alone and nothing inline', async () => {
  const answer = await page()
  const policy = policyOf(answer)
  expect(policy).toMatchObject({ 'default-src': "'self'", 'object-src': "'none'", 'frame-ancestors': "'none'" })
  expect(policy['connect-src']).toBe("'self'")
  expect(answer.headers.get('Content-Security-Policy')).not.toMatch(/unsafe|\*|http:/)
  expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(answer.headers.get('X-Frame-Options')).toBe('DENY')
  expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer')
})

test('further origins of the configuration may be talked to', async () => {
  const identity = 'https://cognito-idp.us-east-1.amazonaws.com'
  expect(policyOf(await page({ connectSources: [identity] }))['connect-src']).toBe(`'self' ${identity}`)
})

test('Strict-Transport-Security is sent over TLS only', async () => {
  expect((await page()).headers.get('Strict-Transport-Security')).toBeNull()
  expect((await page({ https: true })).headers.get('Strict-Transport-Security')).toMatch(/^max-age=\d{8}/)
})

test.each(['/healthz', '/questions', '/nowhere'])(
  'nothing may be loaded from or framed by the answer of %s',
  async (path) => {
    const answer = await send(createTestApi(pool), { path })
    expect(policyOf(answer)).toEqual({ 'default-src': "'none'", 'frame-ancestors': "'none'" })
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
  },
)
