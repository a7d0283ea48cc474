// Sends 20,000 raw requests to the server that `npm start` starts. The requests include truncated heads and bodies,
// multiple or malformed hosts, contradictory lengths, smuggled requests and floods of headers. Each response must have
// a status below 500, or 501 or 505, must have the header X-Content-Type-Options, and must contain no stack trace. The
// log must not contain a stack trace either, and none of a second user's requests may fail.
// Run: node --conditions=@cognito-srp/source scripts/long-tests/fuzz-raw-http.long.ts [seed [path]]

import { resolve } from 'node:path'
import { fuzz, type Trial } from '@cognito-srp/testing/fuzz'
import { mutateText, type Random } from '@cognito-srp/testing/fuzz-inputs'
import { sendRaw, type RawAnswer } from '@cognito-srp/testing/raw-http'
import { signUpAtProduct } from '@cognito-srp/testing/attacked/product-user'
import { watchVisits } from '@cognito-srp/testing/attacked/witness'
import { Checkout } from '@cognito-srp/testing/attacked/checkout'

const INPUTS = 20_000

/** Time that a client waits for a response to an incomplete request. */
const PATIENCE_MS = 400

const STACK = /\n\s+at .+:\d+:\d+/

const METHODS = ['GET', 'POST', 'PUT', 'HEAD', 'DELETE', 'OPTIONS']
const ODD_METHODS = ['TRACE', 'CONNECT', 'PRI', 'PROPFIND', 'get', 'G T', '']
const TARGETS = [
  '/',
  '/quiz',
  '/api/questions',
  '/api/stats',
  '/api/healthz',
  '/cognito-idp/',
  '/cognito-idp/_emulator/outbox',
  '/cognito-idp/local_Pool1/.well-known/jwks.json',
  '/.well-known/security.txt',
  '/assets/../../../../.data/admin-key',
  '/%2e%2e/%2e%2e/package.json',
  '/%E0%A4%A',
  '//example.com/',
  'http://example.com/',
  'http://127.0.0.1:99999/',
  '*',
  'example.com:443',
  '/?' + 'a'.repeat(9_000),
]
const VERSIONS = ['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.1 ', 'http/1.1', '']
const HOSTS = ['127.0.0.1', 'localhost', '127.x.0.1', '[::1', 'a b', '', 'example.com', '127.0.0.1:99999', '::1', 'a@b']
const LINES = [
  'Connection: keep-alive',
  'Cookie: XSRF-TOKEN=%; XSRF-TOKEN=b',
  'Origin: http://127.0.0.1',
  'Origin: https://example.com',
  'Sec-Fetch-Site: cross-site',
  'Content-Type: application/x-amz-json-1.1',
  'X-Amz-Target: AWSCognitoIdentityProviderService.InitiateAuth',
  'X-Emulator-Admin-Key: x',
  'Authorization: Bearer e30.e30.e30',
  'If-None-Match: *',
  'Range: bytes=9-1',
  'Accept-Encoding: br;q=0, *',
]
const ODD_LINES = [
  'Content-Length: 5',
  'Content-Length: 0',
  'Content-Length: -1',
  'Content-Length: 5, 6',
  'Content-Length: +5',
  'Content-Length: 99999999',
  'Content-Length : 5',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding: gzip',
  'Expect: 100-continue',
  'Expect: x',
  'Upgrade: h2c',
  'Connection: Upgrade, HTTP2-Settings',
  ': empty',
  'no colon',
  ' folded: x',
  'X: \u0000',
  'X: \u00ff\u0080',
  `X: ${'x'.repeat(20_000)}`,
  Array.from({ length: 3_000 }, (_, index) => `X-${index}: x`).join('\r\n'),
]
const BODIES = [
  '',
  '',
  '',
  'hello',
  '{"ClientId":"web","AuthFlow":"USER_AUTH","AuthParameters":{"USERNAME":"x"}}',
  '{}',
]
const ODD_BODIES = [
  '{"ClientId":',
  '5\r\nhello\r\n0\r\n\r\n',
  '5;x=y\r\nhello\r\n0\r\nX: trailer\r\n\r\n',
  'fffffffffffffffff\r\n',
  '-1\r\n\r\n',
  '0\r\n\r\nGET /api/healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
  'GET /api/healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n',
]

const checkout = new Checkout(resolve(import.meta.dirname, '../..'))
const product = await checkout.startProduct()
const { accessToken } = await signUpAtProduct(product, 'eva@example.com')
const second = watchVisits({
  url: `${product.url}/api/questions`,
  headers: { Authorization: `Bearer ${accessToken}` },
  everyMs: 50,
})
const keptBeforeMb = await product.keptHeapMb()
product.watch()
try {
  await fuzz({
    inputs: INPUTS,
    targets: [{ name: 'raw requests', percent: 100, make: rawRequests }],
    atOnce: 24,
  })
  await judgeProduct()
} finally {
  await checkout.close()
}

/**
 * Prints memory and response times. Reports an exit of the server, heap growth, stack traces, and failed requests by
 * the second user.
 */
async function judgeProduct(): Promise<void> {
  const { peakRssMb, longestBlockMs } = product.usage
  const { answers, p50Ms, p99Ms, slowestMs, failures } = await second.stop()
  const keptMb = await product.keptHeapMb()
  console.log(
    `the heap of the product had ${keptBeforeMb} MB before and ${keptMb} MB after the run; the product had at most ${peakRssMb} MB resident memory`,
  )
  console.log(`the product's event loop was blocked for at most ${longestBlockMs} ms`)
  console.log(`a second user: ${answers} responses, p50 ${p50Ms} ms, p99 ${p99Ms} ms, the slowest ${slowestMs} ms`)
  const problems = [
    ...(product.isAlive ? [] : ['The product has exited.']),
    ...(failures > 0 ? [`${failures} requests of the second user failed.`] : []),
    ...(keptMb > keptBeforeMb + 24 ? [`The product's heap grew from ${keptBeforeMb} MB to ${keptMb} MB.`] : []),
    ...(STACK.test(product.output)
      ? [`The terminal output contains a stack trace:\n${product.output.slice(-2_000)}`]
      : []),
  ]
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}

function rawRequests(random: Random): Trial {
  const bytes = makeBytes(random)
  const options = { hangUp: random.oneIn(3), waitMs: PATIENCE_MS }
  return {
    input: { text: Buffer.from(bytes).toString('latin1'), ...options },
    run: async () => judge(await sendRaw(product.url, bytes, options)),
  }
}

/** Checks one response. @returns the status, or `no response` */
function judge({ status, headers, body }: RawAnswer): string {
  if (!product.isAlive) throw new Error(`The product has exited:\n${product.output.slice(-2_000)}`)
  if (status >= 500 && status !== 501 && status !== 505) throw new Error(`Answered with ${status}: ${body}`)
  if (STACK.test(body)) throw new Error(`The response contains a stack trace: ${body}`)
  if (/^[\w-]{32}$/.test(body)) throw new Error('The response looks like the administrator’s key.')
  if (status >= 200 && headers.get('X-Content-Type-Options') !== 'nosniff') {
    throw new Error(`The response with status ${status} lacks the security headers.`)
  }
  return status === 0 ? 'no response' : String(status)
}

/** Makes a request with a mostly valid head and a body, and sometimes truncates the request. */
function makeBytes(random: Random): Uint8Array {
  const method = random.pick(random.oneIn(12) ? ODD_METHODS : METHODS)
  const lines = [`${method} ${random.pick(TARGETS)} ${random.oneIn(20) ? random.pick(VERSIONS) : 'HTTP/1.1'}`]
  for (let hosts = random.oneIn(12) ? random.below(3) : 1; hosts > 0; hosts -= 1) {
    lines.push(`Host: ${random.oneIn(8) ? random.pick(HOSTS) : '127.0.0.1'}`)
  }
  const body = random.pick(random.oneIn(4) ? ODD_BODIES : BODIES)
  if (body !== '' && !random.oneIn(4)) lines.push(`Content-Length: ${body.length}`)
  for (let count = random.below(3); count > 0; count -= 1) lines.push(random.pick(random.oneIn(4) ? ODD_LINES : LINES))
  if (!random.oneIn(6)) lines.push('Connection: close')
  const ends = random.oneIn(20) ? random.pick(['\n', '\r', '\n\r']) : '\r\n'
  const text = lines.join(ends) + ends + ends + body
  const changed = random.oneIn(8) ? mutateText(random, text) : random.oneIn(60) ? random.bytes() : text
  const whole = random.oneIn(10) ? changed.slice(0, random.below(changed.length)) : changed
  return Buffer.from(whole, 'latin1')
}
