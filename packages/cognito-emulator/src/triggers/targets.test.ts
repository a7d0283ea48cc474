import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { BIA, call, createTestEmulator } from '../../test/caller.ts'
import type { TriggerTarget } from './configuration.ts'

const ARN = 'arn:aws:lambda:us-east-1:123456789012:function:PreSignUp'
const MODULES = {
  'esm.mjs': `export const handler = async (event) => {
    event.response.autoConfirmUser = true
    return event
  }
  export const refuse = async () => { throw new TypeError('not today') }
  export const forget = async () => {}
  export const constant = 7`,
  'common.cjs': `exports.handler = function (event, context, callback) {
    event.response.autoConfirmUser = context.functionName === 'PreSignUp'
    callback(null, event)
  }`,
  'broken.mjs': `import './nowhere.mjs'`,
}

const directory = mkdtempSync(join(tmpdir(), 'emulator-triggers-'))
for (const [name, source] of Object.entries(MODULES)) writeFileSync(join(directory, name), source)

/** Responses in Lambda's format, by the last segment of the path. */
const answers: Record<string, (event: object) => { status?: number; headers?: Record<string, string>; body: string }> =
  {
    confirm: (event) => ({ body: JSON.stringify({ ...event, response: { autoConfirmUser: true } }) }),
    invocations: (event) => ({ body: JSON.stringify({ ...event, response: { autoConfirmUser: true } }) }),
    unhandled: () => ({
      headers: { 'x-amz-function-error': 'Unhandled' },
      body: '{"errorType":"Error","errorMessage":"no room"}',
    }),
    emulated: () => ({ body: '{"errorType":"Error","errorMessage":"no room","stackTrace":[]}' }),
    html: () => ({ body: '<html>' }),
    'bad-gateway': () => ({ status: 502, body: '<html>' }),
    elsewhere: () => ({ status: 302, headers: { location: '/confirm' }, body: '' }),
    large: (event) => ({ body: JSON.stringify({ ...event, response: { padding: 'x'.repeat(6_291_557) } }) }),
  }
const received: { method: string | undefined; type: string | undefined; event: unknown }[] = []
const server = createServer((request, response) => void answer(request, response))
async function answer(request: IncomingMessage, response: ServerResponse) {
  const event = JSON.parse(await text(request)) as object
  received.push({ method: request.method, type: request.headers['content-type'], event })
  if (request.url === '/broken') {
    response.writeHead(200, { 'content-length': '9' }).write('{', () => response.destroy())
    return
  }
  const { status = 200, headers = {}, body } = answers[request.url?.split('/').at(-1) ?? '']?.(event) ?? { body: '' }
  response.writeHead(status, headers).end(body)
}
let base = ''
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(async () => {
  server.close()
  server.closeAllConnections()
  rmSync(directory, { recursive: true })
})

const signUpWith = (preSignUp: TriggerTarget) =>
  call(createTestEmulator({ triggers: { preSignUp } }, { directory }), 'SignUp', BIA)

test.each<[string, TriggerTarget]>([
  ['an ES module', { module: './esm.mjs' }],
  ['a CommonJS module that calls back', { module: 'common.cjs' }],
  ['a module with an absolute path', { module: join(directory, 'esm.mjs'), export: 'handler' }],
])('%s can be a trigger', async (_case, target) => {
  await expect(signUpWith(target)).resolves.toMatchObject({ UserConfirmed: true })
})

test.each<[string, TriggerTarget, string, string]>([
  [
    'throws',
    { module: 'esm.mjs', export: 'refuse' },
    'UserLambdaValidationException',
    'PreSignUp failed with error not today.',
  ],
  [
    'returns nothing',
    { module: 'esm.mjs', export: 'forget' },
    'InvalidLambdaResponseException',
    'Unrecognizable lambda output',
  ],
  [
    'does not export the named function',
    { module: 'esm.mjs', export: 'constant' },
    'UserLambdaValidationException',
    'PreSignUp failed with error esm.mjs exports no function constant.',
  ],
])('a module that %s causes the same error as in Lambda', async (_case, target, code, message) => {
  await expect(signUpWith(target)).rejects.toMatchObject({ code, message })
})

test('a module that cannot be loaded fails with the same error as a failed function', async () => {
  await expect(signUpWith({ module: 'broken.mjs' })).rejects.toMatchObject({
    code: 'UserLambdaValidationException',
    message: expect.stringMatching(/^PreSignUp failed with error Error: .*nowhere\.mjs/),
  })
})

test('createEmulator rejects a trigger whose module does not exist', () => {
  const triggers = { preSignUp: { module: './missing.mjs' } }
  expect(() => createTestEmulator({ triggers }, { directory })).toThrow(
    /The module .*missing\.mjs of .*preSignUp does not exist/,
  )
  expect(() => createTestEmulator({}, { directory, lambdas: { [ARN]: { module: './missing.mjs' } } })).toThrow(
    TypeError,
  )
})

test.each(['confirm', '2015-03-31/functions/function/invocations'])(
  'a URL with the path /%s can be a trigger',
  async (path) => {
    received.length = 0
    await expect(signUpWith({ url: `${base}${path}` })).resolves.toMatchObject({ UserConfirmed: true })
    expect(received).toMatchObject([
      { method: 'POST', type: 'application/json', event: { triggerSource: 'PreSignUp_SignUp', userName: 'bia' } },
    ])
  },
)

const FAILED = 'PreSignUp failed with error no room.'
test.each([
  ['a function error', 'UserLambdaValidationException', 'unhandled', FAILED],
  ['a function error without the x-amz-function-error header', 'UserLambdaValidationException', 'emulated', FAILED],
  ['HTML', 'InvalidLambdaResponseException', 'html', 'Invalid lambda function output : Invalid JSON'],
  ['more than 6 MB', 'InvalidLambdaResponseException', 'large', 'Invalid lambda function output : Invalid JSON'],
  [
    'status 502',
    'UnexpectedLambdaException',
    'bad-gateway',
    'PreSignUp invocation failed due to error HTTP status 502.',
  ],
])('a trigger URL that responds with %s fails with %s', async (_case, code, path, message) => {
  await expect(signUpWith({ url: `${base}${path}` })).rejects.toMatchObject({ code, message })
})

test('redirects of a trigger URL are not followed', async () => {
  received.length = 0
  await expect(signUpWith({ url: `${base}elsewhere` })).rejects.toMatchObject({ code: 'UnexpectedLambdaException' })
  expect(received).toHaveLength(1)
})

test.each([
  ['without a listening server', () => 'http://127.0.0.1:1/'],
  ['that breaks the connection', () => `${base}broken`],
])('a trigger URL %s fails with UnexpectedLambdaException', async (_case, url) => {
  await expect(signUpWith({ url: url() })).rejects.toMatchObject({
    code: 'UnexpectedLambdaException',
    message: expect.stringMatching(/^PreSignUp invocation failed due to error \w.*\.$/),
  })
})

test.each([
  ['a file URL', { url: 'file:///etc/passwd' }],
  ['a module that also has a URL', { url: 'http://127.0.0.1/', module: 'esm.mjs' }],
  ['a string', './esm.mjs'],
])('createEmulator rejects %s as a trigger', (_case, preSignUp) => {
  const triggers = { preSignUp } as unknown as { preSignUp: TriggerTarget }
  expect(() => createTestEmulator({ triggers })).toThrow(/preSignUp/)
})
