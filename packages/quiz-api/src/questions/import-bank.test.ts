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

test('an import appends new questions, updates known questions in place, and does not remove questions', async () => {
  const store = openSqliteStore(':memory:')
  expect(await importBank(store, [question('b'), question('a')])).toEqual({ added: 2, changed: 0, unchanged: 0 })
  const change = await importBank(store, [question('c'), question('b', 'Não?'), question('a')])
  expect(change).toEqual({ added: 1, changed: 1, unchanged: 1 })
  expect((await store.readBank()).questions).toEqual([question('b', 'Não?'), question('a'), question('c')])
})

test('importing the same questions again changes nothing, not even the version', async () => {
  const store = openSqliteStore(':memory:')
  await importBank(store, [question('a')])
  const version = await store.bankVersion()
  const { theme, ...rest } = question('a')
  expect(await importBank(store, [{ theme, ...rest }])).toEqual({ added: 0, changed: 0, unchanged: 1 })
  expect(await store.bankVersion()).toBe(version)
})

test('adding or removing an explanation counts as a change', async () => {
  const store = openSqliteStore(':memory:')
  await importBank(store, [question('a')])
  const explained = { ...question('a'), explanation: 'Porque sim.' }
  for (const next of [explained, question('a')]) {
    expect(await importBank(store, [next])).toEqual({ added: 0, changed: 1, unchanged: 0 })
    expect((await store.readBank()).questions).toStrictEqual([next])
  }
})

test('a dry run counts the changes and writes nothing', async () => {
  const store = openSqliteStore(':memory:')
  await importBank(store, [question('a')])
  const before = await store.readBank()
  const change = await importBank(store, [question('a', 'Não?'), question('b')], { dryRun: true })
  expect(change).toEqual({ added: 1, changed: 1, unchanged: 0 })
  expect(await store.readBank()).toEqual(before)
})

test('an import that would exceed 10,000 questions is rejected and changes nothing', async () => {
  const store = openSqliteStore(':memory:')
  const questions = Array.from({ length: 10_000 }, (_, index) => question(`q${index}`))
  await importBank(store, questions)
  const full = await store.readBank()
  for (const dryRun of [false, true]) {
    await expect(importBank(store, [question('one-more')], { dryRun })).rejects.toThrow(
      new RangeError(
        'The bank would have 10001 questions, but the maximum is 10000. ' +
          'Nothing was imported. Import fewer questions.',
      ),
    )
  }
  expect(await store.readBank()).toEqual(full)
  expect(await importBank(store, [question('q7', 'Não?')])).toEqual({ added: 0, changed: 1, unchanged: 0 })
})
