import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { vi } from 'vitest'

// What blocks of README.md need and Node has not. Each says what it is, and what it cannot show.

const APP = resolve(import.meta.dirname, '../../../quiz-app/src')
const requireOfApp = createRequire(resolve(APP, 'main.tsx'))

/** The app's own React. Without a document it renders as on a server: what a browser shows is not seen here. */
export const REACT = {
  folder: APP,
  modules: {
    react: requireOfApp('react') as unknown,
    'react/jsx-runtime': requireOfApp('react/jsx-runtime') as unknown,
    'react-dom/server': requireOfApp('react-dom/server') as unknown,
  },
}

/**
 * Two packages of native code, which run on a phone only. Here Node has the randomness, and a map the items; the
 * consumers of `interop` run the library on React Native's engine.
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

/** What a page keeps: a document, so that the client looks for it, and `localStorage`. */
export function stubPage(): void {
  const localStorage = mapStorage()
  vi.stubGlobal('document', {})
  vi.stubGlobal('localStorage', localStorage)
  vi.stubGlobal('window', { localStorage })
}

/** Web storage over a map. */
export function mapStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

/**
 * Next's answer that lets a request go on, with the headers that it goes on with. Next itself is seen by the examples and
 * the consumers of `interop`.
 */
export const NEXT_SERVER = {
  NextResponse: {
    next: ({ request }: { request: { headers: Headers } }) =>
      Object.assign(new Response(), { forwarded: request.headers }),
  },
}
