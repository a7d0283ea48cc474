import { expect, test } from 'vitest'

import { OPERATION_TABLES } from './all.ts'

test('no operation is defined twice', () => {
  const names = OPERATION_TABLES.flatMap((table) => Object.keys(table))
  expect(names).toContain('InitiateAuth')
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
