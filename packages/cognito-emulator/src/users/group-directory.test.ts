import { beforeEach, expect, test } from 'vitest'

import { createClock } from '../controls/clock.ts'
import type { Pool } from '../pools/pools.ts'
import { openDatabase } from '../storage/database.ts'
import { openGroups, type GroupDetails, type Groups, type UserRoles } from './group-directory.ts'
import { openUserDirectory } from './user-directory.ts'
import { newUser } from './user.ts'

const POOL = { id: 'local_Pool1', settings: {} } as Pool
const READER = 'arn:aws:iam::123456789012:role/reader'
const EDITOR = 'arn:aws:iam::123456789012:role/editor'

let groups: Groups
beforeEach(() => {
  const database = openDatabase()
  const clock = createClock(() => 0)
  groups = openGroups({ database, users: openUserDirectory(database, clock), clock })
})

/** Returns the roles of a user in groups with these details. The groups are named a, b and c. */
function rolesIn(...details: GroupDetails[]): UserRoles {
  const names = details.map((_, index) => 'abc'.charAt(index))
  for (const [index, name] of names.entries()) groups.create(POOL, name, details[index] ?? {})
  const ana = newUser({ username: 'ana', sub: 'ana', status: 'CONFIRMED', attributes: {}, createdAtMs: 0 })
  return groups.rolesOf(POOL, { ...ana, groups: names })
}

// The rules for Precedence are from the documentation of CreateGroup.
test('the role of the group with the lowest precedence is preferred', () => {
  const roles = rolesIn({ roleArn: READER, precedence: 10 }, { roleArn: EDITOR, precedence: 9 })
  expect(roles).toEqual({ groups: ['b', 'a'], roles: [EDITOR, READER], preferredRole: EDITOR })
})

test('a group with precedence 0 comes first, and a group without precedence comes last', () => {
  const roles = rolesIn(
    { roleArn: READER },
    { roleArn: READER, precedence: 2 ** 31 - 1 },
    { roleArn: EDITOR, precedence: 0 },
  )
  expect(roles).toEqual({ groups: ['c', 'b', 'a'], roles: [EDITOR, READER], preferredRole: EDITOR })
})

test('if two groups have the same precedence and the same role, that role is preferred', () => {
  const roles = rolesIn({ roleArn: READER, precedence: 1 }, { roleArn: READER, precedence: 1 })
  expect(roles).toEqual({ groups: ['a', 'b'], roles: [READER], preferredRole: READER })
})

test.each([1, undefined])('two groups with precedence %s and different roles have no preferred role', (precedence) => {
  const equal = precedence === undefined ? {} : { precedence }
  const roles = rolesIn({ roleArn: READER, ...equal }, { roleArn: EDITOR, ...equal })
  expect(roles).toEqual({ groups: ['a', 'b'], roles: [READER, EDITOR] })
})

test('a user in groups without roles has no roles', () => {
  expect(rolesIn({ precedence: 1 }, {})).toEqual({ groups: ['a', 'b'], roles: [] })
})
