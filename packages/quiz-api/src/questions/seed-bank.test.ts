import { expect, test } from 'vitest'

import { readSeedBank } from './seed-bank.ts'

const seed = readSeedBank()

test('the seed bank holds at least 300 questions over at least 12 themes, and at least 10 without one', () => {
  const themes = new Set(seed.map(({ theme }) => theme).filter((theme) => theme !== ''))
  expect(themes.size).toBeGreaterThanOrEqual(12)
  expect(seed.filter(({ theme }) => theme !== '').length).toBeGreaterThanOrEqual(300)
  expect(seed.filter(({ theme }) => theme === '').length).toBeGreaterThanOrEqual(10)
})

test('no id and no question of the seed bank occurs twice', () => {
  expect(new Set(seed.map(({ id }) => id)).size).toBe(seed.length)
  expect(new Set(seed.map(({ question }) => question)).size).toBe(seed.length)
})

test('every question of the seed bank has four or five different alternatives', () => {
  for (const { id, alternatives } of seed) {
    expect([4, 5], id).toContain(alternatives.length)
    expect(new Set(alternatives).size, id).toBe(alternatives.length)
  }
})
