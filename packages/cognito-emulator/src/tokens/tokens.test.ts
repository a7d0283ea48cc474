import { createLocalJWKSet, decodeProtectedHeader, importJWK, jwtVerify, SignJWT, UnsecuredJWT, type JWK } from 'jose'
import { expect, test, vi } from 'vitest'

import { ANA, call, claimsOf, createTestEmulator, POOL_ID, signInWithPassword } from '../../test/caller.ts'
import { newDataFile } from '../../test/data-file.ts'
import { createEmulator } from '../index.ts'
import { allOperations } from '../operations/all.ts'
import { serviceModel, type Shape } from '../service-model/model.ts'
import { openDatabase } from '../storage/database.ts'

type Emulator = ReturnType<typeof createTestEmulator>

const getUser = (emulator: Emulator, AccessToken: string | undefined) => call(emulator, 'GetUser', { AccessToken })
const refused = { code: 'NotAuthorizedException' }

test('GetUser rejects an id token', async () => {
  const emulator = createTestEmulator()
  const { AuthenticationResult: result } = await signInWithPassword(emulator)
  await expect(getUser(emulator, result?.IdToken)).rejects.toMatchObject(refused)
})

test('id and access tokens are signed with different keys from the JWKS and have the same event_id', async () => {
  const emulator = createTestEmulator()
  const { AuthenticationResult: result } = await signInWithPassword(emulator)
  const response = await emulator.fetch(new Request(`http://127.0.0.1/${POOL_ID}/.well-known/jwks.json`))
  const { keys } = (await response.json()) as { keys: JWK[] }
  const [idToken = '', accessToken = ''] = [result?.IdToken, result?.AccessToken]
  const kids = [idToken, accessToken].map((token) => decodeProtectedHeader(token).kid)
  expect(new Set(kids).size).toBe(2)
  expect(keys.map(({ kid }) => kid)).toEqual(kids)
  for (const token of [idToken, accessToken]) await jwtVerify(token, createLocalJWKSet({ keys }))
  expect(claimsOf(idToken)['event_id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(claimsOf(idToken)['event_id']).toBe(claimsOf(accessToken)['event_id'])
  expect(claimsOf(idToken)['jti']).not.toBe(claimsOf(accessToken)['jti'])
})

test('two pools of an emulator do not share a signing key', async () => {
  const poolIds = ['local_One', 'local_Two']
  const emulator = createEmulator({ userPools: poolIds.map((id) => ({ id, clients: [] })) })
  const kidsOf = async (poolId: string) => {
    const response = await emulator.fetch(new Request(`http://127.0.0.1/${poolId}/.well-known/jwks.json`))
    return ((await response.json()) as { keys: JWK[] }).keys.map(({ kid }) => kid)
  }
  const kids = (await Promise.all(poolIds.map(kidsOf))).flat()
  expect(new Set(kids).size).toBe(4)
})

test('a trigger cannot forge the reserved claims of an id token', async () => {
  const emulator = createTestEmulator({
    triggers: {
      preTokenGeneration({ response }) {
        const claimsToAddOrOverride = {
          token_use: 'access',
          sub: 'outra',
          aud: 'outro',
          iss: 'https://evil.example.com',
          exp: '9999999999',
          origin_jti: 'x',
          'cognito:username': 'outra',
          'dev:role': 'admin',
          school: 'central',
        }
        response.claimsOverrideDetails = { claimsToAddOrOverride, claimsToSuppress: ['exp', 'token_use', 'email'] }
      },
    },
  })
  const { AuthenticationResult: result } = await signInWithPassword(emulator)
  const { sub, iss, origin_jti: originJti } = claimsOf(result?.AccessToken)
  const claims = claimsOf(result?.IdToken)
  expect(claims).toMatchObject({ token_use: 'id', aud: 'web', sub, iss, origin_jti: originJti, school: 'central' })
  expect(claims).toMatchObject({ 'cognito:username': 'ana' })
  expect(claims).not.toHaveProperty('dev:role')
  expect(claims['exp']).toEqual(expect.any(Number))
  expect(claims).not.toHaveProperty('email')
})

test('GetUser rejects access tokens with a wrong signing key or wrong claims', async () => {
  const data = newDataFile()
  const emulator = createEmulator({
    data,
    userPools: [
      { id: POOL_ID, clients: [{ id: 'web' }], users: [ANA] },
      { id: 'local_Other', clients: [{ id: 'other' }], users: [ANA] },
    ],
  })
  const { AuthenticationResult: result } = await signInWithPassword(emulator)
  const claims = claimsOf(result?.AccessToken)
  await call(emulator, 'InitiateAuth', {
    ClientId: 'other',
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: 'ana', PASSWORD: ANA.password },
  })
  const database = openDatabase(data)
  const keyOf = async (pool: string, id: string) =>
    importJWK(database.collection<JWK>('signing-key').get(pool, id) ?? {}, 'RS256')
  const sign = async (more: object, pool = POOL_ID, key = 'access') =>
    new SignJWT({ ...claims, ...more }).setProtectedHeader({ alg: 'RS256' }).sign(await keyOf(pool, key))
  await expect(getUser(emulator, await sign({}))).resolves.toHaveProperty('Username')
  for (const token of [
    await sign({}, 'local_Other'),
    await sign({}, POOL_ID, 'id'),
    await sign({ iss: 'https://cognito-idp.local.amazonaws.com/local_Other' }),
    await sign({ client_id: 'other' }),
    await sign({ scope: 'openid email' }),
    await sign({ scope: undefined }),
    await sign({ origin_jti: 'nenhuma' }),
    await sign({ token_use: 'id' }),
    await sign({ username: ['ana'] }),
    await sign({ scope: [claims['scope']] }),
    await sign({ exp: String(claims['exp']) }),
    new UnsecuredJWT(claims).encode(),
  ]) {
    await expect(getUser(emulator, token)).rejects.toMatchObject(refused)
  }
  database.close()
  await emulator.close()
})

const ODD_CLAIMS: unknown[] = [0, 1e308, -1, true, null, '', ' ', '\ud800\u0000', [], [null], {}, { toString: null }]

/** Returns an access token with a wrong signature and an odd value in one claim. */
function forge(claims: object, name: string, value: unknown): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  return `${encode({ alg: 'RS256' })}.${encode({ ...claims, [name]: value })}.${encode({})}`
}

test('an access token with a claim of the wrong type is rejected without a log entry', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const emulator = createTestEmulator()
  const { AuthenticationResult: result } = await signInWithPassword(emulator)
  const claims = claimsOf(result?.AccessToken)
  const names = Object.keys(claims)
  expect(names).toEqual(
    expect.arrayContaining(['iss', 'exp', 'sub', 'client_id', 'token_use', 'event_id', 'origin_jti']),
  )
  for (const name of names) {
    for (const odd of ODD_CLAIMS) {
      const token = forge(claims, name, odd)
      await expect(getUser(emulator, token), `${name} ${JSON.stringify(odd)}`).rejects.toMatchObject(refused)
      const headers = { authorization: `Bearer ${token}` }
      const userInfo = await emulator.fetch(new Request('http://127.0.0.1/oauth2/userInfo', { headers }))
      expect(userInfo.status).toBe(401)
    }
  }
  expect(log).not.toHaveBeenCalled()
  log.mockRestore()
})

/** Valid values for the other members of operations that take an access token. */
const VALID: Record<string, unknown> = {
  ProposedPassword: 'Outra-Senha-1',
  Credential: {},
  CredentialId: 'YQ',
  DeviceKey: 'local_0a1b2c3d',
  AttributeName: 'email',
  UserAttributeNames: ['name'],
  UserAttributes: [],
  MFAOptions: [],
  UserCode: '123456',
  Code: '123456',
}

test('every operation that takes an access token rejects a token whose issuer is a number', async () => {
  const emulator = createTestEmulator()
  const { AuthenticationResult: result } = await signInWithPassword(emulator)
  const AccessToken = forge(claimsOf(result?.AccessToken), 'iss', 5)
  const inputs = Object.entries(serviceModel.operations).map(([operation, input]) => {
    const { members } = serviceModel.shapes[input] as Extract<Shape, { type: 'structure' }>
    const names = Object.keys(members)
    const rest = names.filter((name) => name in VALID).map((name): [string, unknown] => [name, VALID[name]])
    return { operation, takesToken: names.includes('AccessToken'), input: { ...Object.fromEntries(rest), AccessToken } }
  })
  const asked = inputs.filter(({ operation, takesToken }) => takesToken && operation in allOperations)
  expect(asked.length).toBeGreaterThan(15)
  for (const { operation, input } of asked) {
    await expect(call(emulator, operation, input), operation).rejects.toMatchObject(refused)
  }
})
