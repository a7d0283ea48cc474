import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { listen } from '@cognito-srp/testing/listen'
import { vi } from 'vitest'

import * as reactHooks from '../../src/react/index.ts'

// This module contains stubs of platforms and packages for the code blocks in the client's documentation.

const APP = resolve(import.meta.dirname, '../../../quiz-app/src')
const requireOfApp = createRequire(resolve(APP, 'main.tsx'))
const requireOfTesting = createRequire(resolve(import.meta.dirname, '../../../testing/src/listen.ts'))

/** The app's copy of React. Without a document, React uses server rendering, so the tests do not cover rendering in a browser. */
export const REACT = {
  folder: APP,
  modules: {
    react: requireOfApp('react') as unknown,
    'react/jsx-runtime': requireOfApp('react/jsx-runtime') as unknown,
    '@cognito-srp/client/react': reactHooks as unknown,
    'react-dom/server': requireOfApp('react-dom/server') as unknown,
  },
}

/**
 * Stubs of two packages whose native code runs only on a phone. Node provides the randomness, and a Map stores the items. The
 * consumers in `interop` run the library on React Native's engine.
 */
export const REACT_NATIVE: Record<string, unknown> = {
  'react-native-get-random-values': {},
  '@react-native-async-storage/async-storage': { __esModule: true, default: asyncStorage() },
}

function asyncStorage() {
  const items = new Map<string, string>()
  return {
    getItem: async (key: string) => items.get(key) ?? null,
    setItem: async (key: string, value: string) => void items.set(key, value),
    removeItem: async (key: string) => void items.delete(key),
  }
}

/** Adds the globals `document`, `localStorage` and `window` of a page. */
export function stubPage(): void {
  const localStorage = mapStorage()
  vi.stubGlobal('document', {})
  vi.stubGlobal('localStorage', localStorage)
  vi.stubGlobal('window', { localStorage })
}

/** Creates a web storage that keeps its items in a Map. */
export function mapStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

/**
 * Stub of `NextResponse.next`. The property `forwarded` of the response contains the forwarded request headers. The examples and
 * the consumers in `interop` run Next itself.
 */
export const NEXT_SERVER = {
  NextResponse: {
    next: ({ request }: { request: { headers: Headers } }) =>
      Object.assign(new Response(), { forwarded: request.headers }),
  },
}

/**
 * Stub of Next's router. Only code in a browser calls the router. The long test of the example `next` runs a sign-in in Next
 * itself.
 */
export const NEXT_NAVIGATION = { useRouter: () => ({}) }

export const HONO_NODE_SERVER = requireOfTesting('@hono/node-server') as Record<string, unknown>

type ExpressResponse = ServerResponse & {
  append(name: string, values: string[]): void
  status(code: number): ExpressResponse
  json(body: object): void
}
type ExpressHandler = (request: IncomingMessage, response: ExpressResponse) => unknown

/**
 * Creates a stub of Express on top of Node's HTTP server. The stub has only the functions that the code block for Express calls.
 * The example react-server-sessions runs on Express itself.
 */
export function express() {
  const routes: { prefix: string; handler: ExpressHandler }[] = []
  const add = (path: string, handler: ExpressHandler) => void routes.push({ prefix: path.split('{')[0] ?? '', handler })
  const server = listen((request, response) => {
    const given = Object.assign(response, {
      append: (name: string, values: string[]) => void response.appendHeader(name, values),
      status: (code: number) => Object.assign(given, { statusCode: code }),
      json: (body: object) => void response.end(JSON.stringify(body)),
    }) as ExpressResponse
    routes.find(({ prefix }) => request.url?.startsWith(prefix))?.handler(request, given)
  })
  return {
    all: add,
    get: add,
    /** Sends a request with the `Sec-Fetch-Site` header that browsers add to same-origin requests. */
    async answer({ url, method, headers, body }: Request): Promise<Response> {
      const sent = new Headers(headers)
      sent.set('sec-fetch-site', 'same-origin')
      const text = body ? await new Response(body).text() : undefined
      const { pathname } = new URL(url)
      return fetch(`${(await server).url}${pathname}`, { method, headers: sent, ...(text && { body: text }) })
    },
    close: async () => (await server).close(),
  }
}

/**
 * Creates a stub of the package `redis` that stores values in a Map. The stub has only the functions that the code block for
 * Redis calls. `long-tests/redis-store.long.ts` uses a real Redis.
 */
export function mapRedis() {
  const items = new Map<string, string>()
  const redis = {
    get: async (key: string) => items.get(key) ?? null,
    set: async (key: string, value: string) => void items.set(key, value),
  }
  return { createClient: () => ({ connect: async () => redis }) }
}

/** Cleanup functions that the frameworks' stubs collect. Calling these cleanup functions unmounts the component under test. */
export const destroy: (() => void)[] = []

export const FRAMEWORKS: Record<string, unknown> = {
  vue: {
    shallowRef: (value: unknown) => ({ value }),
    onScopeDispose: (end: () => void) => destroy.push(end),
  },
  'svelte/store': {
    readable: (first: unknown, start: (set: (value: unknown) => void) => () => void) => {
      let value = first
      const stop = start((next) => (value = next))
      destroy.push(stop)
      return { read: () => value }
    },
  },
  'solid-js': {
    createSignal: (first: unknown) => {
      let value = first
      return [() => value, (change: (before: unknown) => unknown) => (value = change(value))]
    },
    onCleanup: (end: () => void) => destroy.push(end),
  },
  '@angular/core': {
    DestroyRef: {},
    inject: () => ({ onDestroy: (end: () => void) => destroy.push(end) }),
    signal: (first: unknown) => {
      let value = first
      return { set: (next: unknown) => (value = next), asReadonly: () => () => value }
    },
  },
}
