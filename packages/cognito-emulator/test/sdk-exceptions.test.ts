import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as sdk from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, expect, test } from 'vitest'

import { allOperations } from '../src/operations/all.ts'
import { ANA, POOL_ID } from './caller.ts'
import { startSdkPool } from './sdk-client.ts'

const ana = { UserPoolId: POOL_ID, Username: ANA.username }
const { emulator, send } = await startSdkPool()
afterAll(() => emulator.close())

/** Valid input with a client, pool and token that do not exist. */
const foreign: Record<string, unknown> = {
  ClientId: 'nobody',
  UserPoolId: 'local_Other',
  AccessToken: 'nonsense',
  Username: 'ana',
  Password: 'Senha-123',
  ConfirmationCode: '123456',
  Code: '123456',
  UserCode: '123456',
  AttributeName: 'email',
  AuthFlow: 'USER_AUTH',
  ChallengeName: 'PASSWORD',
  RefreshToken: 'a.b',
  Token: 'a.b',
  UserAttributes: [],
  UserAttributeNames: [],
  MFAOptions: [],
  ProposedPassword: 'Senha-123',
  DeviceKey: 'local_0',
  DeviceSecretVerifierConfig: { PasswordVerifier: 'AAEC', Salt: 'AAEC' },
  Credential: {},
  CredentialId: 'x',
  ClientName: 'x',
  GroupName: 'x',
}

test.each(Object.keys(allOperations))('the SDK gets a typed exception from %s', async (operation) => {
  const input = operation === 'CreateUserPool' ? { PoolName: '' } : foreign
  const error: unknown = await send(operation, input).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(sdk.CognitoIdentityProviderServiceException)
  const { name } = error as Error
  const expected = [sdk.NotAuthorizedException, sdk.ResourceNotFoundException, sdk.InvalidParameterException]
  expect(expected.map((type) => type.name)).toContain(name)
  expect(error).toBeInstanceOf((sdk as Record<string, unknown>)[name])
})

test('the SDK has a class for every emulator exception, except transport errors and errors of KMS', async () => {
  const source = fileURLToPath(new URL('../src/', import.meta.url))
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /(?<!\.test)\.ts$/.test(file) && basename(file) !== 'kms-calls.ts', // errors of KMS
  )
  const codes = files.flatMap((file) =>
    [...readFileSync(source + file, 'utf8').matchAll(/'(\w+Exception)'/g)].map(([, code]) => code ?? ''),
  )
  const transport = new Set([
    'AccessDeniedException',
    'NotImplementedException',
    'SerializationException',
    'UnknownOperationException',
  ])
  for (const code of new Set(codes.filter((name) => !transport.has(name)))) {
    const body = JSON.stringify({ __type: code, message: 'm' })
    emulator.faults.order({ fault: { kind: 'status', status: 400, body, contentType: 'application/x-amz-json-1.1' } })
    const error: unknown = await send('GetUser', { AccessToken: 'x' }).catch((reason: unknown) => reason)
    expect(Object.keys(sdk)).toContain(code)
    expect(error).toBeInstanceOf((sdk as Record<string, unknown>)[code])
    expect(error).toMatchObject({ name: code, message: 'm' })
  }
  expect(codes.length).toBeGreaterThan(20)
})

test('the SDK gets a typed exception if an administrator names an unknown user or creates an existing user', async () => {
  await expect(send('AdminGetUser', { ...ana, Username: 'nobody' })).rejects.toBeInstanceOf(sdk.UserNotFoundException)
  await expect(send('AdminCreateUser', ana)).rejects.toBeInstanceOf(sdk.UsernameExistsException)
})
