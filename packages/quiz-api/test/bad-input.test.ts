import { problemSchema } from '@cognito-srp/contract'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'

import { MAX_BODY_BYTES, startApiWithStats } from './api-with-stats.ts'

const { server, token, log, storedEtag, request, expectErrorResponse, stop } = await startApiWithStats()

afterAll(stop)

const entry = (stats: unknown) => JSON.stringify({ id: 'ana', questionsStats: { q9: stats } })
const keyed = (key: string) => `{"id":"ana","questionsStats":{${JSON.stringify(key)}:{"tries":1,"correct":1}}}`
const marked = (marks: unknown) => JSON.stringify({ id: 'ana', questionsStats: {}, marks })

test.each<[string, string | Uint8Array<ArrayBuffer>, string, string]>([
  ['no bytes', '', 'invalid-json', 'body'],
  ['a word', 'stats', 'invalid-json', 'body'],
  ['broken JSON', '{"id":"ana","questionsStats":{', 'invalid-json', 'body'],
  ['JSON with a comment', '{"id":"ana"/* me */,"questionsStats":{}}', 'invalid-json', 'body'],
  ['two JSON texts', '{"id":"ana","questionsStats":{}}{}', 'invalid-json', 'body'],
  ['bytes that are not UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 'invalid-encoding', 'body'],
  ['UTF-16', new Uint8Array(Buffer.from(entry({ tries: 1, correct: 1 }), 'utf16le')), 'invalid-json', 'body'],
  ['null', 'null', 'invalid-body', 'body'],
  ['a number', '7', 'invalid-body', 'body'],
  ['a list', '[]', 'invalid-body', 'body'],
  ['20,000 nested lists', '['.repeat(20_000) + ']'.repeat(20_000), 'invalid-body', 'body'],
  ['9,000 nested objects', '{"id":'.repeat(9_000) + '1' + '}'.repeat(9_000), 'invalid-body', 'body.id'],
  ['no id', '{"questionsStats":{}}', 'invalid-body', 'body.id'],
  ['an empty id', '{"id":"","questionsStats":{}}', 'invalid-body', 'body.id'],
  ['an id that is a number', '{"id":7,"questionsStats":{}}', 'invalid-body', 'body.id'],
  ['no questionsStats', '{"id":"ana"}', 'invalid-body', 'body.questionsStats'],
  ['questionsStats as a list', '{"id":"ana","questionsStats":[]}', 'invalid-body', 'body.questionsStats'],
  ['questionsStats as null', '{"id":"ana","questionsStats":null}', 'invalid-body', 'body.questionsStats'],
  ['an unknown field', '{"id":"ana","questionsStats":{},"admin":true}', 'invalid-body', 'body'],
  ['an entry that is null', entry(null), 'invalid-body', 'body.questionsStats.q9'],
  ['an entry without tries', entry({ correct: 0 }), 'invalid-body', 'body.questionsStats.q9.tries'],
  ['an entry without correct', entry({ tries: 1 }), 'invalid-body', 'body.questionsStats.q9.correct'],
  ['negative tries', entry({ tries: -1, correct: 0 }), 'invalid-body', 'body.questionsStats.q9.tries'],
  ['negative correct', entry({ tries: 1, correct: -1 }), 'invalid-body', 'body.questionsStats.q9.correct'],
  ['half a try', entry({ tries: 1.5, correct: 1 }), 'invalid-body', 'body.questionsStats.q9.tries'],
  ['tries as a string', entry({ tries: '1', correct: 1 }), 'invalid-body', 'body.questionsStats.q9.tries'],
  [
    'tries above the largest safe integer',
    entry({ tries: 2 ** 53, correct: 1 }),
    'invalid-body',
    'body.questionsStats.q9.tries',
  ],
  [
    'infinite tries',
    '{"id":"ana","questionsStats":{"q9":{"tries":1e999,"correct":0}}}',
    'invalid-body',
    'body.questionsStats.q9.tries',
  ],
  ['more correct than tries', entry({ tries: 1, correct: 2 }), 'invalid-body', 'body.questionsStats.q9.correct'],
  ['an entry with an unknown field', entry({ tries: 1, correct: 1, x: 1 }), 'invalid-body', 'body.questionsStats.q9'],
  ['the key __proto__', keyed('__proto__'), 'invalid-body', 'body.questionsStats.__proto__'],
  ['the key constructor', keyed('constructor'), 'invalid-body', 'body.questionsStats.constructor'],
  ['the key prototype', keyed('prototype'), 'invalid-body', 'body.questionsStats.prototype'],
  ['an empty question id', keyed(''), 'invalid-body', 'body.questionsStats'],
  ['a question id with a space', keyed('q 9'), 'invalid-body', 'body.questionsStats.q 9'],
  ['a question id of 101 characters', keyed('q'.repeat(101)), 'invalid-body', `body.questionsStats.${'q'.repeat(101)}`],
  ['__proto__ as a field', '{"id":"ana","questionsStats":{},"__proto__":{"id":"bruno"}}', 'invalid-body', 'body'],
  ['marks as a list', marked([]), 'invalid-body', 'body.marks'],
  ['marks as null', marked(null), 'invalid-body', 'body.marks'],
  ['a negative mark', marked({ device: -1 }), 'invalid-body', 'body.marks.device'],
  ['a mark that is a string', marked({ device: '1' }), 'invalid-body', 'body.marks.device'],
  [
    'a mark for the device __proto__',
    '{"id":"ana","questionsStats":{},"marks":{"__proto__":1}}',
    'invalid-body',
    'body.marks.__proto__',
  ],
  [
    '1,001 marks',
    marked(Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`d${n}`, 1]))),
    'invalid-body',
    'body.marks',
  ],
])('a body with %s gets 400, and the error names the location', async (_case, body, code, where) => {
  await expectErrorResponse(await request({ method: 'PUT', body }), { status: 400, code, where })
})

test.each([
  ['of another user', 'bruno'],
  ['in upper case', 'ANA'],
  ['with a space', 'ana '],
])('a PUT whose body has an id %s gets 403', async (_case, id) => {
  const answer = await request({ method: 'PUT', body: JSON.stringify({ id, questionsStats: {} }) })
  await expectErrorResponse(answer, { status: 403, code: 'foreign-id', where: 'body.id' })
})

test('a body over the limit gets 413, with or without Content-Length', async () => {
  const body = JSON.stringify({ id: 'ana', questionsStats: {}, padding: 'x'.repeat(MAX_BODY_BYTES) })
  const expected = { status: 413, code: 'body-too-large', where: 'body' }
  await expectErrorResponse(await request({ method: 'PUT', body }), expected)
  const stream = new Blob([body]).stream()
  const streamed = await fetch(`${server.url}/stats`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}` },
    body: stream,
    duplex: 'half',
  } as RequestInit)
  await expectErrorResponse(streamed, expected)
})

test('a truncated body writes nothing and is logged with status 400', async () => {
  const socket = connect(server.port, '127.0.0.1')
  const head = ['PUT /stats HTTP/1.1', 'Host: a', `Authorization: Bearer ${token}`, 'Content-Length: 1000']
  socket.write(`${head.join('\r\n')}\r\n\r\n{"id":"ana","questionsStats":{}`)
  await once(socket, 'connect')
  await request({}) // whatever was sent before has arrived
  log.length = 0
  socket.destroy()
  await expect.poll(() => log).toMatchObject([{ event: 'request', method: 'PUT', status: 400 }])
  expect((await request({})).headers.get('ETag')).toBe(storedEtag)
})

test.each([
  ['something other than HTTP', 'hello\r\n\r\n'],
  ['a Content-Length that is not a number', 'PUT /stats HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n'],
  [
    'both Content-Length and Transfer-Encoding',
    'PUT /stats HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n',
  ],
  ['no Host header', 'GET /stats HTTP/1.1\r\n\r\n'],
  ['headers of 20 kB', `GET /stats HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
])('a connection that sends %s is closed with an error, and the server keeps running', async (_case, bytes) => {
  const socket = connect(server.port, '127.0.0.1')
  socket.end(bytes)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect((await request({})).headers.get('ETag')).toBe(storedEtag)
})

test.each(['127.x.0.1', 'a b', '[::1', 'a:99999', ''])('a request with the Host %j gets 400, not 500', async (host) => {
  const socket = connect(server.port, '127.0.0.1')
  const bytes = `PUT /stats HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nAuthorization: Bearer ${token}\r\n`
  socket.end(`${bytes}Connection: close\r\nContent-Length: 0\r\n\r\n`)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
  expect((await request({})).headers.get('ETag')).toBe(storedEtag)
})

test('the check of a body stops at the twentieth flaw, and the response says so', async () => {
  const questionsStats = Object.fromEntries(
    Array.from({ length: 500 }, () => [randomUUID(), { tries: -1, correct: 0 }]),
  )
  const answer = await request({ method: 'PUT', body: JSON.stringify({ id: 'ana', questionsStats }) })
  const { detail, flaws } = problemSchema.parse(await answer.json())
  expect(detail).toBe('At least 20 things in the body are wrong. The check stopped there.')
  expect(flaws).toHaveLength(20)
  expect(flaws?.[0]).toEqual({
    path: expect.stringMatching(/^questionsStats\..*\.tries$/),
    message: 'must not be negative',
  })
})

test.each([
  ['If-Match', 'abc'],
  ['If-Match', '"abc'],
  ['If-Match', '"a" "b"'],
  ['If-Match', '*, "a"'],
  ['If-None-Match', 'w/"a"'],
  ['If-None-Match', ','],
])('a request with the header %s: %s gets 400', async (header, value) => {
  const body = JSON.stringify({ id: 'ana', questionsStats: {} })
  const answer = await request({ method: 'PUT', body, headers: { [header]: value } })
  await expectErrorResponse(answer, { status: 400, code: 'invalid-entity-tag', where: `header ${header}` })
})

test.each([
  ['POST', '/stats', 'GET, HEAD, PUT, DELETE'],
  ['PATCH', '/stats', 'GET, HEAD, PUT, DELETE'],
  ['PUT', '/questions', 'GET, HEAD'],
  ['DELETE', '/questions', 'GET, HEAD'],
  ['PROPFIND', '/questions', 'GET, HEAD'],
  ['POST', '/healthz', 'GET, HEAD'],
])('%s %s gets 405 and a list of the allowed methods', async (method, path, allowed) => {
  const answer = await request({ method, path })
  expect(answer.headers.get('Allow')).toBe(allowed)
  await expectErrorResponse(answer, { status: 405, code: 'method-not-allowed', where: 'method' })
})

test.each([
  '/',
  '/stats/ana',
  '/stats/',
  '/STATS',
  '//stats',
  '/stats%2F..%2Fquestions',
  '/questions/%E0%A4%A',
  '/questions.json',
  '/__proto__',
  '/.env',
])('the path %s gets 404', async (path) => {
  await expectErrorResponse(await request({ path }), { status: 404, code: 'not-found', where: 'path' })
})
