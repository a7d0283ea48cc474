import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

import { sole, synthesise } from '../test/synthesise.ts'

const code = String(sole(synthesise(), 'AWS::CloudFront::Function').Properties['FunctionCode'])

/** Runs the template's function as CloudFront does, by calling the script's `handler` with an event. */
function rewrite(uri: string): unknown {
  const event = { request: { uri, method: 'GET', headers: { host: { value: 'example.com' } } } }
  const request = runInNewContext(`${code}\nhandler(event)`, { event })
  expect(request).toMatchObject({ method: 'GET', headers: event.request.headers })
  return request.uri
}

test.each([
  ['/', '/index.html'],
  ['/quiz', '/index.html'],
  ['/stats/', '/index.html'],
  ['/v1.2/none', '/index.html'],
  ['/index.html', '/index.html'],
  ['/favicon.svg', '/favicon.svg'],
  ['/.well-known/security.txt', '/.well-known/security.txt'],
  ['/assets/quiz-4f2a.js', '/assets/quiz-4f2a.js'],
  ['/assets/none', '/assets/none'],
])('a request for %s returns %s', (uri, expected) => {
  expect(rewrite(uri)).toBe(expected)
})
