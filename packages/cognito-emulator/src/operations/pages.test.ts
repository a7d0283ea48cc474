import { expect, test } from 'vitest'

import { pageOf, type PageRequest } from './pages.ts'

const NAMES = ['c', 'a', 'b', 'e', 'd']
const list = (names: string[], request: PageRequest) => pageOf(names, request, (name) => name)

function all(limit: number): string[][] {
  const pages: string[][] = []
  let token: string | undefined
  do {
    const { page, nextToken } = list(NAMES, { limit, token })
    pages.push(page)
    token = nextToken
  } while (token !== undefined)
  return pages
}

test('pageOf sorts items by key, and returns no token for the last page', () => {
  expect(all(2)).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  expect(all(5)).toEqual([['a', 'b', 'c', 'd', 'e']])
})

test.each([undefined, 0])('pageOf returns at most 60 items for a limit of %s', (limit) => {
  const names = Array.from({ length: 61 }, (_, index) => `name-${index}`)
  const first = list(names, { limit })
  expect(first.page).toHaveLength(60)
  expect(list(names, { limit, token: first.nextToken }).page).toHaveLength(1)
})

test('removing the items of a page does not skip items of the next page', () => {
  const { nextToken } = list(NAMES, { limit: 2 })
  expect(list(['c', 'e', 'd'], { limit: 2, token: nextToken }).page).toEqual(['c', 'd'])
})

test('a pagination token contains no whitespace', () => {
  const { nextToken } = list(['com espaço', 'é\n', 'z'], { limit: 2 })
  expect(nextToken).toMatch(/^\S+$/)
})

test.each(['', 'a', '!', 'YQ=='])('pageOf rejects the made-up token %j', (token) => {
  expect(() => list(NAMES, { token })).toThrow('Invalid pagination token')
})
