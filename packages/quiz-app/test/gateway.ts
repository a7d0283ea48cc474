import type { Question, QuestionsStats, UserStats } from '@cognito-srp/contract'

import { createQuizApi, type QuizApi } from '../src/api/quiz-api.ts'

/** Fault of one request: a `lost-request` does not arrive; a `lost-reply` arrives, but its response does not. */
export type Fault = 'lost-request' | 'lost-reply' | 'server-error'

export type GatewayOptions = {
  /** Whether the gateway stores `marks` like the product's API. A plain gateway stores only the specified fields. */
  keepsMarks: boolean
  /** Whether the gateway sends `ETag` and respects `If-Match`. */
  hasEtags: boolean
}

/** Creates a gateway with one user's statistics. The gateway implements the protocol independently and shares no code with the client. */
export function createGateway({ keepsMarks, hasEtags }: GatewayOptions) {
  const history: UserStats[] = []
  let version = 0
  let puts = 0
  const etag = (): Record<string, string> => (hasEtags ? { ETag: `"${version}"` } : {})

  const store = (document: UserStats) => {
    version += 1
    const { marks = {}, ...plain } = document
    history.push(keepsMarks ? { ...plain, marks } : plain)
  }

  async function handle(request: Request): Promise<Response> {
    const body = request.method === 'PUT' ? ((await request.json()) as UserStats) : null
    const current = history.at(-1) // no other request runs between here and the call of store
    if (body === null) {
      if (current === undefined) return Response.json({ error: 'no statistics yet' }, { status: 404 })
      return Response.json(current, { headers: etag() })
    }
    puts += 1
    const expected = request.headers.get('If-Match')
    if (hasEtags && expected !== null && expected !== `"${version}"`) return new Response(null, { status: 412 })
    if (request.headers.get('If-None-Match') === '*' && current !== undefined)
      return new Response(null, { status: 412 })
    store(body)
    return Response.json(history.at(-1), { headers: etag() })
  }

  return {
    handle,
    /** Restores an earlier state, including its marks. States without counts are skipped, because they would be deletions. */
    overwriteWithEarlierState(age: number) {
      const earlier = history.filter(({ questionsStats }) => Object.keys(questionsStats).length > 0).at(-1 - age)
      if (earlier !== undefined) store(earlier)
    },
    /** Deletes the statistics. */
    erase() {
      version += 1
      history.length = 0
    },
    store,
    stored: (): UserStats | undefined => history.at(-1),
    counts: (): QuestionsStats => history.at(-1)?.questionsStats ?? {},
    putCount: () => puts,
  }
}

/** Creates the whole product API, with the bank at /questions and a gateway at /stats. */
export function createProductApi(questions: readonly Question[], gateway = createMarkedGateway()) {
  const requests: string[] = []
  const handle = async (request: Request): Promise<Response> => {
    const path = new URL(request.url).pathname.replace('/api', '')
    requests.push(`${request.method} ${path}`)
    return path === '/questions' ? Response.json(questions) : gateway.handle(request)
  }
  return { handle, gateway, requests }
}

/** Creates a gateway that stores statistics like the product's API. */
export function createMarkedGateway() {
  return createGateway({ keepsMarks: true, hasEtags: true })
}

type Handler = (request: Request) => Promise<Response>

/** Origin of the page in tests without a page. */
const PAGE = 'https://app.test'

/** Creates a client of the product API with a test's `fetch`. By default the API is on the page's origin. */
export function createApiOver(fetch: Handler, baseUrl = '/api'): QuizApi {
  return createQuizApi({
    baseUrl,
    accessToken: async () => 'token',
    fetch: (input, init) => fetch(new Request(input instanceof Request ? input : new URL(input, PAGE), init)),
    readCookies: () => '',
  })
}

const PLAIN_REQUEST = { methods: ['GET', 'PUT'], headers: ['authorization', 'content-type'] }

/**
 * Simulates a browser in front of a plain gateway on another origin, whose CORS allows `Authorization` and `Content-Type` and exposes
 * no headers. Other requests fail, and no response shows an ETag. Responses to writes are text.
 */
export function behindPlainCors(handle: Handler): Handler {
  return async (request) => {
    const names = [...request.headers.keys()]
    const isAllowed = PLAIN_REQUEST.methods.includes(request.method)
    if (!isAllowed || names.some((name) => !PLAIN_REQUEST.headers.includes(name)))
      throw new TypeError('Failed to fetch')
    const { status, body } = await handle(request)
    return request.method === 'PUT' && status < 300 ? new Response('OK', { status }) : new Response(body, { status })
  }
}
