import type { UserStats } from '@cognito-srp/contract'
import { HttpResponse, http as route } from 'msw'
import { expect, test } from 'vitest'

import { BASE, createApiServer, record, startApi } from '../../test/api-server.ts'

const STATS: UserStats = { id: 'ana', questionsStats: { q1: { tries: 1, correct: 1 } } }

const server = createApiServer()

test('deleteStats sends one DELETE if the server supports this method', async () => {
  const requests = record(server, 204)
  expect(await startApi().api.deleteStats()).toBe('deleted')
  expect(requests.map(({ method }) => method)).toEqual(['DELETE'])
})

/** Creates a plain gateway with the given response to DELETE and the given stored statistics. */
function recordPlainGateway(answerToDelete: Response, stored: UserStats | null): { puts: unknown[] } {
  const puts: unknown[] = []
  server.use(
    route.delete(`${BASE}/stats`, () => answerToDelete),
    route.get(`${BASE}/stats`, () => (stored ? HttpResponse.json(stored) : new HttpResponse(null, { status: 404 }))),
    route.put(`${BASE}/stats`, async ({ request }) => {
      puts.push(await request.json())
      return new HttpResponse('OK')
    }),
  )
  return { puts }
}

test.each([
  ['404', new HttpResponse(null, { status: 404 })],
  ['405', new HttpResponse(null, { status: 405 })],
  ['501', new HttpResponse(null, { status: 501 })],
  ['a refused preflight', HttpResponse.error()],
])('deleteStats writes empty statistics if the gateway responds to DELETE with %s', async (_case, answer) => {
  const { puts } = recordPlainGateway(answer, STATS)
  expect(await startApi().api.deleteStats()).toBe('emptied')
  expect(puts).toEqual([{ id: 'ana', questionsStats: {} }])
})

test('deleteStats writes nothing if a gateway without DELETE stores no statistics', async () => {
  const { puts } = recordPlainGateway(new HttpResponse(null, { status: 405 }), null)
  expect(await startApi().api.deleteStats()).toBe('deleted')
  expect(puts).toEqual([])
})

test('deleteStats rejects if the server cannot delete the statistics', async () => {
  record(server, 500)
  await expect(startApi().api.deleteStats()).rejects.toMatchObject({ code: 'HttpStatus', status: 500 })
  server.use(route.all(`${BASE}/*`, () => HttpResponse.error()))
  await expect(startApi().api.deleteStats()).rejects.toMatchObject({ code: 'Unreachable' })
})
