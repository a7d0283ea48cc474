import {
  createCognitoClient,
  getAccessToken,
  memoryStorage,
  readStepUpChallenge,
  respondToChallenge,
  signIn,
  stepUp,
} from '@cognito-srp/client'
import { startEmulator } from '@cognito-srp/emulator'
import { allow, ANA, CLIENT_ID, POOL_ID } from '@cognito-srp/testing/user-pools'
import { Hono } from 'hono'
import { expect, test } from 'vitest'

import { authenticate, remoteJwks, requireAuthentication, respondToErrors, type ApiEnv } from '../src/index.ts'

test('after a step-up, the API accepts a call that it rejected because the sign-in was too weak and too old', async () => {
  const explicitAuthFlows = allow('USER_SRP_AUTH', 'USER_AUTH')
  const emulator = await startEmulator({
    port: 0,
    issuer: 'emulator',
    userPools: [{ id: POOL_ID, clients: [{ id: CLIENT_ID, explicitAuthFlows }], users: [ANA] }],
  })
  let aheadMs = 0
  const now = () => Date.now() + aheadMs
  const client = createCognitoClient({
    userPoolId: POOL_ID,
    clientId: CLIENT_ID,
    endpoint: emulator.url,
    storage: memoryStorage(),
    now,
  })
  const issuer = `${emulator.url}${POOL_ID}`
  const jwks = remoteJwks(`${issuer}/.well-known/jwks.json`)
  const api = new Hono<ApiEnv>()
    .onError(respondToErrors(() => {}))
    .use(authenticate({ issuer, clientIds: [CLIENT_ID], jwks, now }))
    .use(requireAuthentication({ acrValues: ['urn:cognito:loa:3'], maxAgeSeconds: 60, now }))
    .post('/payments', (c) => c.text(`paid by ${c.get('userId')}`))
  const pay = async () => {
    const Authorization = `Bearer ${await getAccessToken(client)}`
    return api.request('/payments', { method: 'POST', headers: { Authorization } })
  }

  await signIn(client, { username: ANA.username, password: ANA.password })
  emulator.clock.advance(61)
  aheadMs += 61_000
  const required = readStepUpChallenge(await pay())
  expect(required).toEqual({ acrValues: ['urn:cognito:loa:3'], maxAgeSeconds: 60 })

  let step = await stepUp(client, required)
  if (step.name !== 'SELECT_CHALLENGE') throw new Error(step.name) // the password is too old
  step = await respondToChallenge(client, step, { challengeName: 'PASSWORD_SRP', password: ANA.password })
  if (step.name !== 'EMAIL_OTP') throw new Error(step.name)
  await respondToChallenge(client, step, { code: emulator.outbox.at(-1)?.code ?? '' })

  const response = await pay()
  expect([response.status, await response.text()]).toEqual([200, 'paid by ana'])
  await emulator.close()
})
