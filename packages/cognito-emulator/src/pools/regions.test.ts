import { expect, test } from 'vitest'

import { call, createTestEmulator, POOL_ID } from '../../test/caller.ts'
import type { Emulator } from '../index.ts'

const ELSEWHERE = { code: 'ResourceNotFoundException', message: expect.stringContaining('does not exist.') }
const signedFor = (region: string) => ({
  authorization: `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261122/${region}/cognito-idp/aws4_request, SignedHeaders=host, Signature=0`,
})
const at = (region: string) => ({ host: `cognito-idp.${region}.amazonaws.com` })

/** Creates a pool in us-east-1. The region of the configured pool does not exist in AWS. */
async function withEastPool(emulator: Emulator = createTestEmulator()) {
  type Created = { UserPool: { Id: string }; UserPoolClient: { ClientId: string } }
  const east = signedFor('us-east-1')
  const { UserPool } = await call<Created>(emulator, 'CreateUserPool', { PoolName: 'east' }, east)
  const UserPoolId = UserPool.Id
  const client = { UserPoolId, ClientName: 'web', ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH'] }
  const { UserPoolClient } = await call<Created>(emulator, 'CreateUserPoolClient', client, east)
  return { emulator, UserPoolId, ClientId: UserPoolClient.ClientId }
}

async function listed(emulator: Emulator, headers: Record<string, string>): Promise<string[]> {
  const { UserPools } = await call<{ UserPools: { Id: string }[] }>(
    emulator,
    'ListUserPools',
    { MaxResults: 10 },
    headers,
  )
  return UserPools.map(({ Id }) => Id)
}

test('a request signed for another region does not find a pool', async () => {
  const { emulator, UserPoolId } = await withEastPool()
  expect(await listed(emulator, signedFor('us-east-1'))).toContain(UserPoolId)
  expect(await listed(emulator, signedFor('us-west-2'))).toEqual([POOL_ID])
  const west = call(emulator, 'DescribeUserPool', { UserPoolId }, signedFor('us-west-2'))
  await expect(west).rejects.toMatchObject(ELSEWHERE)
})

test("a request to another region's host does not find a pool's clients or keys", async () => {
  const { emulator, UserPoolId, ClientId } = await withEastPool()
  const AuthParameters = { USERNAME: 'ana', PASSWORD: 'Senha-123' }
  const signIn = (region: string) =>
    call(emulator, 'InitiateAuth', { ClientId, AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters }, at(region))
  await expect(signIn('us-east-1')).rejects.toMatchObject({ code: 'UserNotFoundException' })
  await expect(signIn('us-west-2')).rejects.toMatchObject(ELSEWHERE)
  const keys = (region: string) =>
    emulator.fetch(new Request(`https://${at(region).host}/${UserPoolId}/.well-known/jwks.json`))
  expect([(await keys('us-east-1')).status, (await keys('us-west-2')).status]).toEqual([200, 400])
})

test('a request signed for an AWS region finds a pool whose region does not exist in AWS', async () => {
  const emulator = createTestEmulator()
  const described = call(emulator, 'DescribeUserPool', { UserPoolId: POOL_ID }, signedFor('us-west-2'))
  await expect(described).resolves.toHaveProperty('UserPool')
})

test('a request without a region, or with a region that does not exist in AWS, finds pools of AWS regions', async () => {
  const { emulator, UserPoolId } = await withEastPool()
  for (const headers of [signedFor('local'), {}]) expect(await listed(emulator, headers)).toContain(UserPoolId)
})

test('the region option sets the region of new pools, and requests for other regions find these pools', async () => {
  const { emulator, UserPoolId } = await withEastPool(createTestEmulator({}, { region: 'eu-west-1' }))
  expect(UserPoolId).toMatch(/^eu-west-1_/)
  expect(await listed(emulator, signedFor('us-west-2'))).toContain(UserPoolId)
})
