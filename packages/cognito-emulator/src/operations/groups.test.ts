import { beforeEach, expect, test } from 'vitest'

import { ANA, call, claimsOf, createTestEmulator, POOL_ID, signInWithPassword } from '../../test/caller.ts'
import type { Emulator } from '../index.ts'

const START_MS = Date.UTC(2026, 10, 22)
const ROLE = 'arn:aws:iam::123456789012:role/reader'
const pool = { UserPoolId: POOL_ID }
const ana = { ...pool, Username: ANA.username }
const turma = { ...pool, GroupName: 'turma-a' }

let emulator: Emulator
beforeEach(() => {
  emulator = createTestEmulator({ users: [ANA, { username: 'bia' }, { username: 'caio' }] }, { now: () => START_MS })
})

type Group = { GroupName: string; Description?: string; Precedence?: number }
const namesOf = ({ Groups }: { Groups: Group[] }): string[] => Groups.map(({ GroupName }) => GroupName)
const groupsOfAna = async (more: object = {}): Promise<string[]> =>
  namesOf(await call(emulator, 'AdminListGroupsForUser', { ...ana, ...more }))
const members = async (): Promise<string[]> => {
  const { Users } = await call<{ Users: { Username: string }[] }>(emulator, 'ListUsersInGroup', turma)
  return Users.map(({ Username }) => Username)
}

test('CreateGroup, GetGroup and ListGroups return the group with its dates', async () => {
  const details = { Description: 'Turma A', RoleArn: ROLE, Precedence: 0 }
  const seconds = START_MS / 1000
  const group = { ...turma, ...details, CreationDate: seconds, LastModifiedDate: seconds }
  expect(await call(emulator, 'CreateGroup', { ...turma, ...details })).toEqual({ Group: group })
  expect(await call(emulator, 'GetGroup', turma)).toEqual({ Group: group })
  expect(await call(emulator, 'ListGroups', pool)).toEqual({ Groups: [group] })
})

test('UpdateGroup changes only the modification date and the fields in the request', async () => {
  await call(emulator, 'CreateGroup', { ...turma, Description: 'Turma A', Precedence: 3 })
  emulator.clock.advance(60)
  const { Group } = await call<{ Group: Group }>(emulator, 'UpdateGroup', { ...turma, Precedence: 1 })
  expect(Group).toMatchObject({ Description: 'Turma A', Precedence: 1, LastModifiedDate: START_MS / 1000 + 60 })
  expect(Group).toMatchObject({ CreationDate: START_MS / 1000 })
})

test.each(['GetGroup', 'UpdateGroup', 'DeleteGroup', 'ListUsersInGroup'])(
  '%s fails with ResourceNotFoundException for an unknown group',
  async (operation) => {
    await expect(call(emulator, operation, turma)).rejects.toMatchObject({
      code: 'ResourceNotFoundException',
      message: 'Group not found.',
    })
  },
)

test.each(['AdminAddUserToGroup', 'AdminRemoveUserFromGroup'])(
  '%s fails with different errors for an unknown group and an unknown user',
  async (operation) => {
    await expect(call(emulator, operation, { ...ana, ...turma })).rejects.toMatchObject({
      code: 'ResourceNotFoundException',
    })
    await call(emulator, 'CreateGroup', turma)
    await expect(call(emulator, operation, { ...turma, Username: 'ninguem' })).rejects.toMatchObject({
      code: 'UserNotFoundException',
    })
  },
)

test('CreateGroup rejects the name of an existing group', async () => {
  await call(emulator, 'CreateGroup', turma)
  await expect(call(emulator, 'CreateGroup', turma)).rejects.toMatchObject({ code: 'GroupExistsException' })
})

test('adding or removing a group member a second time has no effect', async () => {
  await call(emulator, 'CreateGroup', turma)
  for (let time = 0; time < 2; time++) await call(emulator, 'AdminAddUserToGroup', { ...ana, ...turma })
  expect([await groupsOfAna(), await members()]).toEqual([['turma-a'], ['ana']])
  for (let time = 0; time < 2; time++) await call(emulator, 'AdminRemoveUserFromGroup', { ...ana, ...turma })
  expect([await groupsOfAna(), await members()]).toEqual([[], []])
})

test('AdminAddUserToGroup does not change the modification date of the user', async () => {
  await call(emulator, 'CreateGroup', turma)
  emulator.clock.advance(60)
  await call(emulator, 'AdminAddUserToGroup', { ...ana, ...turma })
  expect(await call(emulator, 'AdminGetUser', ana)).toMatchObject({ UserLastModifiedDate: START_MS / 1000 })
})

test('members of a deleted group are not members of a new group with the same name', async () => {
  await call(emulator, 'CreateGroup', turma)
  await call(emulator, 'AdminAddUserToGroup', { ...ana, ...turma })
  await call(emulator, 'DeleteGroup', turma)
  expect(await groupsOfAna()).toEqual([])
  await call(emulator, 'CreateGroup', turma)
  expect([await groupsOfAna(), await members()]).toEqual([[], []])
})

test('ListUsersInGroup does not return a deleted user', async () => {
  await call(emulator, 'CreateGroup', turma)
  for (const Username of ['ana', 'bia']) await call(emulator, 'AdminAddUserToGroup', { ...turma, Username })
  await call(emulator, 'AdminDeleteUser', ana)
  expect(await members()).toEqual(['bia'])
})

test('ListGroups, AdminListGroupsForUser and ListUsersInGroup paginate their results', async () => {
  for (const GroupName of ['c', 'a', 'b']) {
    await call(emulator, 'CreateGroup', { ...pool, GroupName })
    await call(emulator, 'AdminAddUserToGroup', { ...ana, GroupName })
  }
  for (const [operation, request] of [
    ['ListGroups', pool],
    ['AdminListGroupsForUser', ana],
  ] as const) {
    const first = await call<{ Groups: Group[]; NextToken: string }>(emulator, operation, { ...request, Limit: 2 })
    expect(namesOf(first)).toEqual(['a', 'b'])
    expect(await call(emulator, operation, { ...request, Limit: 2, NextToken: first.NextToken })).toEqual({
      Groups: [expect.objectContaining({ GroupName: 'c' })],
    })
  }
  await call(emulator, 'AdminAddUserToGroup', { ...pool, GroupName: 'a', Username: 'bia' })
  const page = { ...pool, GroupName: 'a', Limit: 1 }
  const first = await call<{ NextToken: string }>(emulator, 'ListUsersInGroup', page)
  expect(first).toMatchObject({ Users: [{ Username: 'ana' }] })
  const last = await call(emulator, 'ListUsersInGroup', { ...page, NextToken: first.NextToken })
  expect(last).toEqual({ Users: [expect.objectContaining({ Username: 'bia' })] })
})

test('both tokens contain the groups, and only the id token contains the roles', async () => {
  await call(emulator, 'CreateGroup', { ...turma, RoleArn: ROLE, Precedence: 5 })
  await call(emulator, 'CreateGroup', { ...pool, GroupName: 'turma-b', Precedence: 1 })
  for (const GroupName of ['turma-a', 'turma-b']) await call(emulator, 'AdminAddUserToGroup', { ...ana, GroupName })
  const { AuthenticationResult: result } = await signInWithPassword(emulator)
  expect(claimsOf(result?.IdToken)).toMatchObject({
    'cognito:groups': ['turma-b', 'turma-a'],
    'cognito:roles': [ROLE],
    'cognito:preferred_role': ROLE,
  })
  const access = claimsOf(result?.AccessToken)
  expect(access).toMatchObject({ 'cognito:groups': ['turma-b', 'turma-a'] })
  expect(Object.keys(access)).not.toContain('cognito:roles')
  expect(Object.keys(access)).not.toContain('cognito:preferred_role')
})

test('configured groups exist when the emulator starts, and deleted groups are missing from new tokens', async () => {
  emulator = createTestEmulator({ groups: ['vazia'], users: [{ ...ANA, groups: ['turma-a'] }] })
  expect(namesOf(await call(emulator, 'ListGroups', pool))).toEqual(['turma-a', 'vazia'])
  const groups = async () =>
    claimsOf((await signInWithPassword(emulator)).AuthenticationResult?.AccessToken)['cognito:groups']
  expect(await groups()).toEqual(['turma-a'])
  await call(emulator, 'DeleteGroup', turma)
  expect(await groups()).toBeUndefined()
})
