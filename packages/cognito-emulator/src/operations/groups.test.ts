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

test('a group is answered as it was made, with its dates', async () => {
  const details = { Description: 'Turma A', RoleArn: ROLE, Precedence: 0 }
  const seconds = START_MS / 1000
  const group = { ...turma, ...details, CreationDate: seconds, LastModifiedDate: seconds }
  expect(await call(emulator, 'CreateGroup', { ...turma, ...details })).toEqual({ Group: group })
  expect(await call(emulator, 'GetGroup', turma)).toEqual({ Group: group })
  expect(await call(emulator, 'ListGroups', pool)).toEqual({ Groups: [group] })
})

test('an update changes what it names, and the date', async () => {
  await call(emulator, 'CreateGroup', { ...turma, Description: 'Turma A', Precedence: 3 })
  emulator.clock.advance(60)
  const { Group } = await call<{ Group: Group }>(emulator, 'UpdateGroup', { ...turma, Precedence: 1 })
  expect(Group).toMatchObject({ Description: 'Turma A', Precedence: 1, LastModifiedDate: START_MS / 1000 + 60 })
  expect(Group).toMatchObject({ CreationDate: START_MS / 1000 })
})

test.each(['GetGroup', 'UpdateGroup', 'DeleteGroup', 'ListUsersInGroup'])(
  '%s of a group that is not there finds nothing',
  async (operation) => {
    await expect(call(emulator, operation, turma)).rejects.toMatchObject({
      code: 'ResourceNotFoundException',
      message: 'Group not found.',
    })
  },
)

test.each(['AdminAddUserToGroup', 'AdminRemoveUserFromGroup'])('%s names who is missing', async (operation) => {
  await expect(call(emulator, operation, { ...ana, ...turma })).rejects.toMatchObject({
    code: 'ResourceNotFoundException',
  })
  await call(emulator, 'CreateGroup', turma)
  await expect(call(emulator, operation, { ...turma, Username: 'ninguem' })).rejects.toMatchObject({
    code: 'UserNotFoundException',
  })
})

test('a name is taken once', async () => {
  await call(emulator, 'CreateGroup', turma)
  await expect(call(emulator, 'CreateGroup', turma)).rejects.toMatchObject({ code: 'GroupExistsException' })
})

test('a user who is added twice is in a group once, and may be removed twice', async () => {
  await call(emulator, 'CreateGroup', turma)
  for (let time = 0; time < 2; time++) await call(emulator, 'AdminAddUserToGroup', { ...ana, ...turma })
  expect([await groupsOfAna(), await members()]).toEqual([['turma-a'], ['ana']])
  for (let time = 0; time < 2; time++) await call(emulator, 'AdminRemoveUserFromGroup', { ...ana, ...turma })
  expect([await groupsOfAna(), await members()]).toEqual([[], []])
})

test('a group does not change the date of who joins it', async () => {
  await call(emulator, 'CreateGroup', turma)
  emulator.clock.advance(60)
  await call(emulator, 'AdminAddUserToGroup', { ...ana, ...turma })
  expect(await call(emulator, 'AdminGetUser', ana)).toMatchObject({ UserLastModifiedDate: START_MS / 1000 })
})

test('a deleted group leaves its members, also when its name is used again', async () => {
  await call(emulator, 'CreateGroup', turma)
  await call(emulator, 'AdminAddUserToGroup', { ...ana, ...turma })
  await call(emulator, 'DeleteGroup', turma)
  expect(await groupsOfAna()).toEqual([])
  await call(emulator, 'CreateGroup', turma)
  expect([await groupsOfAna(), await members()]).toEqual([[], []])
})

test('a deleted user leaves the groups', async () => {
  await call(emulator, 'CreateGroup', turma)
  for (const Username of ['ana', 'bia']) await call(emulator, 'AdminAddUserToGroup', { ...turma, Username })
  await call(emulator, 'AdminDeleteUser', ana)
  expect(await members()).toEqual(['bia'])
})

test('groups and members are listed by pages', async () => {
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

test('tokens carry the groups, and the id token their roles', async () => {
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

test('groups that the configuration names are there, and leave the tokens when they are deleted', async () => {
  emulator = createTestEmulator({ groups: ['vazia'], users: [{ ...ANA, groups: ['turma-a'] }] })
  expect(namesOf(await call(emulator, 'ListGroups', pool))).toEqual(['turma-a', 'vazia'])
  const groups = async () =>
    claimsOf((await signInWithPassword(emulator)).AuthenticationResult?.AccessToken)['cognito:groups']
  expect(await groups()).toEqual(['turma-a'])
  await call(emulator, 'DeleteGroup', turma)
  expect(await groups()).toBeUndefined()
})
