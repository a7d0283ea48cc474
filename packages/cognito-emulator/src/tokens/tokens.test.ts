import { importJWK, SignJWT, UnsecuredJWT, type JWK } from 'jose'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { ANA, call, claimsOf, createTestEmulator, POOL_ID, signInWithPassword } from '../../test/caller.ts'
import { createEmulator } from '../index.ts'
import { openDatabase } from '../database.ts'

type Emulator = ReturnType<typeof createTestEmulator>

const getUser = (emulator: Emulator, AccessToken: string | undefined) => call(emulator, 'GetUser', { AccessToken })
const refused = { code: 'NotAuthorizedException' }

test('an id token is no access token', async () => {
  const emulator = createTestEmulator()
  const { AuthenticationResult: result } = await signInWithPassword(emulator)
  await expect(getUser(emulator, result?.IdToken)).rejects.toMatchObject(refused)
})

test('no trigger makes an id token into another token', async () => {
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
  expect(claims['exp']).toEqual(expect.any(Number))
  expect(claims).not.toHaveProperty('email')
})

test('tokens that the pool did not sign, or signed for something else, are refused', async () => {
  const data = join(mkdtempSync(join(tmpdir(), 'emulator-')), 'pool.sqlite')
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
  const keyOf = async (pool: string) =>
    importJWK(database.collection<JWK>('signing-key').get(pool, 'rsa') ?? {}, 'RS256')
  const sign = async (more: object, pool = POOL_ID) =>
    new SignJWT({ ...claims, ...more }).setProtectedHeader({ alg: 'RS256' }).sign(await keyOf(pool))
  await expect(getUser(emulator, await sign({}))).resolves.toHaveProperty('Username')
  for (const token of [
    await sign({}, 'local_Other'),
    await sign({ iss: 'https://cognito-idp.local.amazonaws.com/local_Other' }),
    await sign({ client_id: 'other' }),
    await sign({ scope: 'openid email' }),
    await sign({ scope: undefined }),
    await sign({ origin_jti: 'nenhuma' }),
    await sign({ token_use: 'id' }),
    new UnsecuredJWT(claims).encode(),
  ]) {
    await expect(getUser(emulator, token)).rejects.toMatchObject(refused)
  }
  database.close()
  await emulator.close()
})
