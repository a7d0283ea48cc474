import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { listen } from '@cognito-srp/testing/listen'

/** Method, path and header names of a request. */
export type GatewayRequest = { method: string; path: string; headers: string[] }

type Stats = { id: string; questionsStats: Record<string, { tries: number; correct: number }> }

/** A third-party gateway at `url`, with the requests that it received and the data that it stores. */
export type PlainGateway = {
  url: string
  requests: GatewayRequest[]
  stored: () => Stats[]
  close(): Promise<void>
}

const BASE_PATH = '/v1'
const ALLOWED_METHODS = ['GET', 'PUT']
const ALLOWED_HEADERS: ReadonlySet<string> = new Set(['authorization', 'content-type'])
const CORS = { 'Access-Control-Allow-Origin': '*' }

/**
 * A REST gateway that implements only the specification: three calls, CORS only for `Authorization` and `Content-Type`,
 * no ETags, no marks, and plain-text responses to writes.
 */
export async function startPlainGateway(questions: readonly unknown[]): Promise<PlainGateway> {
  const requests: GatewayRequest[] = []
  const stats = new Map<string, Stats>()

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '' } = request
    if (method === 'OPTIONS') return answerPreflight(request, response)
    requests.push({ method, path, headers: Object.keys(request.headers) })
    const user = userOf(request)
    if (user === null) return reply(response, 401, 'Unauthorized')
    if (method === 'GET' && path === `${BASE_PATH}/questions`) return replyJson(response, questions)
    if (path !== `${BASE_PATH}/stats`) return reply(response, 404, 'Not Found')
    if (method === 'PUT') {
      stats.set(user, (await json(request)) as Stats)
      return reply(response, 200, 'OK')
    }
    const stored = stats.get(user)
    if (method !== 'GET') return reply(response, 405, 'Method Not Allowed')
    return stored ? replyJson(response, stored) : reply(response, 404, 'Not Found')
  }

  const { url, close } = await listen((request, response) => void respond(request, response))
  return { url: `${url}${BASE_PATH}`, requests, stored: () => [...stats.values()], close }
}

/**
 * Allows only the specified methods and headers. Responds to other preflights without CORS headers, so that the browser
 * blocks the request.
 */
function answerPreflight({ headers }: IncomingMessage, response: ServerResponse): void {
  const asked = (headers['access-control-request-headers'] ?? '').split(',').map((name) => name.trim().toLowerCase())
  const method = headers['access-control-request-method'] ?? ''
  const isAllowed = asked.every((name) => ALLOWED_HEADERS.has(name)) && ALLOWED_METHODS.includes(method)
  response.writeHead(isAllowed ? 204 : 403, {
    ...(isAllowed && {
      ...CORS,
      'Access-Control-Allow-Methods': ALLOWED_METHODS.join(', '),
      'Access-Control-Allow-Headers': 'Authorization, Content-Type',
    }),
  })
  response.end()
}

/** Returns the user in the access token. Other tests check the token's signature. */
function userOf({ headers }: IncomingMessage): string | null {
  const payload = /^Bearer [^.]+\.([^.]+)\./.exec(headers.authorization ?? '')?.[1]
  if (payload === undefined) return null
  return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { username: string }).username
}

function replyJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { ...CORS, 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

function reply(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...CORS, 'Content-Type': 'text/plain' }).end(text)
}
