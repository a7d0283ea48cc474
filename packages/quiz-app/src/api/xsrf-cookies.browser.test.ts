import { afterEach, expect, test } from 'vitest'

import { createQuizApi } from './quiz-api.ts'

// Uses a real browser's cookies, which servers on other ports of the same host can also set.

const EMPTY = { id: 'ana', questionsStats: {} }
afterEach(() => {
  document.cookie = 'XSRF-TOKEN=; path=/; max-age=0'
})

test.each([
  ['mine', 'mine'],
  ['%', null],
  ['%zz', null],
  ['%00', null],
  ['a%0D%0Ab', null],
  ['%E2%82%AC', null],
  ['', null],
])('with the cookie XSRF-TOKEN=%s, the X-XSRF-TOKEN header of a write is %j', async (value, header) => {
  document.cookie = `XSRF-TOKEN=${value}; path=/`
  const sent: (string | null)[] = []
  const api = createQuizApi({
    baseUrl: '/api',
    accessToken: async () => 'token',
    fetch: async (input, init) => {
      sent.push(new Request(input, init).headers.get('X-XSRF-TOKEN'))
      return Response.json(EMPTY)
    },
  })
  await api.putStats(EMPTY)
  expect(sent).toEqual([header])
})
