import { holdConnections, rawRequest, sendRaw } from '@cognito-srp/testing/raw-http'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { DEMO_ACCOUNT, DEMO_POOL } from './demo.ts'
import { startProduct, type Product } from './product.ts'
import { readSettings } from './settings.ts'

const PAGE = '<!doctype html><title>Revisa</title>'
const SCRIPT = `// ${'comment '.repeat(300)}`
const folder = mkdtempSync(join(tmpdir(), 'product-'))
const dist = join(folder, 'dist')

const HOST = 'Host: localhost'
const GZIP = 'Accept-Encoding: br, gzip'
const CALL = [
  HOST,
  'Content-Type: application/x-amz-json-1.1',
  'X-Amz-Target: AWSCognitoIdentityProviderService.InitiateAuth',
]

let product: Product
let etag: string

beforeAll(async () => {
  for (const path of ['assets/folder', '.well-known']) mkdirSync(join(dist, path), { recursive: true })
  writeFileSync(join(folder, 'secret.js'), 'secret')
  writeFileSync(join(dist, 'index.html'), PAGE)
  writeFileSync(join(dist, 'floor.js'), SCRIPT)
  writeFileSync(join(dist, 'assets/app-1.js'), SCRIPT)
  writeFileSync(join(dist, '.well-known/security.txt'), 'Contact: mailto:a@example.com\n')
  symlinkSync(join(folder, 'secret.js'), join(dist, 'assets/link.js'))
  product = await startProduct(readSettings({ PORT: '0', DATA_DIR: join(folder, 'data') }), dist)
  etag = (await fetch(product.url)).headers.get('ETag') ?? ''
})

afterAll(async () => {
  await product.close()
  rmSync(folder, { recursive: true })
})

const get = (path: string, ...headers: string[]) => rawRequest(`GET ${path}`, [HOST, ...headers])

/** Security headers that every response must have. */
const ON_EVERY_ANSWER = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'/),
}

test.each<[what: string, bytes: () => string, status: number]>([
  ['the page', () => get('/'), 200],
  ['a path of the app', () => get('/quiz'), 200],
  ['the cached page', () => get('/', `If-None-Match: ${etag}`), 304],
  ['HEAD of the page', () => rawRequest('HEAD /', [HOST]), 200],
  ['a file', () => get('/floor.js'), 200],
  ['a compressed file', () => get('/floor.js', GZIP), 200],
  ['an asset', () => get('/assets/app-1.js'), 200],
  ['security.txt', () => get('/.well-known/security.txt'), 200],
  ['a missing asset', () => get('/assets/app-0.js'), 404],
  ['a range of a file', () => get('/floor.js', 'Range: bytes=0-1'), 200],
  ['a form posted to the site', () => rawRequest('POST /', [HOST, 'Content-Length: 1'], 'a'), 405],
  ['OPTIONS of the site', () => rawRequest('OPTIONS /', [HOST]), 405],
  ['TRACE of the site', () => rawRequest('TRACE /', [HOST]), 405],
  ['TRACE of the identity service', () => rawRequest('TRACE /cognito-idp/', CALL), 405],
  ['an unknown method', () => rawRequest('MADE /', [HOST]), 400],
  ['the API without a token', () => get('/api/questions'), 401],
  ['an unknown path of the API', () => get('/api/nothing'), 404],
  ['an unsupported method of the API', () => rawRequest('POST /api/questions', [HOST]), 405],
  ['the keys of the pool', () => get('/cognito-idp/local_Pool1/.well-known/jwks.json'), 200],
  ['an unknown path of the identity service', () => get('/cognito-idp/nothing'), 404],
  ['an invalid call', () => rawRequest('POST /cognito-idp/', [...CALL, 'Content-Length: 2'], '{}'), 400],
  ['a call that breaks off', () => rawRequest('POST /cognito-idp/', [...CALL, 'Content-Length: 9'], '{'), 400],
  ['a call that is not JSON', () => rawRequest('POST /cognito-idp/', [...CALL, 'Content-Length: 1'], '{'), 400],
  ['a call with another Host', () => rawRequest('POST /cognito-idp/', ['Host: example.com', ...CALL.slice(1)]), 421],
  ["the emulator's control endpoints", () => get('/cognito-idp/_emulator/outbox'), 403],
  ['an invalid Host', () => rawRequest('GET /', ['Host: 127.x.0.1']), 400],
  ['a call with an invalid Host', () => rawRequest('POST /cognito-idp/', ['Host: 127.x.0.1', ...CALL.slice(1)]), 400],
  ['a path with a backslash', () => get('/..\\secret.js'), 400],
  ['a long head', () => get('/', `X: ${'x'.repeat(20_000)}`), 431],
  ['a line that is not HTTP', () => 'nonsense\r\n\r\n', 400],
  ['CONNECT', () => rawRequest('CONNECT example.com:443', [HOST]), 405],
])('the response to %s has the security headers', async (_what, bytes, status) => {
  const hangUp = bytes().includes('Content-Length: 9')
  const answer = await sendRaw(product.url, bytes(), { hangUp })
  expect(answer.status).toBe(status)
  expect(Object.fromEntries(answer.headers)).toMatchObject(ON_EVERY_ANSWER)
  expect(answer.body).not.toMatch(/node_modules|\.ts:\d|\n\s+at /)
})

test.each(['/', '/quiz', '/floor.js', '/assets/app-1.js', '/assets/none.js'])(
  'the policy of %s allows scripts and styles only from the site, and no scripts created from text',
  async (path) => {
    const policy = (await fetch(new URL(path, product.url))).headers.get('Content-Security-Policy')
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
    expect(policy).toContain("require-trusted-types-for 'script'")
  },
)

test.each([
  '/../secret.js',
  '/..%2fsecret.js',
  '/%2e%2e/secret.js',
  '/assets/../../secret.js',
  '/assets/..%5c..%5csecret.js',
  '/assets/%2e%2e/%2e%2e/secret.js',
  '/%252e%252e/secret.js',
  '/..;/secret.js',
  '/assets/link.js',
  '/floor.js%00',
  '/floor.js%00.png',
  '/FLOOR.JS',
  '//floor.js',
  '/C:/secret.js',
  '/.env',
  '/assets/',
  '/assets/folder',
])('a request for %s does not return a file', async (path) => {
  const { status, body } = await sendRaw(product.url, get(path))
  expect(status).toBe(404)
  expect(body).toBe('Not found')
})

test.each(['/floor.js/', '/%', '/%zz', '/__proto__', '/constructor', '/a/b/c', `/${'a'.repeat(8_000)}`])(
  'a request for %s returns the page',
  async (path) => {
    expect(await sendRaw(product.url, get(path))).toMatchObject({ status: 200, body: PAGE })
  },
)

test('files are compressed for clients that accept compression, and each encoding has its own ETag', async () => {
  const plain = await fetch(new URL('/floor.js', product.url), { headers: { 'Accept-Encoding': 'gzip;q=0' } })
  expect(await plain.text()).toBe(SCRIPT)
  expect(plain.headers.get('Content-Encoding')).toBeNull()
  const { headers, body } = await sendRaw(product.url, get('/floor.js', GZIP))
  expect(gunzipSync(Buffer.from(body, 'latin1')).toString()).toBe(SCRIPT)
  expect(Object.fromEntries(headers)).toMatchObject({ vary: 'Accept-Encoding', 'content-encoding': 'gzip' })
  expect(headers.get('ETag')).not.toBe(plain.headers.get('ETag'))
})

test('browsers may cache assets permanently and must revalidate the page and other files', async () => {
  const caching = async (path: string) => (await fetch(new URL(path, product.url))).headers.get('Cache-Control')
  expect(await caching('/assets/app-1.js')).toBe('public, max-age=31536000, immutable')
  expect([await caching('/floor.js'), await caching('/'), await caching('/quiz')]).toEqual(Array(3).fill('no-cache'))
})

test.each([
  ['an untrusted address', 'is closed', ''],
  ['a trusted proxy', 'gets a response', '127.0.0.1'],
])('with 500 open connections from %s, another connection %s', async (_who, outcome, TRUSTED_PROXIES) => {
  const settings = readSettings({ PORT: '0', DATA_DIR: mkdtempSync(join(folder, 'data-')), TRUSTED_PROXIES })
  const crowded = await startProduct(settings, dist)
  const release = await holdConnections(crowded.url, 500)
  expect((await sendRaw(crowded.url, get('/'))).status).toBe(outcome === 'is closed' ? 0 : 200)
  release()
  await crowded.close()
})

test('starting the product without a built app throws an error that says how to fix it', async () => {
  const settings = readSettings({ PORT: '0', DATA_DIR: join(folder, 'data') })
  await expect(startProduct(settings, join(folder, 'none'))).rejects.toThrow(
    /^The app is not built: .* Run: pnpm run build$/,
  )
})

test('if the port is in use, startProduct throws an error that says how to fix it, and closes its databases', async () => {
  const dataFolder = join(folder, 'data-of-second')
  const settings = readSettings({ PORT: new URL(product.url).port, DATA_DIR: dataFolder })
  await expect(startProduct(settings, dist)).rejects.toThrow(
    /^Another program uses port \d+\. Choose another port: PORT=/,
  )
  // SQLite deletes its -wal and -shm files when a database is closed.
  expect(readdirSync(dataFolder).sort()).toEqual(['admin-key', 'identity.sqlite', 'quiz.sqlite'])
})

const pool = (path: string, init?: RequestInit) => fetch(`${product.url}/cognito-idp${path}`, init)
const callPool = (target: string, body: object) =>
  pool('/', { method: 'POST', headers: { 'x-amz-target': target }, body: JSON.stringify(body) })
const SERVICE = 'AWSCognitoIdentityProviderService'

/** Creates a user with the demo account's password. @returns the user's name */
async function createUser(email: string): Promise<string> {
  const headers = { 'x-emulator-admin-key': readFileSync(join(folder, 'data', 'admin-key'), 'utf8') }
  const administer = (operation: string, body: object) =>
    pool('/', {
      method: 'POST',
      headers: { ...headers, 'x-amz-target': `${SERVICE}.${operation}` },
      body: JSON.stringify({ UserPoolId: DEMO_POOL.id, Username: email, ...body }),
    })
  const created = (await (await administer('AdminCreateUser', { MessageAction: 'SUPPRESS' })).json()) as {
    User: { Username: string }
  }
  await administer('AdminSetUserPassword', { Password: DEMO_ACCOUNT.password, Permanent: true })
  return created.User.Username
}

async function signIn(email: string) {
  const AuthParameters = { USERNAME: email, PASSWORD: DEMO_ACCOUNT.password }
  const start = { ClientId: 'web', AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters }
  const answer = (await (await callPool(`${SERVICE}.InitiateAuth`, start)).json()) as {
    AuthenticationResult: { AccessToken: string }
  }
  return answer.AuthenticationResult
}

test('an access token can change the phone number but not the e-mail address', async () => {
  const { AccessToken } = await signIn(DEMO_ACCOUNT.email)
  const write = (Name: string, Value: string) =>
    callPool(`${SERVICE}.UpdateUserAttributes`, { AccessToken, UserAttributes: [{ Name, Value }] })
  expect(await (await write('email', 'other@example.com')).json()).toMatchObject({ __type: 'NotAuthorizedException' })
  expect((await write('phone_number', '+5511987654321')).status).toBe(200)
})

test("changing the password ends the user's other sessions", async () => {
  const email = 'troca@example.com'
  await createUser(email)
  const [own, other] = [await signIn(email), await signIn(email)]
  const change = { PreviousPassword: DEMO_ACCOUNT.password, ProposedPassword: 'Outra-Senha-1' }
  expect((await callPool(`${SERVICE}.ChangePassword`, { AccessToken: own.AccessToken, ...change })).status).toBe(200)
  const ended = await callPool(`${SERVICE}.GetUser`, { AccessToken: other.AccessToken })
  expect(await ended.json()).toMatchObject({ message: 'Access Token has been revoked' })
})

test('the API rejects the access token of a deleted user', async () => {
  const email = 'deleted@example.com'
  const id = await createUser(email)
  const [{ AccessToken }, { AccessToken: tokenOfAnotherDevice }] = [await signIn(email), await signIn(email)]
  const putStats = (token: string) =>
    fetch(new URL('/api/stats', product.url), {
      method: 'PUT',
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify({ id, questionsStats: {} }),
    })
  expect((await putStats(AccessToken)).status).toBe(201)
  expect((await callPool(`${SERVICE}.DeleteUser`, { AccessToken })).status).toBe(200)
  const refused = await putStats(tokenOfAnotherDevice)
  expect(refused.status).toBe(401)
  expect(await refused.json()).toMatchObject({ code: 'token-revoked' })
})

test("the product rejects requests for the local pool's pages, OAuth tokens, control endpoints and administration", async () => {
  const form = (parameters: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(parameters) })
  const page = new URLSearchParams({ client_id: 'web', response_type: 'code', redirect_uri: `${product.url}/` })
  const ofClient = { client_id: 'web', code: 'x', redirect_uri: `${product.url}/` }
  const refused: [request: Promise<Response>, status: number][] = [
    [pool('/_emulator/outbox'), 403],
    [pool('/_emulator/sessions', { method: 'POST', body: '{"username":"ana"}' }), 403],
    [pool(`/oauth2/authorize?${page}`), 400],
    [pool(`/login?${page}`), 400],
    [pool(`/signup?${page}`), 400],
    [pool('/oauth2/token', form({ ...ofClient, grant_type: 'authorization_code' })), 400],
    [pool('/oauth2/token', form({ ...ofClient, grant_type: 'client_credentials' })), 400],
    [pool('/oauth2/token', { ...form({ grant_type: 'refresh_token' }), headers: { origin: 'http://evil.test' } }), 403],
    [pool(`/_import/${DEMO_POOL.id}/import-1/x`, { method: 'PUT', body: 'x' }), 404],
    [callPool('TrentService.Decrypt', { CiphertextBlob: '' }), 400],
    [callPool(`${SERVICE}.ListUsers`, { UserPoolId: DEMO_POOL.id }), 400],
    [callPool(`${SERVICE}.CreateUserImportJob`, { UserPoolId: DEMO_POOL.id }), 400],
  ]
  const answers = await Promise.all(refused.map(async ([request]) => (await request).status))
  expect(answers).toEqual(refused.map(([, status]) => status))
})
