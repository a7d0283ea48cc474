import { resolve } from 'node:path'
import { startEmulator, type RunningEmulator, type UserPoolConfig } from '@cognito-srp/emulator'
import * as emulatorModule from '@cognito-srp/emulator'
import { totpCode } from '@cognito-srp/testing/totp'
import { afterEach, expect, test, vi } from 'vitest'

import { compileSnippets, readSnippets, runSnippet } from '../../../test/snippets.ts'
import * as client from '../src/index.ts'
import { FRAMES, POOL } from './readme-frames.ts'

// Every block of README.md is a whole program once its frame stands around it (readme-frames.ts). It is compiled as
// strictly as the package itself and run, letter for letter, against an emulator: only the service's address leads there.

const PACKAGE = resolve(import.meta.dirname, '..')
const SNIPPETS = readSnippets(resolve(PACKAGE, 'README.md'))
const CODE = SNIPPETS.filter(({ language }) => language === 'ts' || language === 'tsx')

const SERVICE = `https://cognito-idp.${POOL.id.split('_')[0]}.amazonaws.com/`

/** What a program has without importing it: the exports, as "everything below is imported" says, and the test's own. */
const GIVEN = `
${Object.keys(client)
  .map((name) => `declare const ${name}: typeof import('@cognito-srp/client').${name}`)
  .join('\n')}
type TokenStorage = import('@cognito-srp/client').TokenStorage
type ChallengeOf<Name extends import('@cognito-srp/client').ChallengeName> = import('@cognito-srp/client').ChallengeOf<Name>
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
  }
  export default AsyncStorage
}
`

let emulator: RunningEmulator | undefined

afterEach(async () => {
  vi.unstubAllGlobals()
  await emulator?.close()
})

/** The names that a program finds, for a pool of its own. */
async function startWorld(pool: Partial<UserPoolConfig> = {}) {
  const running = await startEmulator({ userPools: [{ ...POOL, ...pool }] })
  emulator = running
  const { fetch } = globalThis
  const fetched: { url: string; authorization: string | null }[] = []
  vi.stubGlobal('fetch', (url: string, request: RequestInit) => {
    if (url.startsWith('/')) {
      fetched.push({ url, authorization: new Headers(request.headers).get('authorization') })
      return Promise.resolve(new Response())
    }
    return fetch(url.replace(SERVICE, running.url), request)
  })
  const items = new Map<string, string>()
  const sessionStorage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
  const tests: (() => Promise<void>)[] = []
  const sentCode = (username: string) => running.outbox.findLast((sent) => sent.username === username)?.code ?? ''
  return {
    globals: {
      ...client,
      expect,
      fetched,
      sentCode,
      sessionStorage,
      totpCode,
      runTests: async () => {
        for (const work of tests) await work()
        expect(tests.length).toBeGreaterThan(0)
      },
    },
    modules: {
      '@cognito-srp/client': client,
      '@cognito-srp/emulator': emulatorModule,
      vitest: { expect, test: (_title: string, work: () => Promise<void>) => tests.push(work) },
    },
  }
}

test('every block of the page has its frame, and every frame its block', () => {
  expect(Object.keys(FRAMES).toSorted()).toEqual(CODE.map(({ name }) => name).toSorted())
  expect(SNIPPETS.filter((snippet) => !CODE.includes(snippet)).map(({ code }) => code)).toEqual([
    'npm install @cognito-srp/client\n',
  ])
})

test('every block compiles as strictly as the package', () => {
  const options = { tsconfig: resolve(PACKAGE, 'tsconfig.json'), folder: resolve(PACKAGE, 'test'), given: GIVEN }
  expect(compileSnippets(CODE, FRAMES, options)).toEqual([])
})

test.each(CODE.map((snippet) => [snippet.name, snippet] as const))('%s: runs', async (name, snippet) => {
  const { pool, modules, platform = {}, ...frame } = FRAMES[name] ?? {}
  const world = await startWorld(pool)
  for (const [name, value] of Object.entries(platform)) vi.stubGlobal(name, value)
  await runSnippet(snippet, frame, { modules: { ...world.modules, ...modules }, globals: world.globals })
})
