import { afterAll, expect } from 'vitest'

// Test files share their globals (`isolate: false`), so each file must restore the globals that it replaces.

const NAMES = ['Date', 'clearTimeout', 'fetch', 'performance', 'setInterval', 'setTimeout'] as const
const valuesOf = () => NAMES.map((name): unknown => globalThis[name])

const before = valuesOf()
afterAll(() => {
  const after = valuesOf()
  expect(NAMES.filter((_name, index) => after[index] !== before[index])).toEqual([])
})
