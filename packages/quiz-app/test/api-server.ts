import { HttpResponse, http as route } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'

import { createQuizApi, type QuizApi, type QuizApiOptions } from '../src/api/quiz-api.ts'

export const BASE = 'https://api.test/v1'

/** Creates a mock server of the product API for the tests of one file. */
export function createApiServer() {
  const server = setupServer()
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
  afterEach(() => server.resetHandlers())
  afterAll(() => server.close())
  return server
}

/** Responds to calls with the given statuses in order and records the requests. */
export function record(server: ReturnType<typeof createApiServer>, ...statuses: number[]): Request[] {
  const requests: Request[] = []
  server.use(
    route.all(`${BASE}/*`, ({ request }) => {
      requests.push(request)
      return HttpResponse.json([], { status: statuses[requests.length - 1] ?? 200 })
    }),
  )
  return requests
}

/** Creates a client of the product API at {@link BASE}. `asked` records the token requests, `true` for a fresh token. */
export function startApi(options: Partial<QuizApiOptions> = {}): { api: QuizApi; asked: boolean[] } {
  const asked: boolean[] = []
  const accessToken = async ({ forceRefresh }: { forceRefresh: boolean }) => {
    asked.push(forceRefresh)
    return forceRefresh ? 'fresh' : 'stored'
  }
  return { api: createQuizApi({ baseUrl: BASE, accessToken, readCookies: () => '', ...options }), asked }
}
