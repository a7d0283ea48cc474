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

/** An API whose store answers when it is told to. */
function startApi() {
  const store = openSqliteStore(':memory:')
  const begun: { user: string; finish: () => void }[] = []
  const slow = (user: string) => new Promise<void>((finish) => begun.push({ user, finish }))
  const api = createTestApi(pool, {
    writesPerMinute: 1_000,
    store: {
      ...store,
      readStats: async (user) => slow(`read ${user}`).then(() => store.readStats(user)),
      writeStats: async (user, decide) => slow(`write ${user}`).then(() => store.writeStats(user, decide)),
    },
  })
  const put = (token = ana, id = 'ana') =>
    send(api, { method: 'PUT', path: '/stats', token, body: { id, questionsStats: {} } })
  const get = (token = ana) => send(api, { path: '/stats', token })
  const users = () => begun.map(({ user }) => user)
  return { begun, users, put, get }
}

test('one write of a user is made after the other, and others do not wait for them', async () => {
  const { begun, users, put } = startApi()
  const answers = [put(), put(), put(bruno, 'bruno')]
  await vi.waitFor(() => expect(users().toSorted()).toEqual(['write ana', 'write bruno']))
  for (const { finish } of begun.splice(0)) finish()
  await vi.waitFor(() => expect(users()).toEqual(['write ana']))
  begun[0]?.finish()
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 200, 201])
})

test('a read of a user waits for no write, but for the reads before it', async () => {
  const { begun, users, put, get } = startApi()
  const answers = [put(), get(), get()]
  await vi.waitFor(() => expect(users().toSorted()).toEqual(['read ana', 'write ana']))
  for (const { finish } of begun.splice(0)) finish()
  await vi.waitFor(() => expect(users()).toEqual(['read ana']))
  begun[0]?.finish()
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 404, 200])
})

test('beyond eight that wait, a user is told to come back, and the others are answered', async () => {
  const { begun, users, put } = startApi()
  const waiting = Array.from({ length: 9 }, () => put())
  await vi.waitFor(() => expect(users()).toHaveLength(1))
  const refused = await put()
  expect(refused.status).toBe(429)
  expect(refused.headers.get('Retry-After')).toBe('1')
  expect(await refused.json()).toMatchObject({ code: 'too-many-at-once', where: 'user' })
  for (let write = 0; write < waiting.length; write += 1) {
    await vi.waitFor(() => expect(begun).toHaveLength(1))
    begun.pop()?.finish()
  }
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([201, ...Array<number>(8).fill(200)])
})

test('who has waited for ten seconds is told to come back, and who waits behind is not forgotten', async () => {
  vi.useFakeTimers()
  const { begun, users, put } = startApi()
  const answers = [put(), put()]
  await vi.waitFor(() => expect(users()).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(9_000)
  answers.push(put())
  await vi.advanceTimersByTimeAsync(1_000)
  expect((await answers[1])?.status).toBe(429)
  begun.pop()?.finish()
  await vi.waitFor(() => expect(begun).toHaveLength(1))
  begun.pop()?.finish()
  expect([(await answers[0])?.status, (await answers[2])?.status]).toEqual([201, 200])
})

test('a turn ends with a refusal too', async () => {
  const api = createTestApi(pool)
  const put = (body: unknown) => send(api, { method: 'PUT', path: '/stats', token: ana, body })
  expect((await put('{')).status).toBe(400)
  expect((await put({ id: 'ana', questionsStats: {} })).status).toBe(201)
})
