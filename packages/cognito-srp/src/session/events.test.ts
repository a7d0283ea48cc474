import { afterEach, expect, onTestFinished, test, vi } from 'vitest'

import { MapStorage, signInWith, testClient } from '../../test/clients.ts'
import { listen } from '../../test/recorded-events.ts'
import { storedItems, tokens } from '../../test/tokens.ts'
import type { CognitoClient } from '../client.ts'
import { memoryStorage } from '../storage/token-storage.ts'
import { emit, onAuthChange } from './events.ts'
import type { AuthEvent } from './session.ts'
import { signOut } from './sign-out.ts'

afterEach(() => vi.unstubAllGlobals())

function keepAna(client: CognitoClient): Promise<void> {
  return signInWith(client, tokens())
}

/** Waits long enough for messages between channels in this process to arrive. */
function messagesDelivered(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 30)
  })
}

test('listeners get signedIn and signedOut in order with the user name, but not after they are removed', async () => {
  const { client } = testClient()
  const events: AuthEvent[] = []
  const stop = onAuthChange(client, (event) => events.push(event))
  await keepAna(client)
  await signOut(client)
  await signOut(client)
  await messagesDelivered()
  expect(events).toEqual([
    { type: 'signedIn', username: 'ana' },
    { type: 'signedOut', username: 'ana', reason: 'requested' },
  ])
  stop()
  await keepAna(client)
  expect(events).toHaveLength(2)
})

test('a function that is subscribed twice is called twice, and each subscription ends separately', async () => {
  const { client } = testClient({ storage: memoryStorage() as MapStorage })
  const listener = vi.fn()
  const stop = onAuthChange(client, listener)
  onTestFinished(onAuthChange(client, listener))
  emit(client, { type: 'refreshed', username: 'ana' })
  await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(2))
  stop()
  emit(client, { type: 'refreshed', username: 'ana' })
  await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(3))
})

/** Runs `emitting` and returns the reasons of the unhandled rejections. */
async function reported(emitting: () => void): Promise<unknown[]> {
  const reports: unknown[] = []
  const note = (reason: unknown) => reports.push(reason)
  process.on('unhandledRejection', note)
  emitting()
  await messagesDelivered()
  process.off('unhandledRejection', note)
  return reports
}

test('if a listener throws or rejects, other listeners are still called and the error is reported to the platform', async () => {
  const { client } = testClient({ storage: memoryStorage() as MapStorage })
  const [thrown, rejected] = [new Error('of the listener'), new Error('of its promise')]
  const throwing = () => {
    throw thrown
  }
  for (const listener of [throwing, vi.fn().mockRejectedValue(rejected)]) onTestFinished(onAuthChange(client, listener))
  const events = listen(client)
  const emitting = () => emit(client, { type: 'refreshed', username: 'ana' })
  expect(await reported(emitting)).toEqual([thrown, rejected])
  const reportError = vi.fn()
  vi.stubGlobal('reportError', reportError)
  expect(await reported(emitting)).toEqual([])
  expect(reportError.mock.calls).toEqual([[thrown], [rejected]])
  expect(events).toHaveLength(2)
})

test('another client with the same storage gets the event, even if the client that signs in has no listener', async () => {
  const storage = new MapStorage()
  const one = testClient({ storage })
  const other = testClient({ storage })
  const events = listen(other.client)
  await keepAna(one.client)
  await vi.waitFor(() => expect(events).toEqual([{ type: 'signedIn', username: 'ana' }]))
  await signOut(one.client)
  await vi.waitFor(() => expect(events).toHaveLength(2))
  expect(events[1]).toEqual({ type: 'signedOut', username: 'ana', reason: 'elsewhere' })
})

test('a client sends each event to its own listeners only once', async () => {
  const { client } = testClient()
  const events = listen(client)
  await keepAna(client)
  await messagesDelivered()
  expect(events).toHaveLength(1)
})

test('a client with its own storage gets no event from another client with the same client id', async () => {
  const events = listen(testClient({ items: storedItems(tokens({ username: 'bia' }), { username: 'bia' }) }).client)
  const inMemory = listen(testClient({ storage: memoryStorage() as MapStorage }).client)
  const { client } = testClient()
  await keepAna(client)
  await signOut(client)
  await messagesDelivered()
  expect(inMemory).toEqual([])
  expect(events).toEqual([])
})

test('a client that signed a user in gets signedOut when another client with the same storage signs out', async () => {
  const storage = new MapStorage()
  const one = testClient({ storage })
  const events = listen(one.client)
  await keepAna(one.client)
  await messagesDelivered()
  await signOut(testClient({ storage }).client)
  await vi.waitFor(() => expect(events.at(-1)).toEqual({ type: 'signedOut', username: 'ana', reason: 'elsewhere' }))
})

test('a client that only listens gets signedOut for a user who was already in the storage', async () => {
  const storage = new MapStorage(storedItems(tokens()))
  const events = listen(testClient({ storage }).client)
  await signOut(testClient({ storage }).client)
  await vi.waitFor(() => expect(events).toEqual([{ type: 'signedOut', username: 'ana', reason: 'elsewhere' }]))
})

test('a sign-out sends its event only once', async () => {
  const { client } = testClient({ items: storedItems(tokens()) })
  const events = listen(client)
  await signOut(client)
  await messagesDelivered()
  const elsewhere = testClient({ items: storedItems(tokens()) })
  await signOut(elsewhere.client)
  await messagesDelivered()
  expect(events).toEqual([{ type: 'signedOut', username: 'ana', reason: 'requested' }])
})

test('a client with memory storage sends no events to other clients', async () => {
  const post = vi.spyOn(BroadcastChannel.prototype, 'postMessage')
  await keepAna(testClient({ storage: memoryStorage() as MapStorage }).client)
  expect(post).not.toHaveBeenCalled()
  post.mockRestore()
})

function refuse(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

test.each<[string, unknown]>([
  ['has no channels', undefined],
  [
    'throws when a channel is created',
    class {
      readonly refused = refuse()
    },
  ],
  [
    'throws when a listener is added to a channel',
    class {
      readonly addEventListener = refuse
      readonly postMessage = refuse
    },
  ],
  [
    'throws when a message is sent to a channel',
    class {
      readonly addEventListener = () => {}
      readonly postMessage = refuse
      readonly close = () => {}
    },
  ],
])('if the platform %s, the client’s own listeners still get their events', async (_case, channel) => {
  vi.stubGlobal('BroadcastChannel', channel)
  const { client, storage } = testClient()
  const events: AuthEvent[] = []
  const stop = onAuthChange(client, (event) => events.push(event))
  await keepAna(client)
  stop()
  await signOut(client)
  await vi.waitFor(() => expect(events).toEqual([{ type: 'signedIn', username: 'ana' }]))
  expect(storage.items.size).toBe(0)
})

test.each([
  ['null', null],
  ['a string', 'signedOut'],
  ['a number', 7],
  ['another kind of event', { type: 'renamed', username: 'ana' }],
  ['an event without a type', { username: 'ana' }],
  ['an event without a user', { type: 'signedIn' }],
  ['an event whose user name is not a string', { type: 'refreshed', username: ['ana'] }],
])('listeners are not called for a channel message that is %s', async (_case, message) => {
  const { client } = testClient({ items: storedItems(tokens()) })
  const events = listen(client)
  const foreign = new BroadcastChannel('web')
  foreign.postMessage(message)
  await messagesDelivered()
  foreign.close()
  expect(events).toEqual([])
})

test.each<[string, (storage: MapStorage) => void, object]>([
  ['without a user name', (storage) => storage.items.clear(), { type: 'signedOut' }],
  [
    'that cannot be checked',
    (storage) => {
      storage.getItem = () => {
        throw new Error('blocked')
      }
    },
    { type: 'signedOut', username: 'ana' },
  ],
])('a sign-out message %s sends no event', async (_case, change, message) => {
  const { client, storage } = testClient({ items: storedItems(tokens()) })
  const events = listen(client)
  await messagesDelivered()
  change(storage)
  const foreign = new BroadcastChannel('web')
  foreign.postMessage(message)
  await messagesDelivered()
  foreign.close()
  expect(events).toEqual([])
})

test('a sign-out of one user in another tab sends no event if the storage contains another user', async () => {
  const { client, storage } = testClient()
  const events = listen(client)
  await messagesDelivered()
  for (const [key, value] of Object.entries(storedItems(tokens()))) storage.setItem(key, value)
  const foreign = new BroadcastChannel('web')
  foreign.postMessage({ type: 'signedOut', username: 'bia' })
  await messagesDelivered()
  foreign.close()
  expect(events).toEqual([])
})

test('extra fields of a message are not passed to listeners', async () => {
  const { client } = testClient({ items: storedItems(tokens()) })
  const events = listen(client)
  const foreign = new BroadcastChannel('web')
  foreign.postMessage({ type: 'refreshed', username: 'ana', admin: true })
  await vi.waitFor(() => expect(events).toEqual([{ type: 'refreshed', username: 'ana' }]))
  foreign.close()
})

test('listeners are called on platforms without queueMicrotask', async () => {
  vi.stubGlobal('queueMicrotask', undefined)
  const { client } = testClient({ storage: memoryStorage() as MapStorage })
  const events = listen(client)
  emit(client, { type: 'refreshed', username: 'ana' })
  await vi.waitFor(() => expect(events).toHaveLength(1))
})

test('events of other clients are ignored if the storage cannot be read', async () => {
  const storage = new MapStorage()
  storage.getItem = () => {
    throw new Error('blocked')
  }
  const events = listen(testClient({ storage }).client)
  const { client } = testClient()
  await keepAna(client)
  await signOut(client)
  await messagesDelivered()
  expect(events).toEqual([])
})

test('a channel does not keep the process alive, and is closed after its message or when the last listener is removed', async () => {
  const unref = vi.spyOn(BroadcastChannel.prototype as unknown as { unref(): void }, 'unref') // Node's, not of the DOM
  const close = vi.spyOn(BroadcastChannel.prototype, 'close')
  const { client } = testClient()
  emit(client, { type: 'refreshed', username: 'ana' })
  expect(close).toHaveBeenCalledTimes(1)
  const [stopFirst, stopSecond] = [onAuthChange(client, () => {}), onAuthChange(client, () => {})]
  emit(client, { type: 'refreshed', username: 'ana' })
  stopFirst()
  expect(unref).toHaveBeenCalledTimes(1)
  expect(close).toHaveBeenCalledTimes(1)
  stopSecond()
  stopSecond()
  expect(close).toHaveBeenCalledTimes(2)
  expect(client.state.channel).toBeUndefined()
  vi.restoreAllMocks()
})

test('a client without listeners does not read the signed-in user', () => {
  const storage = new MapStorage()
  const read = vi.spyOn(storage, 'getItem')
  emit(testClient({ storage }).client, { type: 'refreshed', username: 'ana' })
  expect(read).not.toHaveBeenCalled()
})
