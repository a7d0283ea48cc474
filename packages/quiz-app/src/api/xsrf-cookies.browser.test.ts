import { afterEach, expect, test } from 'vitest'

import { createQuizApi } from './quiz-api.ts'

// With the cookies of a real browser: another server of this host, on any port, may have put some there.

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
])('beside the cookie XSRF-TOKEN=%s a write goes out, with the header %j', async (value, header) => {
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
