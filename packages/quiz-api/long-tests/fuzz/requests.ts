import { hugeText, mutate, mutateText, toHeader, toPath, type Random } from '@cognito-srp/testing/fuzz-inputs'
import type { SigningPool } from '@cognito-srp/testing/signing-pool'

/** One request in a form that can be printed and sent again. */
export type FuzzRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array
  /** Whether the connection is closed after the body, as if the client had disconnected. */
  breaksOff?: true
}

/** Users whose statistics are read and written. A body may have the id of another of these users. */
export const USERS = ['ana', 'bia', 'caio', '__proto__', 'constructor', 'ã', 'x'.repeat(128)]

const METHODS = ['GET', 'GET', 'HEAD', 'PUT', 'PUT', 'DELETE', 'POST', 'PATCH', 'OPTIONS', 'PROPFIND', 'get', 'x']
const PATHS = ['/questions', '/stats', '/stats', '/stats', '/healthz']
const ODD_PATHS = ['/metrics', '/', '/nowhere', '/stats/', '/healthz/x']
const TAGS = ['*', '"1"', 'W/"1"', '"1", "2"', '"', '1', '""', '"\u00ff"', `"${'x'.repeat(5_000)}"`]

const HEADERS: Record<string, readonly string[]> = {
  Accept: ['*/*', 'application/json', 'text/html;q=2', ';;;'],
  'Accept-Encoding': ['gzip', 'br', 'br;q=0, gzip', 'gzip;q=x, *;q=0', '*', 'identity;q=0', ','.repeat(5_000)],
  'If-Match': TAGS,
  'If-None-Match': TAGS,
  Cookie: ['XSRF-TOKEN=a', 'XSRF-TOKEN=%; XSRF-TOKEN=b', '__Host-XSRF-TOKEN=', 'a;'.repeat(2_000), '=;=;='],
  'X-XSRF-TOKEN': ['a', 'b', '', '%'],
  Origin: ['http://localhost', 'https://localhost', 'null', 'https://example.com', '//', 'http://localhost:x'],
  'Sec-Fetch-Site': ['same-origin', 'cross-site', 'x'],
  'Content-Type': ['application/json', 'text/plain', 'multipart/form-data', 'application/json; charset=utf-16'],
  'Content-Length': ['0', '1', '-1', '99999999999', '1e9', '5, 5', 'x'],
  'Content-Encoding': ['gzip', 'identity'],
  'Transfer-Encoding': ['chunked', 'gzip, chunked'],
  'X-Request-Id': ['a', 'x'.repeat(300)],
  'X-Forwarded-For': ['1.2.3.4', 'x'],
  'X-Forwarded-Proto': ['https', 'javascript'],
  'X-HTTP-Method-Override': ['DELETE'],
  Range: ['bytes=0-1', 'bytes=9-1'],
  Host: ['localhost', '127.x.0.1', 'a b', '', 'localhost:99999', '[::1', 'localhost@example.com'],
  Expect: ['100-continue', 'x'],
}

const STATS = {
  id: 'ana',
  questionsStats: { 'bio-1': { tries: 3, correct: 2 }, 'mat-1': { tries: 1, correct: 0 } },
  marks: { '5f0c4a52-7f0e-4d0e-9a43-2d1c5a8e7b16': 7 },
}

const TOKENS_KEPT = 300
const ALGORITHMS = ['RS256', 'RS256', 'RS256', 'none', 'HS256', 'PS256', 'RS512', 'ES256', '']

/** Creates access tokens: a valid token for each user, and many tokens with mutated claims and a valid signature. */
export async function makeTokens(pool: SigningPool, random: Random): Promise<{ good: string[]; odd: string[] }> {
  const good = await Promise.all(USERS.map((user) => pool.accessToken(user)))
  const claims = decode(good[0]?.split('.')[1])
  const odd: string[] = []
  while (odd.length < TOKENS_KEPT) {
    const changed = Object(mutate(random, claims)) as Record<string, unknown>
    const removed = Object.keys(claims).filter((name) => !(name in changed))
    const given = { ...changed, ...Object.fromEntries(removed.map((name) => [name, undefined])) }
    odd.push(await pool.accessToken('ana', given))
  }
  return { good, odd }
}

/** Makes a request in which most parts are valid and some parts are invalid. */
export function makeRequest(random: Random, tokens: { good: string[]; odd: string[] }): FuzzRequest {
  const user = random.below(USERS.length)
  const method = random.oneIn(20) ? random.pick(METHODS) : random.pick(['GET', 'PUT', 'PUT', 'DELETE', 'HEAD'])
  const headers: Record<string, string> = {}
  for (let count = random.below(4); count > 0; count -= 1) {
    const name = random.oneIn(20) ? mutateName(random) : random.pick(Object.keys(HEADERS))
    const value = random.pick(HEADERS[name] ?? [''])
    headers[name] = toHeader(random.oneIn(4) ? mutateText(random, value) : value)
  }
  if (!random.oneIn(12)) headers['Authorization'] = makeAuthorization(random, tokens, tokens.good[user] ?? '')
  const request = { method, path: makePath(random), headers }
  if (/^(get|head)$/i.test(method)) return request
  return { ...request, body: makeBody(random, USERS[user] ?? ''), ...(random.oneIn(100) && { breaksOff: true }) }
}

function makePath(random: Random): string {
  const path = random.pick(random.oneIn(12) ? ODD_PATHS : PATHS)
  if (random.oneIn(12)) return `/${toPath(mutateText(random, path))}`
  if (random.oneIn(8)) return `${path}?${toPath(random.bytes())}`
  return path
}

function makeAuthorization(random: Random, { odd }: { odd: string[] }, good: string): string {
  if (!random.oneIn(6)) return `Bearer ${good}`
  if (random.oneIn(3)) return `Bearer ${random.pick(odd)}`
  if (random.oneIn(3)) return toHeader(mutateText(random, `Bearer ${good}`))
  const [head = '', payload = '', signature = ''] = good.split('.')
  const header = {
    ...decode(head),
    alg: random.pick(ALGORITHMS),
    ...(random.oneIn(3) && { crit: ['b64'], b64: false }),
  }
  const changed = Buffer.from(JSON.stringify(random.oneIn(2) ? mutate(random, header) : header) ?? '').toString(
    'base64url',
  )
  return `Bearer ${changed}.${random.oneIn(9) ? payload.repeat(20) : payload}.${random.oneIn(3) ? '' : signature}`
}

function makeBody(random: Random, user: string): string | Uint8Array {
  const stats = { ...STATS, id: random.oneIn(20) ? random.pick(USERS) : user }
  if (random.oneIn(3_000)) return hugeText(random)
  if (random.oneIn(3_000)) return manyEntries(random, stats)
  if (random.oneIn(30)) return random.bytes()
  if (random.oneIn(50)) return Buffer.from(random.bytes(), 'latin1') // seldom UTF-8
  const text = JSON.stringify(random.oneIn(2) ? stats : mutate(random, stats)) ?? ''
  return random.oneIn(10) ? mutateText(random, text) : text
}

/** Makes a body with many identical entries, valid or invalid, from one entry to more than the limit. */
function manyEntries(random: Random, stats: object): string {
  const tally = random.pick<unknown>([{ tries: 1, correct: 1 }, { tries: 1, correct: 2 }, null, 'x', [], {}])
  const count = 1 + random.below(70_000)
  const entries = Array.from({ length: count }, (_, index) => [`q${index}`, tally])
  return JSON.stringify({ ...stats, questionsStats: Object.fromEntries(entries) as object })
}

function mutateName(random: Random): string {
  const name = mutateText(random, random.pick(Object.keys(HEADERS))).replaceAll(/[^\w!#$%&'*+.^`|~-]/g, '')
  return name === '' ? 'x' : name
}

function decode(part = ''): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
}
