import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'

const SITE = 'https://site.example'
const CODE = readFileSync(new URL('../shell/service-worker.js', import.meta.url), 'utf8')
const PAGE = '<html>the page of version 2</html>'
const SCRIPT = 'the script of version 2'
const SERVED: Record<string, string> = { '/': PAGE, '/app.js': SCRIPT }

type Entries = Map<string, string>

/** Creates a CacheStorage as specified: a match without a cache name searches all caches, oldest first. */
function cacheStorage(kept: Map<string, Entries>) {
  return {
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    match: async (request: string | Request, { cacheName }: { cacheName?: string } = {}) => {
      const { href } = new URL(typeof request === 'string' ? request : request.url, SITE)
      const searched = cacheName === undefined ? [...kept.values()] : [kept.get(cacheName)]
      const found = searched.map((entries) => entries?.get(href)).find((text) => text !== undefined)
      return found === undefined ? undefined : new Response(found)
    },
    open: async (name: string) => {
      const entries: Entries = kept.get(name) ?? new Map()
      kept.set(name, entries)
      return {
        addAll: async (paths: string[]) => {
          for (const path of paths) entries.set(`${SITE}${path}`, SERVED[path] ?? '')
        },
      }
    },
  }
}

/** Starts the worker of version 2 in an offline browser with the given caches. */
async function startWorker(before: Record<string, string>) {
  const kept = new Map(Object.entries(before).map(([name, text]) => [name, new Map([[`${SITE}/`, text]])]))
  const listeners = new Map<string, (event: object) => void>()
  const scope = createContext({
    caches: cacheStorage(kept),
    clients: { claim: async () => undefined },
    fetch: async () => Promise.reject(new TypeError('Failed to fetch')),
    location: new URL(SITE),
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    Response,
    URL,
  })
  runInContext(`const FILES = ['/app.js']\nconst VERSION = '2'\n${CODE}`, scope)
  const dispatch = async (type: string, event: object = {}): Promise<unknown> => {
    let result: unknown
    const take = (promise: unknown) => (result = promise)
    listeners.get(type)?.({ ...event, waitUntil: take, respondWith: take })
    return result
  }
  await dispatch('install')
  await dispatch('activate')
  const ask = async (path: string, mode: string) => {
    const request = { method: 'GET', mode, url: `${SITE}${path}` }
    return ((await dispatch('fetch', { request })) as Response).text()
  }
  return { kept, ask }
}

const FOREIGN = { other: '<html>foreign</html>', 'shell-1': '<html>version 1</html>', 'workbox-precache': 'foreign' }

test('an offline visit gets the page of its own version, regardless of the origin’s other caches', async () => {
  const { ask } = await startWorker(FOREIGN)
  expect(await ask('/stats', 'navigate')).toBe(PAGE.replace('<html', '<html data-opened="offline"'))
})

test('a file of the app shell comes from the cache of its own version, regardless of the origin’s other caches', async () => {
  const { ask, kept } = await startWorker(FOREIGN)
  for (const name of Object.keys(FOREIGN)) kept.get(name)?.set(`${SITE}/app.js`, 'foreign')
  expect(await ask('/app.js', 'no-cors')).toBe(SCRIPT)
})

test('a new version of the app deletes the caches of older versions and keeps the caches of other programs', async () => {
  const { kept } = await startWorker(FOREIGN)
  expect([...kept.keys()].toSorted()).toEqual(['other', 'shell-2', 'workbox-precache'])
})
