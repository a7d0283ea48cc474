import { expect, test } from 'vitest'

import { ANA, call, createTestEmulator, POOL_ID } from '../../test/caller.ts'
import { authorizePath, CALLBACK, createPageVisitor, type PageVisitor } from '../../test/page-visitor.ts'
import type { UserPoolConfig } from '../index.ts'

const web = { id: 'web', secret: 'segredo', callbackUrls: [CALLBACK] }
const withPages = (pool: Partial<UserPoolConfig> = {}) => createTestEmulator({ clients: [web], ...pool })
type Emulator = ReturnType<typeof withPages>

async function openPage(emulator: Emulator, page: string): Promise<PageVisitor> {
  const visitor = createPageVisitor(emulator)
  await visitor.open(authorizePath().replace('/oauth2/authorize', page))
  return visitor
}
const sentCode = ({ outbox }: Emulator) => outbox.at(-1)?.code ?? ''
const bia = { username: 'bia', 'attributes.email': 'bia@example.com', password: 'Senha-456' }

test('a user signs up, confirms the account and signs in on the pages', async () => {
  const emulator = withPages({ autoVerifiedAttributes: ['email'], requiredAttributes: ['name'] })
  const visitor = await openPage(emulator, '/signup')
  await visitor.submit({ ...bia, 'attributes.name': 'Bia', password: 'curta' })
  expect(visitor.html).toContain('role="alert"')
  await visitor.submit({ ...bia, 'attributes.name': 'Bia' })
  await visitor.submit({ code: 'no' }, { action: '/confirm' })
  expect(visitor.html).toContain('role="alert"')
  await visitor.submit({}, { action: '/resendcode' })
  expect(emulator.outbox).toHaveLength(2)
  await visitor.submit({ code: sentCode(emulator) }, { action: '/confirm' })
  expect(visitor.html).toContain('role="status"')
  const response = await visitor.submit({ username: 'bia', password: bia.password })
  expect(response.headers.get('location')).toContain(`${CALLBACK}?code=`)
})

test('if the pool hides unknown users, the pages ask for a confirmation code only after the right password', async () => {
  const emulator = withPages({ autoVerifiedAttributes: ['email'], preventUserExistenceErrors: true })
  const visitor = await openPage(emulator, '/signup')
  await visitor.submit(bia)
  const other = await openPage(emulator, '/login')
  await other.submit({ username: 'bia', password: 'Errada-123' })
  expect(other.html).not.toContain('name="code"')
  await other.submit({ username: 'bia', password: bia.password })
  await other.submit({ code: sentCode(emulator) })
  expect(other.html).toContain('role="status"')
})

test('the pages neither offer nor accept sign-ups if only administrators can create users', async () => {
  const visitor = await openPage(withPages({ allowSignUp: false }), '/login')
  expect(visitor.html).not.toContain('/signup')
  await visitor.open(authorizePath().replace('/oauth2/authorize', '/signup'))
  await visitor.submit({ username: 'bia', password: 'Senha-456' })
  expect(visitor.html).toContain('SignUp is not permitted for this user pool')
})

test('a user replaces a forgotten password on the pages', async () => {
  const emulator = withPages()
  const visitor = await openPage(emulator, '/forgotPassword')
  await visitor.submit({ username: 'ana' })
  await visitor.submit({ code: sentCode(emulator), password: 'curta' })
  expect(visitor.html).toContain('role="alert"')
  await visitor.submit({ code: sentCode(emulator), password: 'Outra-Senha-1' })
  expect((await visitor.submit({ username: 'ana', password: ANA.password })).headers.get('location')).toBeNull()
  const response = await visitor.submit({ username: 'ana', password: 'Outra-Senha-1' })
  expect(response.headers.get('location')).toContain('code=')
})

test('after AdminResetUserPassword, a sign-in on the pages asks for the reset code and a new password', async () => {
  const emulator = withPages()
  await call(emulator, 'AdminResetUserPassword', { UserPoolId: POOL_ID, Username: 'ana' })
  const visitor = await openPage(emulator, '/login')
  await visitor.submit({ username: 'ana', password: ANA.password })
  await visitor.submit({ code: sentCode(emulator), password: 'Outra-Senha-1' })
  expect(visitor.html).toContain('role="status"')
})

test('if the pool hides unknown users, the reset page looks the same for known and unknown users', async () => {
  const emulator = withPages({ preventUserExistenceErrors: true })
  const [known, unknown] = [await openPage(emulator, '/forgotPassword'), await openPage(emulator, '/forgotPassword')]
  await known.submit({ username: 'ana' })
  await unknown.submit({ username: 'nobody' })
  const shapeOf = (html: string) => html.replaceAll(/value="[^"]*"/g, '')
  expect(shapeOf(unknown.html)).toBe(shapeOf(known.html))
  await unknown.submit({ code: '000000', password: 'Outra-Senha-1' })
  expect(unknown.html).toContain('Invalid verification code provided')
})

test.each([
  [['email'], 'type="email"', 'E-mail address'],
  [['phone_number'], 'type="tel"', 'Phone number'],
  [['email', 'phone_number'], 'type="text"', 'E-mail address or phone number'],
] as const)('the sign-in page asks for %j instead of a user name', async (usernameAttributes, type, label) => {
  const { html } = await openPage(withPages({ usernameAttributes: [...usernameAttributes], users: [] }), '/login')
  expect(html).toContain(`<label for="username">${label}</label>`)
  expect(html).toContain(type)
})

test('the account pages reject forms from other origins', async () => {
  const emulator = withPages()
  for (const page of ['/signup', '/confirm', '/resendcode', '/forgotPassword', '/confirmForgotPassword']) {
    const visitor = await openPage(emulator, page)
    expect((await visitor.submit(bia, { headers: { origin: 'http://evil.test' } })).status).toBe(403)
  }
  expect(emulator.outbox).toEqual([])
})
