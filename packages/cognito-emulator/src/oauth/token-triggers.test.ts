import { expect, test } from 'vitest'

import { ANA, claimsOf, createTestEmulator } from '../../test/caller.ts'
import { answerIn, authorizePath, CALLBACK, createPageVisitor, post } from '../../test/page-visitor.ts'
import type { PreTokenGenerationVersion } from '../index.ts'

const basic = { authorization: `Basic ${btoa('robot:lata')}` }
const metadata = (text: string) => ({ grant_type: 'client_credentials', aws_client_metadata: text })

/** Creates a pool whose pre-token trigger adds a scope and a claim to every access token, and collects the trigger's events. */
function withTrigger(preTokenGenerationVersion: PreTokenGenerationVersion) {
  const events: object[] = []
  const emulator = createTestEmulator({
    clients: [
      { id: 'web', callbackUrls: [CALLBACK] },
      { id: 'robot', secret: 'lata', oauthFlows: ['client_credentials'], oauthScopes: ['bank/read'] },
    ],
    resourceServers: [{ identifier: 'bank', scopes: [{ name: 'read' }] }],
    triggers: {
      preTokenGenerationVersion,
      preTokenGeneration(event) {
        events.push(structuredClone(event))
        event.response.claimsAndScopeOverrideDetails = {
          accessTokenGeneration: { claimsToAddOrOverride: { jobs: ['night'] }, scopesToAdd: ['bank/all'] },
        }
      },
    },
  })
  return { emulator, events }
}

test('a version 3 pre-token trigger runs for client_credentials', async () => {
  const { emulator, events } = withTrigger('V3_0')
  const { body } = await post(emulator, '/oauth2/token', metadata('{"job":"7"}'), basic)
  expect(claimsOf(body['access_token'])).toMatchObject({ scope: 'bank/read bank/all', jobs: ['night'], sub: 'robot' })
  expect(events).toMatchObject([
    {
      version: '3',
      triggerSource: 'TokenGeneration_ClientCredentials',
      callerContext: { clientId: 'robot' },
      request: { scopes: ['bank/read'], clientMetadata: { job: '7' }, userAttributes: {} },
    },
  ])
})

test('a version 2 pre-token trigger does not run for client_credentials', async () => {
  const { emulator, events } = withTrigger('V2_0')
  const { body } = await post(emulator, '/oauth2/token', { grant_type: 'client_credentials' }, basic)
  expect(claimsOf(body['access_token'])['scope']).toBe('bank/read')
  expect(events).toEqual([])
})

test.each(['seven', '{"job":7}', '[]'])('the token endpoint rejects the aws_client_metadata %s', async (text) => {
  const answer = await post(withTrigger('V3_0').emulator, '/oauth2/token', metadata(text), basic)
  expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
})

test('after a sign-in on the sign-in pages, the pre-token trigger receives the source TokenGeneration_HostedAuth and the requested scopes', async () => {
  const { emulator, events } = withTrigger('V2_0')
  const visitor = createPageVisitor(emulator)
  await visitor.open(authorizePath({ scope: 'openid email' }))
  const code = answerIn(await visitor.submit({ username: 'ana', password: ANA.password }))['code'] ?? ''
  const form = { grant_type: 'authorization_code', client_id: 'web', redirect_uri: CALLBACK, code }
  const { body } = await post(emulator, '/oauth2/token', form)
  expect(claimsOf(body['access_token'])['scope']).toBe('openid email bank/all')
  expect(events).toMatchObject([
    { version: '2', triggerSource: 'TokenGeneration_HostedAuth', request: { scopes: ['openid', 'email'] } },
  ])
})
