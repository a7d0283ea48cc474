import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { ANA, call, createTestEmulator, POOL_ID, signInWithPassword } from '../../test/caller.ts'
import type { Emulator, UserPoolConfig } from '../index.ts'

const folder = mkdtempSync(join(tmpdir(), 'emulator-pools-'))
afterAll(() => rmSync(folder, { recursive: true }))

const describe = async (emulator: Emulator) =>
  (await call<{ UserPool: object }>(emulator, 'DescribeUserPool', { UserPoolId: POOL_ID })).UserPool

const open = (data: string, pool: Partial<UserPoolConfig> = {}) =>
  createTestEmulator(pool, { data: join(folder, data) })

test('a change to a configured pool survives a restart until the configuration changes', async () => {
  const first = open('updated.sqlite')
  await call(first, 'UpdateUserPool', { UserPoolId: POOL_ID, DeletionProtection: 'ACTIVE' })
  await first.close()

  const again = open('updated.sqlite')
  expect(await describe(again)).toMatchObject({ DeletionProtection: 'ACTIVE', MfaConfiguration: 'OFF' })
  await expect(signInWithPassword(again)).resolves.toHaveProperty('AuthenticationResult')
  await again.close()

  const changed = open('updated.sqlite', { allowSignUp: false })
  expect(await describe(changed)).toMatchObject({
    DeletionProtection: 'INACTIVE',
    MfaConfiguration: 'OPTIONAL',
    AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
  })
  await changed.close()
})

test('a configured pool that was deleted is created again with only its configured users', async () => {
  const first = open('deleted.sqlite')
  await call(first, 'AdminCreateUser', { UserPoolId: POOL_ID, Username: 'bia' })
  await call(first, 'DeleteUserPool', { UserPoolId: POOL_ID })
  await first.close()

  const again = open('deleted.sqlite')
  const { Users } = await call<{ Users: { Username: string }[] }>(again, 'ListUsers', { UserPoolId: POOL_ID })
  expect(Users.map(({ Username }) => Username)).toEqual([ANA.username])
  await again.close()
})

test('DescribeUserPool returns the settings of a configured pool', async () => {
  const configured = createTestEmulator({
    mfa: 'ON',
    deviceTracking: 'opt-in',
    usernameAttributes: ['email'],
    users: [],
  })
  expect(await describe(configured)).toMatchObject({
    MfaConfiguration: 'ON',
    DeviceConfiguration: { DeviceOnlyRememberedOnUserPrompt: true },
    UsernameAttributes: ['email'],
    UsernameConfiguration: { CaseSensitive: false },
    AutoVerifiedAttributes: ['email', 'phone_number'],
  })
})
