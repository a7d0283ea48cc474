import { createSigningPool } from '@cognito-srp/testing/signing-pool'
import { afterEach, expect, test, vi } from 'vitest'

import { createTestApi, send } from '../../test/api-client.ts'
import { openSqliteStore } from '../store/sqlite-store.ts'

const pool = await createSigningPool()
const ana = await pool.accessToken('ana')
const bruno = await pool.accessToken('bruno')

afterEach(() => {
  vi.useRealTimers()
})

/** An API whose store answers when it is told to, and which has seen both tokens: requests take their places at once. */
async function startApi() {
  const store = openSqliteStore(':memory:')
  const begun: { work: string; finish: () => void }[] = []
  const slow = (work: string) => new Promise<void>((finish) => begun.push({ work, finish }))
  const api = createTestApi(pool, {
    writesPerMinute: 1_000,
    store: {
      ...store,
      readStats: async (user) => slow(`read ${user}`).then(() => store.readStats(user)),
      writeStats: async (user, decide) => slow(`write ${user}`).then(() => store.writeStats(user, decide)),
    },
  })
  for (const token of [ana, bruno]) await send(api, { path: '/questions', token })
  return {
    put: (token = ana, id = 'ana') =>
      send(api, { method: 'PUT', path: '/stats', token, body: { id, questionsStats: {} } }),
    get: (token = ana) => send(api, { path: '/stats', token }),
    /** Waits until the store has exactly this to do. */
    toDo: (...works: string[]) =>
      vi.waitFor(() => expect(begun.map(({ work }) => work).toSorted()).toEqual(works.toSorted())),
    finish: (work: string) => {
      const [done] = begun.splice(
        begun.findIndex((other) => other.work === work),
        1,
      )
      done?.finish()
    },
  }
}

const statusesOf = async (answers: Promise<Response>[]) => (await Promise.all(answers)).map(({ status }) => status)

test('one write of a user is made after the other, and others do not wait for them', async () => {
  const { put, toDo, finish } = await startApi()
  const first = put()
  await toDo('write ana')
  const later = [put(), put(bruno, 'bruno')]
  await toDo('write ana', 'write bruno')
  finish('write ana')
  expect((await first).status).toBe(201)
  await toDo('write ana', 'write bruno')
  finish('write ana')
  finish('write bruno')
  expect(await statusesOf(later)).toEqual([200, 201])
})

test('a read of a user waits for no write, but for the reads before it', async () => {
  const { put, get, toDo, finish } = await startApi()
  const write = put()
  const reads = [get(), get()]
  await toDo('read ana', 'write ana')
  finish('read ana')
  expect((await Promise.race(reads)).status).toBe(404)
  await toDo('read ana', 'write ana')
  finish('read ana')
  expect(await statusesOf(reads)).toEqual([404, 404])
  finish('write ana')
  expect((await write).status).toBe(201)
})

test('beyond eight that wait, a user is told to come back, and the others are answered', async () => {
  const { put, toDo, finish } = await startApi()
  const first = put()
  await toDo('write ana')
  const others = Array.from({ length: 9 }, () => put())
  const refused = await Promise.race(others)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('Retry-After')).toBe('1')
  expect(await refused.json()).toMatchObject({ code: 'too-many-at-once', where: 'user' })
  for (let write = 0; write < 9; write += 1) {
    await toDo('write ana')
    finish('write ana')
  }
  expect((await first).status).toBe(201)
  expect((await statusesOf(others)).filter((status) => status === 200)).toHaveLength(8)
})

test('who has waited for ten seconds is told to come back, and who waits behind is not forgotten', async () => {
  const { put, toDo, finish } = await startApi()
  vi.useFakeTimers()
  const first = put()
  await toDo('write ana')
  const second = put()
  await vi.advanceTimersByTimeAsync(9_000)
  const third = put()
  await vi.advanceTimersByTimeAsync(1_000)
  expect((await second).status).toBe(429)
  finish('write ana')
  expect((await first).status).toBe(201)
  await toDo('write ana')
  finish('write ana')
  expect((await third).status).toBe(200)
})

test('a turn ends with a refusal too', async () => {
  const api = createTestApi(pool)
  const put = (body: unknown) => send(api, { method: 'PUT', path: '/stats', token: ana, body })
  expect((await put('{')).status).toBe(400)
  expect((await put({ id: 'ana', questionsStats: {} })).status).toBe(201)
})
