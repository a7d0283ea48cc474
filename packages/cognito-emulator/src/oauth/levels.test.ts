import { totpCode } from '@cognito-srp/testing/totp'
import { expect, test } from 'vitest'

import { ANA, call, claimsOf, createTestEmulator, POOL_ID } from '../../test/caller.ts'
import { AUTHORIZE, loa, TIERS, TOTP_SECRET } from '../../test/level-sign-ins.ts'
import { answerIn, authorizePath, CALLBACK, createPageVisitor, post } from '../../test/page-visitor.ts'

const NOW = Date.UTC(2026, 10, 3)
const right = { username: 'ana', password: ANA.password }

/**
 * Creates a browser and a pool with the user Ana. Ana has set up an authenticator app, but the app is disabled in her MFA
 * preferences.
 */
async function openBrowser() {
  const users = [{ ...ANA, attributes: {}, totpSecret: TOTP_SECRET }]
  const emulator = createTestEmulator({ clients: [{ id: 'web', callbackUrls: [CALLBACK] }], users }, { now: () => NOW })
  const SoftwareTokenMfaSettings = { Enabled: false }
  const named = { UserPoolId: POOL_ID, Username: 'ana' }
  await call(emulator, 'AdminSetUserMFAPreference', { ...named, SoftwareTokenMfaSettings })
  const visitor = createPageVisitor(emulator)
  const open = (parameters: Record<string, string> = {}) => visitor.open(authorizePath(parameters))
  const redeem = async (response: Response) => {
    const grant = { grant_type: 'authorization_code', client_id: 'web', redirect_uri: CALLBACK }
    const { body } = await post(emulator, '/oauth2/token', { ...grant, code: answerIn(response)['code'] ?? '' })
    return claimsOf(body['id_token'])
  }
  const enterCode = async (elapsedSeconds = 0) =>
    visitor.submit({ SOFTWARE_TOKEN_MFA_CODE: await totpCode(TOTP_SECRET, NOW + elapsedSeconds * 1000) })
  return { emulator, visitor, open, redeem, enterCode }
}

test('after a password sign-in on the pages, the id token contains the acr of level 1 and the amr pwd', async () => {
  const { open, visitor, redeem } = await openBrowser()
  await open()
  expect(await redeem(await visitor.submit(right))).toMatchObject({ acr: loa(1), amr: ['pwd'] })
})

test(`the sign-in pages ask for the factors of the first reachable level in acr_values (${AUTHORIZE})`, async () => {
  const { open, visitor, redeem, enterCode } = await openBrowser()
  await open({ acr_values: `urn:other:gold ${loa(3)} ${loa(4)} ${loa(1)}` })
  await visitor.submit(right)
  expect(visitor.html).toContain('name="SOFTWARE_TOKEN_MFA_CODE"')
  expect(await redeem(await enterCode())).toMatchObject({ acr: loa(4), amr: ['pwd', 'otp', 'mfa'] })
})

test(`the sign-in pages ask a signed-in user only for the missing factor of the level in acr_values (${AUTHORIZE})`, async () => {
  const { emulator, open, visitor, redeem, enterCode } = await openBrowser()
  await open()
  const first = await redeem(await visitor.submit(right))
  emulator.clock.advance(60)
  await open({ acr_values: loa(4) })
  expect(visitor.html).not.toContain('name="password"')
  const stepped = await redeem(await enterCode(60))
  expect(stepped).toMatchObject({ acr: loa(4), amr: ['pwd', 'otp', 'mfa'] })
  expect(stepped['auth_time']).toBe(Number(first['auth_time']) + 60)
  expect(await redeem(await open({ acr_values: loa(1) }))).toMatchObject({ acr: loa(4) })
})

test(`the sign-in pages ask for the password again if the sign-in is older than max_age (${AUTHORIZE})`, async () => {
  const { emulator, open, visitor, redeem } = await openBrowser()
  await open()
  const first = await redeem(await visitor.submit(right))
  emulator.clock.advance(60)
  expect((await redeem(await open({ max_age: '60' })))['auth_time']).toBe(first['auth_time'])
  await open({ max_age: '59', acr_values: loa(1) })
  expect(visitor.html).toContain('name="password"')
  expect((await redeem(await visitor.submit(right)))['auth_time']).toBe(Number(first['auth_time']) + 60)
})

test.each([
  ['the sign-in is older than max_age', { max_age: '59' }],
  ['acr_values requests a higher level than the sign-in has reached', { acr_values: loa(4) }],
])('a request with prompt=none fails with login_required if %s', async (_case, parameters) => {
  const { emulator, open, visitor } = await openBrowser()
  await open()
  await visitor.submit(right)
  emulator.clock.advance(60)
  expect(answerIn(await open({ ...parameters, prompt: 'none' }))).toMatchObject({ error: 'login_required' })
})

test.each([
  ['acr_values without a known level', { acr_values: 'urn:other:gold' }],
  ['an empty acr_values', { acr_values: '' }],
  ['a negative max_age', { max_age: '-1' }],
  ['a max_age that is not a number', { max_age: 'soon' }],
])('an authorization request with %s fails with invalid_request', async (_case, parameters) => {
  const { open } = await openBrowser()
  expect(answerIn(await open({ ...parameters, state: 's' }))).toMatchObject({ error: 'invalid_request', state: 's' })
})

test('the sign-in pages reject a request for a level that the user cannot reach', async () => {
  const { open, visitor } = await openBrowser()
  await open({ acr_values: loa(3) })
  expect((await visitor.submit(right)).status).toBe(400)
  expect(visitor.html).toContain('The user has not set up the factors')
  await open()
  await visitor.submit(right)
  expect(answerIn(await open({ acr_values: loa(3) }))).toMatchObject({ error: 'invalid_request' })
})

test(`a pool in the LITE tier ignores acr_values (${TIERS})`, async () => {
  const { emulator, open, visitor, redeem } = await openBrowser()
  await call(emulator, 'UpdateUserPool', { UserPoolId: POOL_ID, UserPoolTier: 'LITE' })
  await open({ acr_values: loa(4) })
  expect(await redeem(await visitor.submit(right))).toMatchObject({ acr: loa(1) })
})
