import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { ANA, createTestEmulator } from '../../test/caller.ts'
import { CALLBACK, ORIGIN } from '../../test/page-visitor.ts'
import { repeatedIn } from './form.ts'

const PATHS = [
  '/oauth2/authorize',
  '/oauth2/token',
  '/oauth2/userInfo',
  '/oauth2/revoke',
  '/oauth2/idpresponse',
  '/login',
  '/logout',
  '/challenge',
  '/signup',
  '/confirm',
  '/confirmUser',
  '/resendcode',
  '/forgotPassword',
  '/confirmForgotPassword',
  '/test-provider/local_Pool1/School/authorize',
  '/test-provider/local_Pool1/School/token',
  '/test-provider/local_Pool1/School/userinfo',
]
const NAMES = (
  'client_id redirect_uri response_type scope state nonce prompt lang login_hint code_challenge code_challenge_method ' +
  'identity_provider idp_identifier sub claims answer logout_uri grant_type code token code_verifier refresh_token client_secret aws_client_metadata ' +
  'username password step'
).split(' ')
const VALUES = [
  'web',
  'School',
  'server',
  'code',
  'openid email',
  'none',
  'authorization_code',
  'refresh_token',
  'client_credentials',
  '',
  '%',
  '\0',
  '\r\nx: y',
  '{}',
  '[]',
  '<script>',
  'constructor',
  '__proto__',
  'a.b',
  'a.b.c',
  'é\u{1F600}',
]
const TO_PROVIDER =
  /^http:\/\/localhost(?::9339)?\/(?:test-provider\/local_Pool1\/School\/authorize|oauth2\/idpresponse)\?/
const CSRF_TOKEN = '00000000-0000-0000-0000-000000000000'

const parameters = fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.oneof(fc.constantFrom(...VALUES), fc.string())), {
  maxLength: 6,
})
const headers = fc.record(
  {
    cookie: fc.constantFrom(`cognito-csrf=${CSRF_TOKEN}`, 'cognito-csrf=%; cognito=%', '=;='),
    authorization: fc.constantFrom('Basic ', 'Basic %%%', `Basic ${btoa('web')}`, `Basic ${btoa('%zz:%')}`, 'Bearer x'),
    host: fc.constantFrom('localhost', 'x.auth.local.amazoncognito.com', 'a b', 'localhost:99999'),
  },
  { requiredKeys: [] },
)
const valid = [
  ['client_id', 'web'],
  ['redirect_uri', CALLBACK],
  ['response_type', 'code'],
]
const request = fc.record({
  path: fc.constantFrom(...PATHS),
  method: fc.constantFrom('GET', 'POST', 'PUT'),
  query: fc.oneof(
    parameters,
    parameters.map((more) => [...valid, ...more]),
  ),
  form: parameters,
  headers,
})

test('random requests do not cause server errors, and redirect only to the application, a test provider or the sign-in page', async () => {
  const emulator = createTestEmulator({
    clients: [
      { id: 'web', callbackUrls: [CALLBACK] },
      { id: 'server', secret: 's', callbackUrls: [CALLBACK], oauthFlows: ['code', 'implicit', 'client_credentials'] },
    ],
    users: [ANA],
    identityProviders: [{ name: 'School' }],
  })
  await fc.assert(
    fc.asyncProperty(request, async ({ path, method, query, form, headers: sent }) => {
      const init = { method, headers: new Headers(sent) }
      if (method !== 'GET') {
        init.headers.set('content-type', 'application/x-www-form-urlencoded')
        Object.assign(init, { body: new URLSearchParams([...form, ['_csrf', CSRF_TOKEN]]).toString() })
      }
      const url = `${ORIGIN}${path}?${new URLSearchParams(query)}`
      const response = await emulator.fetch(new Request(url, init))
      expect(response.status).toBeLessThan(500)
      const location = response.headers.get('location') ?? '/login?'
      expect(location.startsWith('/login?') || location.startsWith(`${CALLBACK}?`) || TO_PROVIDER.test(location)).toBe(
        true,
      )
      expect(await response.text()).not.toContain('<script>')
    }),
    { numRuns: 150 },
  )
})

const FORM_PATHS = ['/oauth2/token', '/oauth2/revoke', '/oauth2/authorize']
const sendForm = (emulator: ReturnType<typeof createTestEmulator>, path: string, body: string) =>
  emulator.fetch(
    new Request(`${ORIGIN}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    }),
  )

test.each(FORM_PATHS)('%s rejects a form larger than 64 kB', async (path) => {
  const emulator = createTestEmulator()
  const { status } = await sendForm(emulator, path, `client_id=${'x'.repeat(65_536 - 'client_id='.length + 1)}`)
  expect(status).toBe(413)
  expect((await sendForm(emulator, path, 'x'.repeat(65_536))).status).toBe(400)
})

/**
 * Measures the CPU time of repeated checks of a form with many parameters. CPU time does not include the time of other
 * programs.
 */
function measureCpu(readings: number, parameters: number): number {
  const names = Array.from({ length: parameters }, (_, number) => `n${number.toString(36)}`)
  const form = new URLSearchParams(names.join('&'))
  const before = process.threadCpuUsage()
  for (let reading = 0; reading < readings; reading += 1) expect(repeatedIn(form)).toBeUndefined()
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}

test('checking a form with 32,000 parameters takes less than five times as much CPU time as checking 8 forms with 4,000 parameters each', () => {
  const ratio = measureCpu(10, 32_000) / measureCpu(80, 4_000)
  expect(ratio).toBeLessThan(5) // quadratic code has a ratio of 8 or more
})
