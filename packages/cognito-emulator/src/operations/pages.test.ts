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

test('pages follow one another in the order of the keys, and the last has no token', () => {
  expect(all(2)).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  expect(all(5)).toEqual([['a', 'b', 'c', 'd', 'e']])
})

test.each([undefined, 0])('a limit of %s means 60', (limit) => {
  const names = Array.from({ length: 61 }, (_, index) => `name-${index}`)
  const first = list(names, { limit })
  expect(first.page).toHaveLength(60)
  expect(list(names, { limit, token: first.nextToken }).page).toHaveLength(1)
})

test('who removes what a page lists finds all of the next page', () => {
  const { nextToken } = list(NAMES, { limit: 2 })
  expect(list(['c', 'e', 'd'], { limit: 2, token: nextToken }).page).toEqual(['c', 'd'])
})

test('a token has no character that a model forbids', () => {
  const { nextToken } = list(['com espaço', 'é\n', 'z'], { limit: 2 })
  expect(nextToken).toMatch(/^\S+$/)
})

test.each(['', 'a', '!', 'YQ=='])('the token %j, which nobody was given, is refused', (token) => {
  expect(() => list(NAMES, { token })).toThrow('Invalid pagination token')
})
