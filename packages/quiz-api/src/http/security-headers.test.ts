import { createSigningPool } from '@cognito-srp/testing/signing-pool'
import { Hono } from 'hono'
import { expect, test } from 'vitest'

import { createTestApi, send } from '../../test/api-client.ts'
import { sendHeaders, siteHeaders } from './security-headers.ts'

const pool = await createSigningPool()

function policyOf(answer: Response): Record<string, string> {
  const directives = (answer.headers.get('Content-Security-Policy') ?? '').split('; ')
  return Object.fromEntries(directives.map((directive) => directive.split(/ (.*)/).slice(0, 2)))
}

async function page(options?: Parameters<typeof siteHeaders>[0]): Promise<Response> {
  return new Hono()
    .use(sendHeaders(siteHeaders(options)))
    .get('/', (c) => c.html('<p>Olá</p>'))
    .request('/')
}

test('the policy of pages allows only the site’s own files, no inline code, and no scripts created from text', async () => {
  const answer = await page()
  expect(policyOf(answer)).toEqual({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'worker-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'service-worker',
  })
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=(), '),
  })
})

test('the policy of pages allows connections to the configured origins', async () => {
  const identity = 'https://cognito-idp.us-east-1.amazonaws.com'
  expect(policyOf(await page({ connectSources: [identity] }))['connect-src']).toBe(`'self' ${identity}`)
})

test('Strict-Transport-Security is sent only over TLS', async () => {
  expect((await page()).headers.get('Strict-Transport-Security')).toBeNull()
  expect((await page({ https: true })).headers.get('Strict-Transport-Security')).toMatch(/^max-age=\d{8}/)
})

test.each(['/healthz', '/questions', '/nowhere'])(
  'the policy of the response to %s forbids loading and framing',
  async (path) => {
    const answer = await send(createTestApi(pool), { path })
    expect(policyOf(answer)).toEqual({
      'default-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    })
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
  },
)
