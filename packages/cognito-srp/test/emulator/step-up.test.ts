import { totpCode } from '@cognito-srp/testing/totp'
import { ANA, CLIENT_ID, POOL_ID, TOTP_SECRET } from '@cognito-srp/testing/user-pools'
import { afterEach, expect, test } from 'vitest'

import {
  associateSoftwareToken,
  authenticationOf,
  getSession,
  respondToChallenge,
  signIn,
  stepUp,
  verifySoftwareToken,
  type CognitoClient,
  type SignInStep,
} from '../../src/index.ts'
import { rejection } from '../clients.ts'
import { TestBrowser, testHandler } from '../session-handlers.ts'
import { PASSWORD, REQUEST, startPool, type TestPool } from './pool.ts'

const LEVEL_1 = 'urn:cognito:loa:1'
const LEVEL_4 = 'urn:cognito:loa:4'

let pool: TestPool

afterEach(() => pool.emulator.close())

/**
 * Signs Ana in with a password and sets up an authenticator app. Leaves the authenticator app disabled in Ana's MFA preferences.
 */
async function passwordSession(client: CognitoClient): Promise<string> {
  await signIn(client, REQUEST)
  const { secretCode } = await associateSoftwareToken(client)
  await verifySoftwareToken(client, { userCode: await totpCode(secretCode) })
  return secretCode
}

async function answerCode(client: CognitoClient, step: SignInStep, code: string): Promise<SignInStep> {
  if (step.name !== 'SOFTWARE_TOKEN_MFA') throw new Error(`The challenge is ${step.name}.`)
  return respondToChallenge(client, step, { code })
}

test('after a sign-in with a password, stepUp asks only for the code from the authenticator app', async () => {
  pool = await startPool()
  const client = pool.createClient()
  const secretCode = await passwordSession(client)
  expect(authenticationOf(await getSession(client))).toMatchObject({ acr: LEVEL_1, amr: ['pwd'] })
  pool.advance(30) // each code works once

  const challenge = await stepUp(client, { acrValues: [LEVEL_4], maxAgeSeconds: 300 })
  expect(authenticationOf(await getSession(client)).acr).toBe(LEVEL_1)
  const done = await answerCode(client, challenge, await totpCode(secretCode, Date.now() + 30_000))
  expect(done).toMatchObject({ name: 'SIGNED_IN', session: { username: ANA.username } })
  const stronger = { acr: LEVEL_4, amr: ['pwd', 'otp', 'mfa'] }
  expect(authenticationOf(await getSession(client))).toMatchObject(stronger)
  expect(authenticationOf(await getSession(client, { forceRefresh: true }))).toMatchObject(stronger)
  expect(await rejection(stepUp(client, { acrValues: [LEVEL_1] }))).toMatchObject({ code: 'InvalidParameterException' })
})

test('if the sign-in is older than maxAgeSeconds, stepUp asks for the password again', async () => {
  pool = await startPool()
  const client = pool.createClient()
  await signIn(client, REQUEST)
  const { authTimeMs } = authenticationOf(await getSession(client))
  pool.advance(120)
  const choice = await stepUp(client, { maxAgeSeconds: 60 })
  if (choice.name !== 'SELECT_CHALLENGE') throw new Error(choice.name)
  const done = await respondToChallenge(client, choice, { challengeName: 'PASSWORD_SRP', password: PASSWORD })
  expect(done.name).toBe('SIGNED_IN')
  expect(authenticationOf(await getSession(client)).authTimeMs).toBeGreaterThanOrEqual(authTimeMs + 120_000)
})

test('signIn with acrValues asks for the factors of the requested level', async () => {
  pool = await startPool({ users: [{ ...ANA, totpSecret: TOTP_SECRET }] })
  const client = pool.createClient()
  const request = { ...REQUEST, flow: 'USER_AUTH', acrValues: [LEVEL_4] } as const
  await answerCode(client, await signIn(client, request), await totpCode(TOTP_SECRET))
  expect(authenticationOf(await getSession(client)).acr).toBe(LEVEL_4)
})

test('a page whose server keeps the session can complete a step-up without receiving a signed token', async () => {
  pool = await startPool()
  const own = pool.createClient()
  const secretCode = await passwordSession(own)
  pool.advance(30) // each code works once
  const now = () => Date.now() + 30_000
  const browser = new TestBrowser(
    testHandler({
      endpoint: pool.emulator.url,
      userPoolId: POOL_ID,
      clientId: CLIENT_ID,
      fetch: globalThis.fetch,
      now,
    }),
  )
  const page = browser.createClient({ now })
  await signIn(page, REQUEST)
  const challenge = await stepUp(page, { acrValues: [LEVEL_4] })
  await answerCode(page, challenge, await totpCode(secretCode, now()))
  const { accessToken } = await getSession(page)
  expect(accessToken.claims.acr).toBe(LEVEL_4)
  expect(accessToken.jwt.endsWith('.')).toBe(true)
})
