import { afterAll, beforeAll, expect, test } from 'vitest'

import type * as Library from '../../src/index.ts'
import { openPage, signInAt } from './pages.ts'
import { ENGINE_NAME, startSite, type Site } from './site.ts'

let site: Site

beforeAll(async () => {
  site = await startSite()
}, 60_000)
afterAll(() => site.close())

declare global {
  var shown: Library.AuthSnapshot[]
}

test('after a reload, a user who has confirmed an account can sign in with the stored Session', async () => {
  const page = await openPage(site)
  await page.evaluate(async () => {
    const userAttributes = { email: 'bia@example.com' }
    const { signUpSession } = await cognito.signUp(client, { username: 'bia', password: 'Senha-456', userAttributes })
    sessionStorage.setItem('sign-up', signUpSession ?? '')
  })
  await page.reload()
  const confirmationCode = site.emulator.outbox.at(-1)?.code ?? ''
  await page.evaluate(async (confirmationCode) => {
    const kept = sessionStorage.getItem('sign-up') ?? ''
    const request = { username: 'bia', confirmationCode, signUpSession: kept }
    const { signUpSession } = await cognito.confirmSignUp(client, request)
    sessionStorage.setItem('sign-up', signUpSession ?? '')
  }, confirmationCode)
  await page.reload()
  const signIn = () =>
    page.evaluate(async () => {
      const signUpSession = sessionStorage.getItem('sign-up') ?? ''
      const request = { username: 'bia', flow: 'USER_AUTH', signUpSession } as const
      return cognito.signIn(client, request).then(
        ({ name }) => name,
        (error: Library.ServiceError) => error.message,
      )
    })
  expect(await signIn()).toBe('SIGNED_IN')
  expect(await page.evaluate(() => cognito.currentUsername(client))).toBe('bia')
  expect(await signIn()).toBe('Invalid session for the user, session can only be used once.')
  await page.evaluate(() => cognito.signOut(client))
  await page.close()
})

test('after a reload, the snapshot of the auth store changes from checking directly to the user', async () => {
  const page = await openPage(site)
  await signInAt(page)
  await page.reload()
  const shown = await page.evaluate(async () => {
    const store = cognito.createAuthStore(client)
    globalThis.shown = [store.getSnapshot()]
    await new Promise<void>((known) => {
      store.subscribe(() => {
        globalThis.shown.push(store.getSnapshot())
        known()
      })
    })
    await cognito.signOut(client)
    return globalThis.shown
  })
  expect(shown).toMatchObject(['checking', { username: 'ana', email: 'ana@example.com', groups: [] }, 'signedOut'])
  await page.close()
})

test.runIf(ENGINE_NAME === 'Chromium').each([
  ['with the JSON functions', false],
  ['without the JSON functions', true],
])('in a browser %s, a signed-in user adds a passkey and can then sign in with it', async (_case, isOld) => {
  const page = await openPage(site)
  await page.addAuthenticator()
  await signInAt(page)
  const outcome = await page.evaluate(async (isOld) => {
    if (isOld) {
      const platform = PublicKeyCredential as Partial<typeof PublicKeyCredential>
      delete platform.parseCreationOptionsFromJSON
      delete platform.parseRequestOptionsFromJSON
      delete (PublicKeyCredential.prototype as Partial<PublicKeyCredential>).toJSON
    }
    const { credentialId } = await cognito.registerPasskey(client)
    const { credentials } = await cognito.listWebAuthnCredentials(client)
    const again = await cognito.registerPasskey(client).catch((error: Library.PasskeyError) => error.reason)
    await cognito.signOut(client)
    const { name } = await cognito.signInWithPasskey(client, { username: 'ana' })
    const removed = await cognito.deleteWebAuthnCredential(client, { credentialId })
    await cognito.signOut(client)
    const isListed = credentials.some((credential) => credential.credentialId === credentialId)
    return { isListed, relyingPartyId: credentials[0]?.relyingPartyId, again, name, removed: removed ?? null }
  }, isOld)
  const expected = { isListed: true, relyingPartyId: 'localhost', again: 'exists', name: 'SIGNED_IN', removed: null }
  expect(outcome).toEqual(expected)
  await page.close()
})
