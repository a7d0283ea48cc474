import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { keepStage, readKeptStage } from './kept-stage.ts'
import type { KeptStage } from './kept-stage.ts'

const CLIENT = 'web'

const log = vi.spyOn(console, 'error').mockImplementation(() => {})
const items = new Map<string, string>()

beforeEach(() => {
  items.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  log.mockClear()
})

const sent = { destination: 'a***@e***', atMs: 1 }
const recovery = { step: 'reset', username: 'ana@example.com', isRequired: false, sent } as const
const STAGES: KeptStage[] = [
  { name: 'recovery', recovery },
  { name: 'recovery', recovery: { ...recovery, step: 'confirm', sent: null } },
  { name: 'device-consent', username: 'ana' },
]

test.each(STAGES)('readKeptStage returns the stored stage $name unchanged, and null after its removal', (stage) => {
  keepStage(CLIENT, stage)
  expect(readKeptStage(CLIENT)).toEqual(stage)
  expect(log).not.toHaveBeenCalled()
  keepStage(CLIENT, null)
  expect(readKeptStage(CLIENT)).toBeNull()
  expect(items.size).toBe(0)
})

test('readKeptStage ignores the stage of another app client', () => {
  keepStage(CLIENT, STAGES[0] ?? null)
  expect(readKeptStage('another')).toBeNull()
})

test.each([
  '{',
  'null',
  '{"name":"device-consent"}',
  JSON.stringify({ name: 'recovery', recovery: { ...recovery, step: 'other' } }),
])('readKeptStage ignores and logs the damaged stage %s', (text) => {
  keepStage(CLIENT, STAGES[0] ?? null)
  for (const key of items.keys()) items.set(key, text)
  expect(readKeptStage(CLIENT)).toBeNull()
  expect(log).toHaveBeenCalledOnce()
})

test('if the browser blocks storage, keepStage and readKeptStage log the errors and do not throw them', () => {
  vi.stubGlobal('sessionStorage', undefined)
  keepStage(CLIENT, STAGES[0] ?? null)
  keepStage(CLIENT, null)
  expect(readKeptStage(CLIENT)).toBeNull()
  expect(log).toHaveBeenCalledTimes(3)
})
