import { expect, test } from 'vitest'

import { accessTokenOf, ANA, call, claimsOf, initiateAuth, POOL_ID } from '../../test/caller.ts'
import { createLevelPool, loa, NAMES, TIERS } from '../../test/level-sign-ins.ts'
import { createEmulator } from '../index.ts'

type UserPool = { Id: string; AcrConfiguration: Record<string, { AcrValue: string }> }

const DEFAULTS = {
  Level1: { AcrValue: 'urn:cognito:loa:1' },
  Level2: { AcrValue: 'urn:cognito:loa:2' },
  Level3: { AcrValue: 'urn:cognito:loa:3' },
  Level4: { AcrValue: 'urn:cognito:loa:4' },
}
const OWN_NAMES = { Level2: { AcrValue: 'urn:my-standard:loa:2' }, Level3: { AcrValue: 'urn:my-standard:loa:3' } }
const emulator = createEmulator({ userPools: [] })

async function create(more: object): Promise<UserPool> {
  return (await call<{ UserPool: UserPool }>(emulator, 'CreateUserPool', { PoolName: 'levels', ...more })).UserPool
}

async function describePool(UserPoolId: string): Promise<UserPool> {
  return (await call<{ UserPool: UserPool }>(emulator, 'DescribeUserPool', { UserPoolId })).UserPool
}

test(`CreateUserPool and DescribeUserPool return the default name of each level without a custom name (${NAMES})`, async () => {
  const { Id, AcrConfiguration } = await create({ AcrConfiguration: OWN_NAMES })
  expect(AcrConfiguration).toEqual({ ...DEFAULTS, ...OWN_NAMES })
  expect((await describePool(Id)).AcrConfiguration).toEqual({ ...DEFAULTS, ...OWN_NAMES })
  expect((await create({})).AcrConfiguration).toEqual(DEFAULTS)
})

test(`UpdateUserPool replaces the names of the levels (${NAMES})`, async () => {
  const { Id } = await create({ AcrConfiguration: OWN_NAMES })
  const Level4 = { AcrValue: 'https://example.com/gold' }
  await call(emulator, 'UpdateUserPool', { UserPoolId: Id, AcrConfiguration: { Level4 } })
  expect((await describePool(Id)).AcrConfiguration).toEqual({ ...DEFAULTS, Level4 })
  await call(emulator, 'UpdateUserPool', { UserPoolId: Id })
  expect((await describePool(Id)).AcrConfiguration).toEqual(DEFAULTS)
})

const level1 = (AcrValue: string) => ({ Level1: { AcrValue } })

test.each([
  ['the name of another level', { ...level1('urn:a'), Level2: { AcrValue: 'urn:a' } }],
  ['the default name of another level', level1('urn:cognito:loa:3')],
  ['an empty name', level1('')],
  ['a name of 65 characters', level1('a'.repeat(65))],
  ['a name with a space', level1('urn:my level')],
  ['a name with a double quotation mark', level1('urn:"level"')],
  ['a name with a backslash', level1(String.raw`urn:\level`)],
  ['an unknown level', { Level5: { AcrValue: 'urn:a' } }],
  ['a level that is named like a method of objects', { toString: { AcrValue: 'urn:a' } }],
  ['a level without a name', { Level1: {} }],
  ['a name that is a list', { Level1: { AcrValue: ['urn:a'] } }],
])(`AcrConfiguration rejects %s (${NAMES})`, async (_flaw, AcrConfiguration) => {
  await expect(create({ AcrConfiguration })).rejects.toMatchObject({ code: 'InvalidParameterException' })
})

test(`AcrConfiguration accepts a name of 64 characters (${NAMES})`, async () => {
  await expect(create({ AcrConfiguration: level1('a'.repeat(64)) })).resolves.toBeDefined()
})

test(`AcrConfiguration requires the ESSENTIALS or PLUS tier (${TIERS})`, async () => {
  const rejected = { code: 'FeatureUnavailableInTierException' }
  await expect(create({ UserPoolTier: 'LITE', AcrConfiguration: OWN_NAMES })).rejects.toMatchObject(rejected)
  const { Id } = await create({ UserPoolTier: 'LITE', AcrConfiguration: {} })
  const update = { UserPoolId: Id, AcrConfiguration: OWN_NAMES }
  await expect(call(emulator, 'UpdateUserPool', update)).rejects.toMatchObject(rejected)
  await expect(call(emulator, 'UpdateUserPool', { ...update, UserPoolTier: 'PLUS' })).resolves.toBeDefined()
})

test(`TARGET_ACR_VALUES requires the ESSENTIALS or PLUS tier (${TIERS})`, async () => {
  const { emulator: pool } = createLevelPool()
  await call(pool, 'UpdateUserPool', { UserPoolId: POOL_ID, UserPoolTier: 'LITE' })
  const parameters = { USERNAME: ANA.username, TARGET_ACR_VALUES: loa(1) }
  await expect(initiateAuth(pool, 'USER_AUTH', parameters)).rejects.toMatchObject({
    code: 'FeatureUnavailableInTierException',
  })
})

test(`tokens contain the pool's custom name of the level (${NAMES})`, async () => {
  const { emulator: pool, signIn } = createLevelPool()
  await call(pool, 'UpdateUserPool', { UserPoolId: POOL_ID, AcrConfiguration: level1('urn:my:password') })
  expect(await signIn({ TARGET_ACR_VALUES: 'urn:my:password' })).toMatchObject({ acr: 'urn:my:password' })
})

test(`a step-up accepts an access token with a former level name, and a refresh keeps the former name (${NAMES})`, async () => {
  const { emulator: pool, signIn } = createLevelPool()
  const { answer, acr } = await signIn()
  expect(acr).toBe(loa(1))
  const AcrConfiguration = { ...level1('urn:my:1'), Level3: { AcrValue: 'urn:my:3' } }
  const settings = { UserPoolId: POOL_ID, MfaConfiguration: 'OPTIONAL' }
  await call(pool, 'UpdateUserPool', { ...settings, AcrConfiguration })

  const stale = { ACCESS_TOKEN: accessTokenOf(answer) }
  expect(await signIn({ ...stale, TARGET_ACR_VALUES: 'urn:my:1' })).toMatchObject({ challenges: [], acr: 'urn:my:1' })
  const stepUp = await signIn({ ...stale, TARGET_ACR_VALUES: 'urn:my:3' })
  expect(stepUp).toMatchObject({
    challenges: ['EMAIL_OTP'],
    acr: 'urn:my:3',
    amr: ['pwd', 'email_otp', 'mfa'],
  })

  const REFRESH_TOKEN = answer.AuthenticationResult?.RefreshToken ?? ''
  const { AuthenticationResult } = await initiateAuth(pool, 'REFRESH_TOKEN_AUTH', { REFRESH_TOKEN })
  expect(claimsOf(AuthenticationResult?.AccessToken)).toMatchObject({ acr: loa(1), amr: ['pwd'] })
})
