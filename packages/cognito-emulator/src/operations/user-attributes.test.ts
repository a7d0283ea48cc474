import { beforeEach, expect, test } from 'vitest'

import { accessTokenOf, ANA, call, createTestEmulator, POOL_ID, signInWithPassword } from '../../test/caller.ts'
import type { Emulator, UserPoolConfig } from '../index.ts'

const START_MS = Date.UTC(2026, 10, 22)
const ana = { UserPoolId: POOL_ID, Username: ANA.username }

let emulator: Emulator
const start = (pool: Partial<UserPoolConfig> = {}): void => {
  emulator = createTestEmulator(pool, { now: () => START_MS })
}
beforeEach(() => start())

const update = (attributes: Record<string, string>, more: object = {}): Promise<unknown> => {
  const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }))
  return call(emulator, 'AdminUpdateUserAttributes', { ...ana, UserAttributes, ...more })
}
const code = (): string => emulator.outbox.at(-1)?.code ?? ''
const remove = (...UserAttributeNames: string[]): Promise<unknown> =>
  call(emulator, 'AdminDeleteUserAttributes', { ...ana, UserAttributeNames })
async function attributesOf(Username: string = ANA.username): Promise<Record<string, string>> {
  const { UserAttributes } = await call<{ UserAttributes: { Name: string; Value: string }[] }>(
    emulator,
    'AdminGetUser',
    { ...ana, Username },
  )
  return Object.fromEntries(UserAttributes.map(({ Name, Value }) => [Name, Value]))
}

test('an administrator can mark an address as verified, and a user cannot', async () => {
  const AccessToken = accessTokenOf(await signInWithPassword(emulator))
  const UserAttributes = [
    { Name: 'email', Value: 'nova@example.com' },
    { Name: 'email_verified', Value: 'true' },
  ]
  await expect(call(emulator, 'UpdateUserAttributes', { AccessToken, UserAttributes })).rejects.toThrow()
  await update({ email: 'nova@example.com', email_verified: 'true' })
  expect(await attributesOf()).toMatchObject({ email: 'nova@example.com', email_verified: 'true' })
})

test('AdminUpdateUserAttributes marks a changed address as unverified, and can verify an existing address', async () => {
  await update({ email: 'nova@example.com' })
  expect(await attributesOf()).toMatchObject({ email: 'nova@example.com', email_verified: 'false' })
  await update({ email_verified: 'true' })
  expect(await attributesOf()).toMatchObject({ email: 'nova@example.com', email_verified: 'true' })
})

test('a changed address receives a code if the pool verifies addresses, unless the request marks the address as verified', async () => {
  start({ autoVerifiedAttributes: ['email'] })
  await update({ email: 'nova@example.com', email_verified: 'true', phone_number: '+5511911111111' })
  expect(emulator.outbox).toEqual([])
  await update({ email: 'outra@example.com' })
  expect(emulator.outbox).toMatchObject([{ kind: 'CODE', destination: 'outra@example.com' }])
  const { AccessToken, Code } = { AccessToken: accessTokenOf(await signInWithPassword(emulator)), Code: code() }
  await call(emulator, 'VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code })
  expect(await attributesOf()).toMatchObject({ email: 'outra@example.com', email_verified: 'true' })
})

test('with verifyBeforeUpdate, the old address stays until the code for the new address is confirmed', async () => {
  start({ autoVerifiedAttributes: ['email'], verifyBeforeUpdate: ['email'] })
  await update({ email: 'nova@example.com', email_verified: 'false', name: 'Ana' })
  expect(await attributesOf()).toMatchObject({ name: 'Ana', email: ANA.attributes.email, email_verified: 'true' })
  expect(emulator.outbox).toMatchObject([{ kind: 'CODE', destination: 'nova@example.com' }])
  const AccessToken = accessTokenOf(await signInWithPassword(emulator))
  await call(emulator, 'VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code: code() })
  expect(await attributesOf()).toMatchObject({ email: 'nova@example.com', email_verified: 'true' })
  await update({ email: 'outra@example.com', email_verified: 'true' })
  expect(await attributesOf()).toMatchObject({ email: 'outra@example.com', email_verified: 'true' })
})

test('an empty value removes an attribute and its verified flag', async () => {
  await update({ name: 'Ana', email: '' })
  const attributes = await attributesOf()
  expect(attributes).toMatchObject({ name: 'Ana', phone_number: ANA.attributes.phone_number })
  expect(Object.keys(attributes)).not.toContain('email')
  expect(Object.keys(attributes)).not.toContain('email_verified')
})

test('AdminUpdateUserAttributes rejects email_verified for a user without an e-mail address', async () => {
  await remove('email')
  await expect(update({ email_verified: 'true' })).rejects.toMatchObject({
    code: 'InvalidParameterException',
    message: 'Email is required to verify/un-verify an email',
  })
})

test('AdminDeleteUserAttributes deletes attributes, and ignores attributes that the user does not have', async () => {
  await update({ name: 'Ana', 'custom:turma': 'a' })
  emulator.clock.advance(60)
  await remove('name', 'custom:turma', 'nickname')
  const attributes = await attributesOf()
  expect(Object.keys(attributes).toSorted()).toEqual([
    'email',
    'email_verified',
    'phone_number',
    'phone_number_verified',
    'sub',
  ])
  const { UserCreateDate, UserLastModifiedDate } = await call(emulator, 'AdminGetUser', ana)
  expect([UserCreateDate, UserLastModifiedDate]).toEqual([START_MS / 1000, START_MS / 1000 + 60])
})

test('AdminUpdateUserAttributes and AdminDeleteUserAttributes reject sub', async () => {
  await expect(update({ sub: 'outra' })).rejects.toMatchObject({ code: 'InvalidParameterException' })
  await expect(remove('sub')).rejects.toMatchObject({ code: 'InvalidParameterException' })
})

test('AdminDeleteUserAttributes reports every attribute that is not in the schema', async () => {
  await expect(remove('name', 'turma', 'escola')).rejects.toMatchObject({
    code: 'InvalidParameterException',
    message:
      'Invalid user attributes: user.turma: Attribute does not exist in the schema.\nuser.escola: Attribute does not exist in the schema.\n',
  })
})

test('AdminUpdateUserAttributes rejects an alias or a sign-in address of another user', async () => {
  const bia = { username: 'bia', attributes: { email: 'bia@example.com' } }
  const taken = { email: 'bia@example.com', email_verified: 'true' }
  start({ aliasAttributes: ['email'], users: [ANA, bia] })
  await expect(update(taken)).rejects.toMatchObject({ code: 'AliasExistsException' })
  expect(await attributesOf()).toMatchObject({ email: ANA.attributes.email })
  start({ usernameAttributes: ['email'], users: [ANA, bia] })
  await expect(update(taken)).rejects.toMatchObject({ code: 'AliasExistsException' })
  expect(await attributesOf()).toMatchObject({ email: ANA.attributes.email })
})

test('after an address change, a user can sign in with the new address but not with the old address', async () => {
  start({ usernameAttributes: ['email'], users: [ANA] })
  await update({ email: 'nova@example.com', email_verified: 'true' })
  await expect(signInWithPassword(emulator, 'nova@example.com')).resolves.toHaveProperty('AuthenticationResult')
  await expect(signInWithPassword(emulator, 'ana@example.com')).rejects.toThrow()
})

test.each(['AdminUpdateUserAttributes', 'AdminDeleteUserAttributes'])(
  '%s fails with different errors for an unknown user and an unknown pool',
  async (operation) => {
    const lists = { UserAttributes: [{ Name: 'name', Value: 'Ana' }], UserAttributeNames: ['name'] }
    const of = (who: object) => call(emulator, operation, { ...ana, ...lists, ...who })
    await expect(of({ Username: 'ninguem' })).rejects.toMatchObject({ code: 'UserNotFoundException' })
    await expect(of({ UserPoolId: 'local_Outra' })).rejects.toMatchObject({
      code: 'ResourceNotFoundException',
      message: 'User pool local_Outra does not exist.',
    })
  },
)
