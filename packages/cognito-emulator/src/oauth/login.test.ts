import { totpCode } from '@cognito-srp/testing/totp'
import { expect, test } from 'vitest'

import { ANA, call, claimsOf, createTestEmulator, POOL_ID } from '../../test/caller.ts'
import {
  answerIn,
  authorizePath,
  CALLBACK,
  createPageVisitor,
  post,
  type PageVisitor,
} from '../../test/page-visitor.ts'
import type { UserPoolConfig } from '../index.ts'

const NOW = Date.UTC(2026, 10, 3)
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const web = { id: 'web', callbackUrls: [CALLBACK], explicitAuthFlows: ['ALLOW_REFRESH_TOKEN_AUTH'] }
const withPages = (pool: Partial<UserPoolConfig> = {}) =>
  createTestEmulator({ clients: [web], ...pool }, { now: () => NOW })
type Emulator = ReturnType<typeof withPages>

async function openLogin(emulator: Emulator, parameters: Record<string, string> = {}): Promise<PageVisitor> {
  const visitor = createPageVisitor(emulator)
  await visitor.open(authorizePath(parameters))
  return visitor
}
const right = { username: 'ana', password: ANA.password }
const redeem = (emulator: Emulator, response: Response) =>
  post(emulator, '/oauth2/token', {
    grant_type: 'authorization_code',
    client_id: 'web',
    redirect_uri: CALLBACK,
    code: answerIn(response)['code'] ?? '',
  })
const sentCode = ({ outbox }: Emulator) => outbox.at(-1)?.code ?? ''

test('a sign-in on the page redirects with a code and the state, even if the client does not allow any flow', async () => {
  const emulator = withPages()
  const visitor = await openLogin(emulator, { state: 'a b&c=ç"><', lang: 'pt-BR' })
  expect(visitor.html).toContain('<html lang="pt-BR">')
  const response = await visitor.submit(right)
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toMatch(`${CALLBACK}?code=`)
  expect(answerIn(response)).toEqual({ code: expect.stringMatching(/^[\w-]{36}$/), state: 'a b&c=ç"><' })
})

test('for an hour, a signed-in user is redirected without signing in again, unless prompt is login', async () => {
  const emulator = withPages()
  const visitor = await openLogin(emulator)
  const first = await redeem(emulator, await visitor.submit(right))
  emulator.clock.advance(60)
  const second = await redeem(emulator, await visitor.open(authorizePath({ prompt: 'none' })))
  expect(claimsOf(second.body['id_token'])['auth_time']).toBe(claimsOf(first.body['id_token'])['auth_time'])
  await visitor.open(authorizePath({ prompt: 'login' }))
  expect(visitor.html).toContain('name="password"')
  emulator.clock.advance(3600)
  expect(answerIn(await visitor.open(authorizePath({ prompt: 'none', state: 's' })))).toMatchObject({
    error: 'login_required',
    state: 's',
  })
})

test('a global sign-out ends the browser session and invalidates unredeemed codes', async () => {
  const emulator = withPages()
  const visitor = await openLogin(emulator)
  const waiting = await visitor.submit(right)
  await call(emulator, 'AdminUserGlobalSignOut', { UserPoolId: POOL_ID, Username: 'ana' })
  expect((await redeem(emulator, waiting)).body).toEqual({ error: 'invalid_grant' })
  expect(answerIn(await visitor.open(authorizePath({ prompt: 'none' })))['error']).toBe('login_required')
})

test.each([
  ['a wrong password', { username: 'ana', password: 'Errada-123' }],
  ['an unknown user name', { username: 'nobody', password: 'Errada-123' }],
  ['a user name that is too long', { username: 'x'.repeat(129), password: 'Errada-123' }],
])(
  'if the pool hides unknown users, a sign-in with %s does not redirect or reveal whether the user exists',
  async (_case, values) => {
    const visitor = await openLogin(withPages({ preventUserExistenceErrors: true }))
    const response = await visitor.submit(values)
    expect(response.status).toBe(400)
    expect(response.headers.get('location')).toBeNull()
    if (values.username.length < 128) expect(visitor.html).toContain('Incorrect username or password.')
    expect([...visitor.cookies.keys()]).toEqual(['cognito-csrf'])
  },
)

test('with lang=pt-BR, the pages and their errors are in Portuguese', async () => {
  const visitor = await openLogin(withPages({ preventUserExistenceErrors: true }), { lang: 'pt-BR' })
  await visitor.submit({ username: 'ana', password: 'Errada-123' })
  expect(visitor.html).toContain('<html lang="pt-BR">')
  expect(visitor.html).toContain('Usuário ou senha incorretos.')
})

test('five wrong passwords on the sign-in page lock the user out', async () => {
  const emulator = withPages()
  const visitor = await openLogin(emulator)
  for (let guess = 0; guess < 5; guess++) await visitor.submit({ username: 'ana', password: `Errada-${guess}` })
  await visitor.submit(right)
  expect(visitor.html).toContain('Password attempts exceeded')
})

test('the pages ask for a code from the selected second factor, and accept the right code after a wrong code', async () => {
  const emulator = withPages({ users: [{ ...ANA, smsMfa: true, totpSecret: SECRET }] })
  const visitor = await openLogin(emulator)
  await visitor.submit(right)
  await visitor.submit({ ANSWER: 'SMS_MFA' })
  expect(visitor.html).toContain('+*********4321')
  await visitor.submit({ SMS_MFA_CODE: 'no' })
  expect(visitor.html).toContain('role="alert"')
  expect((await redeem(emulator, await visitor.submit({ SMS_MFA_CODE: sentCode(emulator) }))).status).toBe(200)

  await visitor.open(authorizePath({ prompt: 'login' }))
  await visitor.submit(right)
  await visitor.submit({ ANSWER: 'SOFTWARE_TOKEN_MFA' })
  const code = await totpCode(SECRET, NOW)
  expect((await redeem(emulator, await visitor.submit({ SOFTWARE_TOKEN_MFA_CODE: code }))).status).toBe(200)
})

test('if the pool requires MFA, the user can set up an authenticator app with the secret that a page shows', async () => {
  const emulator = withPages({ mfa: 'ON', mfaTypes: ['SOFTWARE_TOKEN_MFA'] })
  const visitor = await openLogin(emulator)
  await visitor.submit(right)
  const [, secret = ''] = /<code>([A-Z2-7]+)<\/code>/.exec(visitor.html) ?? []
  expect(secret).not.toBe('')
  await visitor.submit({ UserCode: '000000' })
  expect(visitor.html).toContain(secret)
  const response = await visitor.submit({ UserCode: await totpCode(secret, NOW) })
  expect((await redeem(emulator, response)).status).toBe(200)
})

test('the pages replace a temporary password and ask for missing attributes', async () => {
  const emulator = withPages({ requiredAttributes: ['name'], users: [{ ...ANA, temporaryPassword: true }] })
  const visitor = await openLogin(emulator)
  await visitor.submit(right)
  await visitor.submit({ NEW_PASSWORD: 'curta', 'userAttributes.name': 'Ana' })
  expect(visitor.html).toContain('Password did not conform with policy')
  const response = await visitor.submit({ NEW_PASSWORD: 'Outra-Senha-1', 'userAttributes.name': 'Ana' })
  expect(claimsOf((await redeem(emulator, response)).body['id_token'])).toMatchObject({ name: 'Ana' })
})

test('a sign-in on the pages runs the sign-in triggers, and the pre-token trigger gets the source TokenGeneration_HostedAuth', async () => {
  const events: string[] = []
  const emulator = withPages({
    triggers: {
      preAuthentication: ({ triggerSource }) => void events.push(triggerSource),
      postAuthentication: ({ triggerSource }) => void events.push(triggerSource),
      preTokenGeneration: ({ triggerSource }) => void events.push(triggerSource),
    },
  })
  await redeem(emulator, await (await openLogin(emulator)).submit(right))
  expect(events).toEqual([
    'PreAuthentication_Authentication',
    'PostAuthentication_Authentication',
    'TokenGeneration_HostedAuth',
  ])
})

test('a sign-in step works only in the browser that received the step', async () => {
  const emulator = withPages({ users: [{ ...ANA, smsMfa: true }] })
  const victim = await openLogin(emulator)
  await victim.submit(right)
  const [, step = ''] = /name="step" value="([^"]+)"/.exec(victim.html) ?? []
  const thief = await openLogin(emulator)
  await thief.submit(right) // to get the same kind of form
  const response = await thief.submit({ step, SMS_MFA_CODE: sentCode(emulator) })
  expect(response.headers.get('location')).toBeNull()
  expect(thief.html).toContain('name="password"')
})

test('a sign-in step expires, and works only for its own client', async () => {
  const other = { ...web, id: 'other' }
  const emulator = withPages({ clients: [web, other], users: [{ ...ANA, smsMfa: true }] })
  const visitor = await openLogin(emulator)
  await visitor.submit(right)
  const { html } = visitor
  const [, action = ''] = /action="([^"]+)"/.exec(html) ?? []
  const fields = [...html.matchAll(/name="(_csrf|step)" value="([^"]+)"/g)].map(([, name, value]) => [name, value])
  const body = new URLSearchParams([...fields, ['SMS_MFA_CODE', sentCode(emulator)]] as [string, string][]).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const asOther = action.replaceAll('&amp;', '&').replace('client_id=web', 'client_id=other')
  expect((await visitor.open(asOther, { method: 'POST', headers, body })).headers.get('location')).toBeNull()
  expect(visitor.html).toContain('name="password"')

  await visitor.open(authorizePath())
  await visitor.submit(right)
  emulator.clock.advance(180)
  await visitor.submit({ SMS_MFA_CODE: sentCode(emulator) })
  expect(visitor.html).toContain('The sign-in took too long.')
})

test('the sign-in page rejects forms with a wrong CSRF token, a foreign origin or a different content type', async () => {
  const emulator = withPages()
  const visitor = await openLogin(emulator)
  for (const [values, headers] of [
    [{ _csrf: '' }, {}],
    [{ _csrf: crypto.randomUUID() }, {}],
    [{}, { origin: 'http://localhost:5173' }],
    [{}, { origin: 'null' }],
    [{}, { 'sec-fetch-site': 'same-site' }],
    [{}, { 'content-type': 'text/plain' }],
  ] as const) {
    const response = await visitor.submit({ ...right, ...values }, { headers })
    expect([response.status, response.headers.get('location')]).toEqual([expect.any(Number), null])
    expect(response.ok).toBe(false)
    await visitor.open(authorizePath())
  }
  expect((await visitor.submit(right)).status).toBe(302)
})

test('a sign-in creates a new session id, and ignores a session id that an attacker set', async () => {
  const emulator = withPages()
  const visitor = await openLogin(emulator)
  visitor.cookies.set('cognito', 'planted')
  const signedIn = await visitor.submit(right)
  const cookies = signedIn.headers.getSetCookie()
  expect(cookies).toEqual([expect.stringMatching(/^cognito=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/)])
  expect(visitor.cookies.get('cognito')).not.toBe('planted')
  const other = createPageVisitor(emulator)
  other.cookies.set('cognito', 'planted')
  await other.open(authorizePath())
  expect(other.html).toContain('name="password"')
})

test('the headers of a page forbid frames, scripts and access from other origins', async () => {
  const emulator = withPages()
  const response = await emulator.fetch(
    new Request(`http://localhost/login?${authorizePath().split('?')[1]}`, { headers: { origin: 'http://evil.test' } }),
  )
  const headers = Object.fromEntries(response.headers)
  expect(headers).not.toHaveProperty('access-control-allow-origin')
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' })
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; frame-ancestors 'none'$/,
  )
  expect(headers['set-cookie']).toMatch(/^cognito-csrf=[\w-]+; Path=\/; HttpOnly; SameSite=Lax$/)
  const overTls = await emulator.fetch(new Request(`https://localhost/login?${authorizePath().split('?')[1]}`))
  expect(overTls.headers.get('set-cookie')).toContain('; Secure;')
})

test('the pages neither read nor replace the XSRF-TOKEN cookie of an application on another port', async () => {
  const emulator = withPages()
  const visitor = createPageVisitor(emulator)
  const appToken = '11111111-2222-3333-4444-555555555555'
  visitor.cookies.set('XSRF-TOKEN', appToken)
  await visitor.open(authorizePath())
  expect(visitor.cookies.get('XSRF-TOKEN')).toBe(appToken)
  expect(visitor.html).not.toContain(appToken)
  expect((await visitor.submit(right)).headers.get('location')).toMatch(CALLBACK)
})
