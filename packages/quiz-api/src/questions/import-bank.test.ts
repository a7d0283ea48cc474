import { expect, test } from 'vitest'

import { openSqliteStore } from '../store/sqlite-store.ts'
import { importBank } from './import-bank.ts'

const question = (id: string, text = 'Sim?') => ({
  id,
  question: text,
  alternatives: ['sim', 'não'],
  correct: 0,
  theme: '',
})

test('new questions follow the known ones, changed ones keep their place, none is removed', async () => {
  const store = openSqliteStore(':memory:')
  expect(await importBank(store, [question('b'), question('a')])).toEqual({ added: 2, changed: 0, unchanged: 0 })
  const change = await importBank(store, [question('c'), question('b', 'Não?'), question('a')])
  expect(change).toEqual({ added: 1, changed: 1, unchanged: 1 })
  expect((await store.readBank()).questions).toEqual([question('b', 'Não?'), question('a'), question('c')])
})

test('importing the same twice changes nothing, not even the version', async () => {
  const store = openSqliteStore(':memory:')
  await importBank(store, [question('a')])
  const version = await store.bankVersion()
  const { theme, ...rest } = question('a')
  expect(await importBank(store, [{ theme, ...rest }])).toEqual({ added: 0, changed: 0, unchanged: 1 })
  expect(await store.bankVersion()).toBe(version)
})

test('an explanation that is new, or no longer there, is a change', async () => {
  const store = openSqliteStore(':memory:')
  await importBank(store, [question('a')])
  const explained = { ...question('a'), explanation: 'Porque sim.' }
  for (const next of [explained, question('a')]) {
    expect(await importBank(store, [next])).toEqual({ added: 0, changed: 1, unchanged: 0 })
    expect((await store.readBank()).questions).toStrictEqual([next])
  }
})

test('a dry run counts and writes nothing', async () => {
  const store = openSqliteStore(':memory:')
  await importBank(store, [question('a')])
  const before = await store.readBank()
  const change = await importBank(store, [question('a', 'Não?'), question('b')], { dryRun: true })
  expect(change).toEqual({ added: 1, changed: 1, unchanged: 0 })
  expect(await store.readBank()).toEqual(before)
})
