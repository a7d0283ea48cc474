import { expect, test } from 'vitest'

import { ANA, call, claimsOf, createTestEmulator, signInWithPassword } from '../../test/caller.ts'
import type { Triggers } from '../triggers/configuration.ts'
import type { PreTokenGenerationResponse, TriggerEvents } from '../triggers/events.ts'

type Version = NonNullable<Triggers['preTokenGenerationVersion']>

/** Signs in with a trigger that returns the given response, and returns the tokens and the trigger's event. */
async function tokensWith(answer: Partial<PreTokenGenerationResponse>, version?: Version) {
  let triggerEvent: Partial<TriggerEvents['preTokenGeneration']> = {}
  const emulator = createTestEmulator({
    users: [{ ...ANA, groups: ['turma-a'] }],
    triggers: {
      preTokenGeneration(event) {
        triggerEvent = structuredClone(event)
        Object.assign(event.response, answer)
      },
      ...(version && { preTokenGenerationVersion: version }),
    },
  })
  const { AuthenticationResult: result } = await signInWithPassword(emulator)
  return { id: claimsOf(result?.IdToken), access: claimsOf(result?.AccessToken), triggerEvent, result, emulator }
}

test('a trigger of version 1 gets groups without scopes, and changes claims only in the id token', async () => {
  const claimsOverrideDetails = { claimsToAddOrOverride: { school: 'central' }, claimsToSuppress: ['email'] }
  const { id, access, triggerEvent } = await tokensWith({ claimsOverrideDetails }, 'V1_0')
  expect(triggerEvent).toMatchObject({ version: '1', response: { claimsOverrideDetails: null } })
  expect(triggerEvent.request).toEqual({
    userAttributes: expect.objectContaining({ 'cognito:user_status': 'CONFIRMED', sub: id['sub'] }),
    groupConfiguration: { groupsToOverride: ['turma-a'], iamRolesToOverride: [], preferredRole: null },
  })
  expect(id).toMatchObject({ school: 'central' })
  expect(id).not.toHaveProperty('email')
  expect(access).not.toHaveProperty('school')
})

test('a trigger of version 2 gets the scopes, and adds claims of any type to both tokens', async () => {
  const { id, access, triggerEvent } = await tokensWith(
    {
      claimsAndScopeOverrideDetails: {
        idTokenGeneration: { claimsToAddOrOverride: { classes: ['7a', '7b'], level: 7 }, claimsToSuppress: ['email'] },
        accessTokenGeneration: {
          claimsToAddOrOverride: { tenant: { id: 3, isOpen: true } },
          scopesToAdd: ['quiz/read', 'quiz/write'],
          scopesToSuppress: ['quiz/write'],
        },
      },
    },
    'V2_0',
  )
  expect(triggerEvent).toMatchObject({
    version: '2',
    request: { scopes: ['aws.cognito.signin.user.admin'] },
    response: { claimsAndScopeOverrideDetails: null },
  })
  expect(id).toMatchObject({ classes: ['7a', '7b'], level: 7 })
  expect(id).not.toHaveProperty('email')
  expect(access).toMatchObject({
    tenant: { id: 3, isOpen: true },
    scope: 'aws.cognito.signin.user.admin quiz/read',
  })
})

test('GetUser rejects an access token from which a trigger removed the required scope', async () => {
  const accessTokenGeneration = { scopesToSuppress: ['aws.cognito.signin.user.admin'] }
  const { emulator, result } = await tokensWith({ claimsAndScopeOverrideDetails: { accessTokenGeneration } }, 'V2_0')
  await expect(call(emulator, 'GetUser', { AccessToken: result?.AccessToken })).rejects.toMatchObject({
    code: 'NotAuthorizedException',
    message: 'Access Token does not have required scopes',
  })
})

test('only the response member for the configured trigger version has an effect', async () => {
  const claimsOverrideDetails = { claimsToAddOrOverride: { one: 'x' } }
  const claimsAndScopeOverrideDetails = { idTokenGeneration: { claimsToAddOrOverride: { two: 'x' } } }
  const first = await tokensWith({ claimsOverrideDetails, claimsAndScopeOverrideDetails }, 'V1_0')
  expect([first.id['one'], first.id['two']]).toEqual(['x', undefined])
  const second = await tokensWith({ claimsOverrideDetails }, 'V2_0')
  expect(second.id).not.toHaveProperty('one')
  const unversioned = await tokensWith({ claimsAndScopeOverrideDetails })
  expect(unversioned.id).toMatchObject({ two: 'x' })
})

test('a version 1 response with a list as a claim value is invalid', async () => {
  const claimsOverrideDetails = { claimsToAddOrOverride: { classes: ['7a'] as unknown as string } }
  await expect(tokensWith({ claimsOverrideDetails })).rejects.toMatchObject({
    code: 'InvalidLambdaResponseException',
    message: 'Unrecognizable lambda output',
  })
})

// The service reserves these claims in both tokens.
const RESERVED =
  'acr amr at_hash aud auth_time azp exp iat identities iss jti nbf nonce origin_jti sub token_use'.split(' ')

test.each([
  ['id', 'idTokenGeneration', [...RESERVED, 'cognito:username']],
  ['access', 'accessTokenGeneration', [...RESERVED, 'username', 'client_id', 'scope', 'event_id', 'device_key']],
] as const)('a trigger cannot set or remove a reserved claim of the %s token', async (token, generation, reserved) => {
  const forged = Object.fromEntries(reserved.map((name) => [name, 'forged']))
  const added = await tokensWith({ claimsAndScopeOverrideDetails: { [generation]: { claimsToAddOrOverride: forged } } })
  expect(Object.entries(added[token]).filter(([, value]) => value === 'forged')).toEqual([])
  const left = await tokensWith({
    claimsAndScopeOverrideDetails: { [generation]: { claimsToSuppress: [...reserved] } },
  })
  expect(Object.keys(left[token]).toSorted()).toEqual(Object.keys(added[token]).toSorted())
})

test("a trigger can set the aud claim of an access token only to the token's client", async () => {
  const audience = async (aud: string) => {
    const accessTokenGeneration = { claimsToAddOrOverride: { aud } }
    return (await tokensWith({ claimsAndScopeOverrideDetails: { accessTokenGeneration } })).access['aud']
  }
  expect([await audience('web'), await audience('other')]).toEqual(['web', undefined])
})

test('a trigger cannot add a scope of the service or a scope with a space', async () => {
  const accessTokenGeneration = { scopesToAdd: ['aws.cognito.other', 'a b', ' ', 'quiz/read'] }
  const { access } = await tokensWith({ claimsAndScopeOverrideDetails: { accessTokenGeneration } })
  expect(access['scope']).toBe('aws.cognito.signin.user.admin quiz/read')
})

test.each([
  ['has other groups', { groupsToOverride: ['turma-b'] }, ['turma-b']],
  ['is empty', {}, undefined],
  ['is null', null, undefined],
  ['is missing', undefined, ['turma-a']],
])('both tokens agree on the groups if groupOverrideDetails %s', async (_case, groupOverrideDetails, groups) => {
  const details = groupOverrideDetails === undefined ? {} : { groupOverrideDetails }
  const { id, access } = await tokensWith({ claimsOverrideDetails: details as object })
  expect([id['cognito:groups'], access['cognito:groups']]).toEqual([groups, groups])
})

test('the id token contains the roles from a trigger', async () => {
  const role = 'arn:aws:iam::123456789012:role/teacher'
  const groupOverrideDetails = { groupsToOverride: ['t'], iamRolesToOverride: [role], preferredRole: role }
  const { id } = await tokensWith({ claimsOverrideDetails: { groupOverrideDetails } })
  expect(id).toMatchObject({ 'cognito:roles': [role], 'cognito:preferred_role': role })
})
