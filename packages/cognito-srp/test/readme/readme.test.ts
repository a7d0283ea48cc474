import * as nodeCrypto from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as emulatorModule from '@cognito-srp/emulator'
import { startEmulator, type RunningEmulator } from '@cognito-srp/emulator'
import { totpCode } from '@cognito-srp/testing/totp'
import * as hono from 'hono'
import * as honoCookie from 'hono/cookie'
import * as honoCsrf from 'hono/csrf'
import * as oauth4webapi from 'oauth4webapi'
import { afterEach, expect, test, vi } from 'vitest'

import { compilePrograms, readSnippets, runProgram, type Snippet } from '../../../../test/snippets.ts'
import * as identityJs from '../../src/identity-js/index.ts'
import * as client from '../../src/index.ts'
import * as oauth from '../../src/oauth/index.ts'
import * as server from '../../src/server/index.ts'
import type { FetchRequest } from '../../src/service/transport.ts'
import { HostedPage } from '../hosted-page.ts'
import { TestBrowser } from '../session-handlers.ts'
import { readCliInput } from './aws-cli.ts'
import { FRAMES, POOL } from './client-frames.ts'
import { COMMANDS, EMULATOR_FRAMES } from './emulator-frames.ts'
import { createPageVisitor } from '../../../cognito-emulator/test/page-visitor.ts'
import { endComponent } from './login-frames.ts'
import { express, mapStorage, NEXT_SERVER } from './platforms.ts'
import type { ReadmeFrame } from './readme-frame.ts'

// Frames turn the TypeScript code blocks in both READMEs and both docs folders into complete programs. The tests compile each
// program as strictly as the package itself and run each program against an emulator. A stub of `fetch` redirects the requests for
// the service to the emulator.

const PACKAGE = resolve(import.meta.dirname, '../..')
const EMULATOR = resolve(PACKAGE, '../cognito-emulator')
const pagesOf = (folder: string) => ['README.md', ...globSync('docs/*.md', { cwd: folder }).toSorted()]
const SERVICE = `https://cognito-idp.${POOL.id.split('_')[0]}.amazonaws.com/`

/** Snippets that `app-client-guide.test.ts` in deploy/ runs, because the snippets need the packages of deploy/. */
const RUN_BY_DEPLOY = new Set(['AWS CDK', 'Terraform'])
const HOSTED_PAGES = 'https://auth.example.com/'

const isCode = ({ language }: Snippet) => language === 'ts' || language === 'tsx'
const readPages = (folder: string) => pagesOf(folder).flatMap((page) => readSnippets(resolve(folder, page)))
const clientBlocks = readPages(PACKAGE).filter(({ name }) => !RUN_BY_DEPLOY.has(name))
const emulatorBlocks = readPages(EMULATOR)
const programs: (Snippet & ReadmeFrame)[] = []
for (const block of clientBlocks.filter(isCode)) programs.push({ ...block, ...FRAMES[block.name] })
for (const block of emulatorBlocks.filter(isCode)) programs.push({ ...block, ...EMULATOR_FRAMES[block.name] })
const commands = emulatorBlocks.filter((block) => !isCode(block))

/** Declarations of the package's exports and of the test functions that programs use without an import. */
const GIVEN = `
${Object.keys(client)
  .map((name) => `declare const ${name}: typeof import('@cognito-srp/client').${name}`)
  .join('\n')}
type TokenStorage = import('@cognito-srp/client').TokenStorage
type SessionStore = import('@cognito-srp/client/server').SessionStore
declare const createSessionHandler: typeof import('@cognito-srp/client/server').createSessionHandler
type Browser = import('../session-handlers.ts').TestBrowser
declare const openBrowser: (server: { handle: (request: Request) => Promise<Response> }) => Browser
declare const requestHeaders: Headers
declare const openPage: (address: string) => import('../hosted-page.ts').HostedPage
declare const signInOnHostedPages: (url: string, user: { username: string; password: string }) => Promise<string>
declare const express: typeof import('./platforms.ts').express
declare module '@hono/node-server' {
  export function getRequestListener(
    fetch: (request: Request) => Promise<Response>,
  ): (request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => void
}
declare module 'redis' {
  type Redis = {
    get(key: string): Promise<string | null>
    set(key: string, value: string, options: { PX: number }): Promise<string | null>
  }
  export function createClient(options: { url: string }): { connect(): Promise<Redis> }
}
declare const endComponent: () => void
declare module '@/sessions' {
  export const sessions: import('@cognito-srp/client/server').SessionHandler
}
type LoginPage = import('./login-frames.ts').LoginPage
declare module '*/client' { export const client: import('@cognito-srp/client').CognitoClient }
declare module '*/login-page' { export const LoginPage: LoginPage }
declare module 'next/navigation' {
  export function useRouter(): { replace(path: string): void; refresh(): void }
}
declare module 'next/headers' {
  export function headers(): Promise<Headers>
}
declare module 'next/server' {
  export type NextRequest = Request
  export const NextResponse: { next(init: { request: { headers: Headers } }): Response & { forwarded: Headers } }
}
declare module 'vue' {
  export function shallowRef<T>(value: T): { value: T }
  export function onScopeDispose(end: () => void): void
}
declare module 'svelte/store' {
  export function readable<T>(value: T, start: (set: (value: T) => void) => () => void): { read: () => T }
}
declare module 'solid-js' {
  export function createSignal<T>(value: T): [() => T, (change: (before: T) => T) => void]
  export function onCleanup(end: () => void): void
}
declare module '@angular/core' {
  export const DestroyRef: unique symbol
  export function inject(token: typeof DestroyRef): { onDestroy: (end: () => void) => void }
  export function signal<T>(value: T): { set: (value: T) => void; asReadonly: () => () => T }
}
declare const expect: typeof import('vitest').expect
declare const printed: string[]
declare const fetched: { url: string; authorization: string | null }[]
declare const sentCode: (username: string) => string
declare const totpCode: (secretCode: string) => Promise<string>
declare const runTests: () => Promise<void>
declare module 'react-native-get-random-values'
declare module '@react-native-async-storage/async-storage' {
  const AsyncStorage: {
    getItem(key: string): Promise<string | null>
    setItem(key: string, value: string): Promise<void>
    removeItem(key: string): Promise<void>
    getAllKeys(): Promise<readonly string[]>
  }
  export default AsyncStorage
}
`

const GLOBALS = { ...client, createSessionHandler: server.createSessionHandler, totpCode }
const MODULES = {
  '@cognito-srp/client': client,
  '@cognito-srp/client/identity-js': identityJs,
  '@cognito-srp/client/oauth': oauth,
  '@cognito-srp/client/server': server,
  '@cognito-srp/emulator': emulatorModule,
  oauth4webapi,
  hono,
  'hono/cookie': honoCookie,
  'hono/csrf': honoCsrf,
  'node:crypto': nodeCrypto,
  'next/server': NEXT_SERVER,
}

let emulator: RunningEmulator | undefined

afterEach(async () => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await emulator?.close()
  emulator = undefined
})

/** Starts an emulator that replaces the service, and returns the packages and globals for a program. */
async function startWorld({ pool, modules, setUp }: ReadmeFrame) {
  const running = (emulator = await startEmulator({ userPools: [{ ...POOL, ...pool }] }))
  const fetched: { url: string; authorization: string | null }[] = []
  const { fetch } = globalThis
  const requestHeaders = new Headers()
  let browser: TestBrowser | undefined
  vi.stubGlobal('fetch', async (url: string, request?: FetchRequest) => {
    if (url.startsWith(SERVICE)) return fetch(url.replace(SERVICE, running.url), request)
    if (url.startsWith(HOSTED_PAGES)) return fetch(url.replace(HOSTED_PAGES, running.url), request)
    if (url === '/auth/' && browser && request) return browser.fetch(url, request)
    if (url === '/auth/session' && browser) return Response.json((await browser.send(url)).body)
    if (!/^\/|^https:\/\/api\.example\.com\//.test(url)) return fetch(url, request)
    fetched.push({ url, authorization: new Headers(request?.headers).get('authorization') })
    return Response.json({})
  })
  const openBrowser = (handler: Pick<server.SessionHandler, 'handle'>) => (browser = new TestBrowser(handler))
  /** Signs in on the pool's hosted pages and returns the callback URL with the authorization code. */
  const signInOnHostedPages = async (url: string, user: { username: string; password: string }) => {
    const visitor = createPageVisitor(running)
    await visitor.open(url.replace(HOSTED_PAGES, '/'))
    return (await visitor.submit(user)).headers.get('location')
  }
  const openPage = (address: string) => new HostedPage(address).show()
  setUp?.()
  const { vitest, runTests } = collectTests()
  const sentCode = (username: string) => running.outbox.findLast((sent) => sent.username === username)?.code ?? ''
  return {
    modules: { ...MODULES, vitest, 'next/headers': { headers: async () => requestHeaders }, ...modules },
    globals: {
      ...GLOBALS,
      endComponent,
      expect,
      fetched,
      openBrowser,
      openPage,
      express,
      requestHeaders,
      runTests,
      sentCode,
      signInOnHostedPages,
      sessionStorage: mapStorage(),
    },
  }
}

/** Stub of vitest for blocks that contain tests. `runTests` runs these tests. */
function collectTests() {
  const hooks: { before: (() => unknown)[]; tests: (() => unknown)[]; after: (() => unknown)[] } = {
    before: [],
    tests: [],
    after: [],
  }
  return {
    vitest: {
      expect,
      beforeAll: (work: () => unknown) => hooks.before.push(work),
      test: (_title: string, work: () => unknown) => hooks.tests.push(work),
      afterAll: (work: () => unknown) => hooks.after.push(work),
    },
    runTests: async () => {
      expect(hooks.tests.length).toBeGreaterThan(0)
      for (const work of [...hooks.before, ...hooks.tests, ...hooks.after]) await work()
    },
  }
}

test('every block has a frame, and every frame has a block', () => {
  const names = (blocks: readonly { name: string }[]) => blocks.map(({ name }) => name).toSorted()
  expect(names(clientBlocks.filter(isCode))).toEqual(Object.keys(FRAMES).toSorted())
  expect(names(emulatorBlocks.filter(isCode))).toEqual(Object.keys(EMULATOR_FRAMES).toSorted())
  expect(names(commands)).toEqual(Object.keys(COMMANDS).toSorted())
  const others = clientBlocks.filter((block) => !isCode(block))
  expect(others.map(({ name, code }) => `${name}: ${code.split('\n')[0]}`)).toEqual([
    '@cognito-srp/client: npm install @cognito-srp/client',
    'AWS CLI: aws cognito-idp create-user-pool-client \\',
    'Hosted login: npm install @cognito-srp/client oauth4webapi',
    'From amazon-cognito-identity-js in five minutes: npm install @cognito-srp/client',
  ])
})

test('every block compiles as strictly as the package', async () => {
  const options = { tsconfig: resolve(PACKAGE, '../../tsconfig.json'), folder: import.meta.dirname, given: GIVEN }
  expect(await compilePrograms(programs, options)).toEqual([])
})

test.each(programs.map((program) => [program.name, program] as const))(
  'the block "%s" runs',
  async (_name, program) => {
    await runProgram(program, await startWorld(program))
    await program.check?.()
  },
)

test.each(commands.map((block) => [block.name, block] as const))(
  'the command block "%s" has the described effect',
  async (name, block) => {
    await COMMANDS[name]?.(block.code, commands)
  },
)

test('the first code block of the README reports a challenge and does not call the API', async () => {
  const block = clientBlocks.find(isCode)
  if (!block) throw new Error('README.md has no code block.')
  const ana = { username: 'ana@example.com', password: 'Senha-123', emailMfa: true as const }
  const users = [{ ...ana, attributes: { email: ana.username } }]
  const program = { ...block, before: `const password = 'Senha-123'\n` }
  const world = await startWorld({ pool: { users } })
  expect(await runProgram(program, world)).toEqual(['The user has to answer EMAIL_OTP.'])
  expect(world.globals.fetched).toEqual([])
})

test('the app client that the AWS CLI snippet creates allows SRP and USER_AUTH, and rotates refresh tokens', async () => {
  await startWorld({})
  const input = readCliInput(clientBlocks.find(({ name }) => name === 'AWS CLI')?.code ?? '')
  const headers = { 'x-amz-target': 'AWSCognitoIdentityProviderService.CreateUserPoolClient' }
  const response = await fetch(SERVICE, { method: 'POST', headers, body: JSON.stringify(input) })
  const created = (await response.json()) as {
    UserPoolClient: { ClientId: string; PreventUserExistenceErrors: string }
  }
  expect(created.UserPoolClient).toMatchObject({ PreventUserExistenceErrors: 'ENABLED', EnableTokenRevocation: true })

  const pool = client.createCognitoClient({ userPoolId: POOL.id, clientId: created.UserPoolClient.ClientId })
  const person = { username: 'ana@example.com', password: 'Senha-123' }
  expect(await client.signIn(pool, { ...person, flow: 'USER_AUTH' })).toMatchObject({ name: 'SIGNED_IN' })
  expect(await client.signIn(pool, person)).toMatchObject({ name: 'SIGNED_IN' })
  const { refreshToken } = await client.getSession(pool)
  const renewed = await client.getSession(pool, { forceRefresh: true })
  expect(renewed.refreshToken).not.toBe(refreshToken)
})

const FLOWS = ['USER_SRP_AUTH', 'USER_AUTH', 'CUSTOM_AUTH', 'USER_PASSWORD_AUTH'] as const

test.each(FLOWS)('README.md lists ALLOW_%s, and an app client without this setting rejects the flow', async (flow) => {
  expect(readFileSync(resolve(PACKAGE, 'README.md'), 'utf8')).toMatch(
    new RegExp(`^\\|.*\\| \`ALLOW_${flow}\` \\|$`, 'm'),
  )
  const explicitAuthFlows = FLOWS.filter((other) => other !== flow).map((other) => `ALLOW_${other}`)
  await startWorld({ pool: { clients: [{ id: '1example23456789', explicitAuthFlows }] } })
  const pool = client.createCognitoClient({ userPoolId: POOL.id, clientId: '1example23456789' })
  const rejected = client.signIn(pool, { username: 'ana@example.com', password: 'Senha-123', flow })
  const message = expect.stringContaining(flow)
  await expect(rejected).rejects.toMatchObject({ name: 'ServiceError', code: 'InvalidParameterException', message })
})
