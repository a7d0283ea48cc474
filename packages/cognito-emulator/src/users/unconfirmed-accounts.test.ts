import { expect, test } from 'vitest'

import { createClock } from '../controls/clock.ts'
import { openPools, type Pool } from '../pools/pools.ts'
import { openDatabase } from '../storage/database.ts'
import { openUnconfirmedAccounts } from './unconfirmed-accounts.ts'
import { openUserDirectory, type UserDirectory } from './user-directory.ts'
import { newUser, type User } from './user.ts'

const NAMES = ['ana', 'bia', 'caio', 'davi', 'eva']
const KEPT = { entries: 3, bytes: 10_000 }

function open(): { users: UserDirectory; pool: Pool } {
  const database = openDatabase()
  const clock = createClock()
  const pool = openPools({ database, clock, configs: [{ id: 'local_Pool1', clients: [] }] }).get('local_Pool1')
  return { users: openUserDirectory(database, clock), pool }
}

function account(name: string, createdAtMs: number, length = 1): User {
  const attributes = { 'custom:all': 'x'.repeat(length) }
  return newUser({ username: name, sub: `sub-${name}`, status: 'UNCONFIRMED', attributes, createdAtMs })
}

const namesIn = (users: UserDirectory, pool: Pool): string[] => users.list(pool).map(({ username }) => username)

test('at the limit, the oldest unconfirmed account is removed, and an older confirmed account is kept', () => {
  const { users, pool } = open()
  const accounts = openUnconfirmedAccounts(users, [], KEPT)
  for (const [index, name] of NAMES.entries()) {
    accounts.add(pool, users.create(pool, account(name, index)))
    if (name === 'ana') users.change(pool, name, (user) => void (user.status = 'CONFIRMED'))
  }
  expect(namesIn(users, pool)).toEqual(['ana', 'caio', 'davi', 'eva'])
})

test('the emulator stores fewer unconfirmed accounts if their records are large', () => {
  const { users, pool } = open()
  const accounts = openUnconfirmedAccounts(users, [], KEPT)
  for (const [index, name] of NAMES.entries()) accounts.add(pool, users.create(pool, account(name, index, 6000)))
  expect(namesIn(users, pool)).toEqual(['eva'])
})

test('unconfirmed accounts from an earlier run count towards the limit, and the oldest accounts are removed first', () => {
  const { users, pool } = open()
  for (const [index, name] of NAMES.entries()) users.create(pool, account(name, 1000 - index))
  openUnconfirmedAccounts(users, [pool], KEPT)
  expect(namesIn(users, pool)).toEqual(['ana', 'bia', 'caio'])
})

test("a user's record has a maximum size", () => {
  const { users, pool } = open()
  users.create(pool, account('ana', 0, 250_000))
  const grow = () =>
    users.change(pool, 'ana', ({ attributes }) => void (attributes['custom:more'] = 'x'.repeat(20_000)))
  expect(grow).toThrow('Attempt limit exceeded')
  expect(users.get(pool, 'ana').attributes).not.toHaveProperty('custom:more')
})
