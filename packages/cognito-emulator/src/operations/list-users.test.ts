import { beforeAll, expect, test } from 'vitest'

import { call, createTestEmulator, POOL_ID } from '../../test/caller.ts'
import type { Emulator } from '../index.ts'

type Listed = { Users: { Username: string; Attributes: { Name: string; Value: string }[] }[]; PaginationToken?: string }

const ANA = {
  username: 'ana',
  attributes: {
    email: 'ana@example.com',
    phone_number: '+5511987654321',
    name: 'Ana "B" \\ C',
    given_name: 'Ana',
    family_name: 'Braga',
    preferred_username: 'aninha',
    'custom:turma': 'a',
  },
}

let emulator: Emulator
beforeAll(async () => {
  emulator = createTestEmulator({ users: [ANA, { username: 'Bia', password: 'x', temporaryPassword: true }] })
  await call(emulator, 'AdminDisableUser', { UserPoolId: POOL_ID, Username: 'Bia' })
})

const list = async (more: object): Promise<Listed> =>
  call<Listed>(emulator, 'ListUsers', { UserPoolId: POOL_ID, ...more })
const find = async (Filter: string): Promise<string[]> => (await list({ Filter })).Users.map(({ Username }) => Username)
const escape = (value: string): string => value.replaceAll(/["\\]/g, String.raw`\$&`)

test.each([
  ['', ['ana', 'Bia']],
  ['username = "ana"', ['ana']],
  ['username = "ANA"', []],
  ['sub = "ana"', []],
  ['cognito:user_status = "CONFIRMED"', ['ana']],
  ['cognito:user_status = "force_change_password"', ['Bia']],
  ['cognito:user_status ^= "Conf"', ['ana']],
  ['status = "Enabled"', ['ana']],
  ['status = "Disabled"', ['Bia']],
  ['status = "disabled"', []],
  ['family_name = ""', []],
  ['email="ana@example.com"', ['ana']],
  ['"email" ^= "ana@"', ['ana']],
  ['  email  ^=  "ana"  ', ['ana']],
  ['email = "ana"', []],
  ['email = "nobody@example.com"', []],
])('ListUsers with the filter "%s" returns %j', async (filter, names) => {
  expect(await find(filter)).toEqual(names)
})

test.each(['email', 'phone_number', 'name', 'given_name', 'family_name', 'preferred_username'] as const)(
  'ListUsers can search %s by value and by prefix',
  async (name) => {
    const value = ANA.attributes[name]
    expect(await find(`${name} = "${escape(value)}"`)).toEqual(['ana'])
    expect(await find(`${name} = "${escape(value.slice(0, 2))}"`)).toEqual([])
    expect(await find(`${name} ^= "${escape(value.slice(0, 2))}"`)).toEqual(['ana'])
  },
)

test('ListUsers can search by sub', async () => {
  const { Users } = await list({ AttributesToGet: ['sub'] })
  expect(await find(`sub = "${Users[0]?.Attributes[0]?.Value}"`)).toEqual(['ana'])
})

test.each(['email is ana', 'email = ana', 'email =', 'email', '= "ana"', 'email = "ana" name = "a"', 'email = "a"b"'])(
  'ListUsers rejects the malformed filter "%s"',
  async (filter) => {
    await expect(find(filter)).rejects.toMatchObject({
      code: 'InvalidParameterException',
      message: 'Error while parsing filter.',
    })
  },
)

test.each(['custom:turma', 'locale', 'constructor'])('ListUsers cannot search by %s', async (name) => {
  await expect(find(`${name} = "a"`)).rejects.toMatchObject({
    code: 'InvalidParameterException',
    message: `Invalid search attribute: ${name}`,
  })
})

test('ListUsers returns only the attributes in AttributesToGet', async () => {
  const request = { Filter: 'username = "ana"', AttributesToGet: ['custom:turma', 'email'] }
  const [ana] = (await list(request)).Users
  expect(ana?.Attributes).toHaveLength(2)
  expect(ana?.Attributes).toContainEqual({ Name: 'email', Value: 'ana@example.com' })
  expect(ana?.Attributes).toContainEqual({ Name: 'custom:turma', Value: 'a' })
  const none = await list({ AttributesToGet: [] })
  expect(none.Users.map(({ Attributes }) => Attributes)).toEqual([[], []])
})

test('ListUsers fails if a listed user lacks an attribute in AttributesToGet', async () => {
  await expect(list({ AttributesToGet: ['email'] })).rejects.toMatchObject({
    code: 'InvalidParameterException',
    message: 'One or more requested attributes do not exist.',
  })
})

test('ListUsers paginates its results with and without a filter', async () => {
  emulator = createTestEmulator({ users: ['a', 'B', 'c', 'd', 'e'].map((username) => ({ username })) })
  await call(emulator, 'AdminDisableUser', { UserPoolId: POOL_ID, Username: 'c' })
  for (const [Filter, pages] of [
    ['', [['a', 'B'], ['c', 'd'], ['e']]],
    [
      'status = "Enabled"',
      [
        ['a', 'B'],
        ['d', 'e'],
      ],
    ],
  ] as const) {
    const listed: string[][] = []
    let page: Listed = { Users: [] }
    do {
      const more = page.PaginationToken ? { PaginationToken: page.PaginationToken } : {}
      page = await list({ Limit: 2, Filter, ...more })
      listed.push(page.Users.map(({ Username }) => Username))
    } while (page.PaginationToken)
    expect(listed).toEqual(pages)
  }
})
