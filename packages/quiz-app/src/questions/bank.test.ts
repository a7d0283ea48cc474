import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { question } from '../../test/question.ts'
import { createSignedInStore } from '../../test/signed-in-store.ts'
import { passTime, unansweredRequest } from '../../test/slow-database.ts'
import { authStateAtom } from '../session/auth.ts'
import { openQuizDatabase } from '../storage/database.ts'
import { storageAtom } from '../storage/storage-atoms.ts'
import { bankAtom, readBank, retryBankAtom, writeBank } from './bank.ts'

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true })
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const open = () => openQuizDatabase(crypto.randomUUID())
const questions = (count: number) => Array.from({ length: count }, (_, index) => question(`q${index}`))

test.each([0, 1, 500, 1001])(
  'the device stores a bank of %i questions in order, with its ETag and number of skipped questions',
  async (count) => {
    const database = await open()
    const bank = { questions: questions(count), skipped: 3, etag: '"v1"' }
    await writeBank(database, '/api', bank)
    expect(await readBank(database, '/api')).toEqual(bank)
  },
)

test('a database record has at most 500 questions, because the browser copies each record without a pause', async () => {
  const database = await open()
  await writeBank(database, '/api', { questions: questions(1001), skipped: 0 })
  const chunks = await database.getAll('bankChunks')
  expect(chunks.map(({ length }) => length)).toEqual([500, 500, 1])
})

test('storing a shorter bank deletes the extra chunks of the longer bank', async () => {
  const database = await open()
  await writeBank(database, '/api', { questions: questions(1001), skipped: 0, etag: '"v1"' })
  await writeBank(database, '/api', { questions: questions(2), skipped: 0 })
  expect(await readBank(database, '/api')).toEqual({ questions: questions(2), skipped: 0 })
  expect(await database.count('bankChunks')).toBe(1)
})

test('the device stores the banks of several addresses separately', async () => {
  const database = await open()
  await writeBank(database, '/api', { questions: [question('here')], skipped: 0 })
  await writeBank(database, '/api/2', { questions: [question('there')], skipped: 0 })
  await writeBank(database, '/api', { questions: [], skipped: 0 })
  expect(await readBank(database, '/api/2')).toEqual({ questions: [question('there')], skipped: 0 })
  expect(await readBank(database, '/other')).toBeUndefined()
})

test('if a bank cannot be written completely, the stored bank remains and the database has no chunk of the new bank', async () => {
  const database = await open()
  const stored = { questions: questions(1), skipped: 0, etag: '"v1"' }
  await writeBank(database, '/api', stored)
  const uncopyable = Object.assign(question('f'), { render: () => {} })
  await expect(writeBank(database, '/api', { questions: [...questions(500), uncopyable], skipped: 0 })).rejects.toThrow(
    expect.objectContaining({ name: 'DataCloneError' }),
  )
  expect(await readBank(database, '/api')).toEqual(stored)
  expect(await database.count('bankChunks')).toBe(1)
})

/** Creates a server with one bank. The server records the ETag of each request and responds when `isSlow` is false. */
function createBankServer(ids: readonly string[]) {
  const server = {
    ids,
    isBroken: false,
    isSlow: false,
    tags: [] as (string | null)[],
    handle: async (request: Request): Promise<Response> => {
      const [known, etag] = [request.headers.get('If-None-Match'), `"${server.ids.join()}"`]
      server.tags.push(known)
      await vi.waitUntil(() => !server.isSlow)
      if (server.isBroken) return new Response(null, { status: 500 })
      if (known === etag) return new Response(null, { status: 304 })
      return Response.json(
        server.ids.map((id) => question(id)),
        { headers: { ETag: etag } },
      )
    },
  }
  return server
}

type BankServer = ReturnType<typeof createBankServer>

/**
 * Creates a signed-in store and subscribes to the bank, as a screen does. `shown` lists the questions of the bank, or the reason
 * why it has no questions.
 */
async function openApp(server: BankServer, databaseName?: string) {
  const app = await createSignedInStore(server.handle, { databaseName })
  app.store.sub(bankAtom, () => {})
  const shown = () => {
    const bank = app.store.get(bankAtom)
    return bank.status === 'ready' ? bank.questions.map(({ id }) => id).join() : bank.status
  }
  return { ...app, shown }
}

test('the app shows the bank of the last visit until the server responds, and then the newest bank', async () => {
  const server = createBankServer(['a', 'b'])
  const first = await openApp(server)
  expect(first.shown()).toBe('loading')
  await expect.poll(first.shown).toBe('a,b')

  Object.assign(server, { ids: ['b', 'c'], isSlow: true })
  const second = await openApp(server, first.databaseName)
  await expect.poll(second.shown).toBe('a,b')
  server.isSlow = false
  await expect.poll(second.shown).toBe('b,c')
  expect(server.tags).toEqual([null, '"a,b"'])
})

test('after each sign-in, the app requests the bank again with the ETag of the stored bank', async () => {
  const server = createBankServer(['a'])
  const { store, shown } = await openApp(server)
  await expect.poll(shown).toBe('a')
  store.set(authStateAtom, { status: 'signedOut', reason: null })
  expect(shown()).toBe('loading')
  server.ids = ['b']
  store.set(authStateAtom, { status: 'signedIn', username: 'ana' })
  await expect.poll(shown).toBe('b')
  expect(server.tags).toEqual([null, '"a"'])
})

test('after a failed load, the app requests the bank again only when the user retries', async () => {
  const server = createBankServer(['a'])
  server.isBroken = true
  const { store, shown } = await openApp(server)
  await expect.poll(shown).toBe('failed')
  server.isBroken = false
  store.set(retryBankAtom)
  expect(shown()).toBe('loading')
  await expect.poll(shown).toBe('a')
  expect(server.tags).toHaveLength(2)
})

test('after a server error, the stored bank remains on screen, and the app sends no request while the browser is offline', async () => {
  const server = createBankServer(['a'])
  const first = await openApp(server)
  await expect.poll(first.shown).toBe('a')

  vi.stubGlobal('navigator', { onLine: false })
  const { store, shown } = await openApp(server, first.databaseName)
  await expect.poll(shown).toBe('a')
  vi.stubGlobal('navigator', { onLine: true })
  server.isBroken = true
  store.set(retryBankAtom)
  // The second tag is from the retry, because the app sent no request while offline.
  await expect.poll(() => server.tags).toEqual([null, '"a"'])
  expect(shown()).toBe('a')
})

test('an unresponsive database does not block the questions', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { store } = await createSignedInStore(async () => Response.json([question('a')]))
  await store.get(storageAtom).database()
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(unansweredRequest)
  store.sub(bankAtom, () => {})
  await passTime(5000)
  expect(store.get(bankAtom).status).toBe('ready')
})
