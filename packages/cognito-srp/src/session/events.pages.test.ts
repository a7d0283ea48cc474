import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { testClient, type MapStorage } from '../../test/clients.ts'
import type { Accounts } from '../client.ts'
import { emit, onAuthChange } from './events.ts'
import type { AuthEvent } from './session.ts'

const PREFIX = 'CognitoIdentityServiceProvider.web'
const NAME = `${PREFIX}.LastAuthUser`
const ANA_GONE = { type: 'signedOut', username: 'ana', reason: 'elsewhere' }
const BIA_CAME = { type: 'signedIn', username: 'bia' }

/** Fake `Storage` of a page. Node does not fire `storage` events, so `change` dispatches the events of other tabs. */
class PageStorage {
  /** Name that `getItem` returns for every key; null if no user is signed in. */
  static named: string | null = null
  readonly getItem = vi.fn((_key: string) => PageStorage.named)
  readonly setItem = () => {}
  readonly removeItem = () => {}
}

let page: EventTarget
beforeEach(() => {
  page = new EventTarget()
  PageStorage.named = null
  vi.stubGlobal('document', {})
  vi.stubGlobal('Storage', PageStorage)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})
afterEach(() => vi.unstubAllGlobals())

function listen(accounts: Accounts = 'one') {
  const storageArea = new PageStorage()
  const { client } = testClient({ storage: storageArea as unknown as MapStorage, accounts })
  const events: AuthEvent[] = []
  const stop = onAuthChange(client, (event) => events.push(event))
  const change = (fields: {
    key: string | null
    oldValue?: string | null
    newValue?: string | null
    storageArea?: object
  }) => {
    page.dispatchEvent(Object.assign(new Event('storage'), { oldValue: null, newValue: null, storageArea }, fields))
    return Promise.resolve(events)
  }
  return { client, change, events, stop, storageArea }
}

test.each([
  [
    'a new user in the storage sends signedIn',
    { key: `${PREFIX}.LastAuthUser`, newValue: 'ana' },
    { type: 'signedIn', username: 'ana' },
  ],
  [
    'a removed user in the storage sends signedOut',
    { key: `${PREFIX}.LastAuthUser`, oldValue: 'ana' },
    { type: 'signedOut', username: 'ana', reason: 'elsewhere' },
  ],
  [
    'a replaced id token in the storage sends refreshed',
    { key: `${PREFIX}.a.b@c.idToken`, oldValue: '1', newValue: '2' },
    { type: 'refreshed', username: 'a.b@c' },
  ],
])('%s', async (_case, fields, event) => {
  const { change } = listen()
  expect(await change(fields)).toEqual([event])
})

test.each([
  ['the first id token of a sign-in', { key: `${PREFIX}.ana.idToken`, newValue: '2' }],
  ['the removal of an id token', { key: `${PREFIX}.ana.idToken`, oldValue: '1' }],
  ['a change of another item', { key: `${PREFIX}.ana.accessToken`, oldValue: '1', newValue: '2' }],
  [
    'a change of an item of another app client',
    { key: 'CognitoIdentityServiceProvider.other.ana.idToken', oldValue: '1', newValue: '2' },
  ],
  ['a storage that is cleared without a known user', { key: null }],
  ['a missing user name that stays missing', { key: `${PREFIX}.LastAuthUser` }],
  ['a change of another storage', { key: `${PREFIX}.LastAuthUser`, newValue: 'ana', storageArea: {} }],
])('%s sends no event', async (_case, fields) => {
  const { change } = listen()
  expect(await change(fields)).toEqual([])
})

test('a page that only listens accesses its storage, because WebKit otherwise does not report changes', () => {
  expect(listen().storageArea.getItem).toHaveBeenCalled()
})

test.each(['one', 'many'] as const)(
  "with accounts: '%s', clearing the storage in another tab signs out the current user",
  async (accounts) => {
    const { change, events } = listen(accounts)
    PageStorage.named = 'ana'
    await change({ key: NAME, newValue: 'ana' })
    PageStorage.named = null
    await change({ key: null })
    await vi.waitFor(() => expect(events).toEqual([{ type: 'signedIn', username: 'ana' }, ANA_GONE]))
    await change({ key: null })
    await new Promise((resolve) => setImmediate(resolve))
    expect(events).toHaveLength(2)
  },
)

test('clearing the storage in another tab signs out a user who signed in before the first listener was added', async () => {
  PageStorage.named = 'ana'
  const { change, events } = listen()
  PageStorage.named = null
  await change({ key: null })
  await vi.waitFor(() => expect(events).toEqual([ANA_GONE]))
})

test('removing the signed-in user’s name sends only one event', async () => {
  PageStorage.named = 'ana'
  const { change, events } = listen()
  PageStorage.named = null
  await change({ key: NAME, oldValue: 'ana' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(events).toEqual([ANA_GONE])
})

test('a user stays signed in if another tab clears the storage and immediately stores the user again', async () => {
  PageStorage.named = 'ana'
  const { change, events } = listen()
  await change({ key: null })
  await new Promise((resolve) => setImmediate(resolve))
  expect(events).toEqual([])
})

test('events from other tabs arrive until the last listener is removed', async () => {
  const { client, change, events, stop } = listen()
  const stopSecond = onAuthChange(client, () => {})
  stopSecond()
  expect(await change({ key: `${PREFIX}.LastAuthUser`, newValue: 'ana' })).toHaveLength(1)
  const removed = vi.spyOn(page, 'removeEventListener')
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  stop()
  stop()
  expect(removed).toHaveBeenCalledExactlyOnceWith('storage', expect.any(Function))
  expect(events).toHaveLength(1)
})

test('a page gets no events after its last listener is removed, and pages do not use a channel', async () => {
  const channel = vi.fn()
  vi.stubGlobal('BroadcastChannel', channel)
  const { client, change, events, stop } = listen()
  emit(client, { type: 'refreshed', username: 'ana' })
  await vi.waitFor(() => expect(events).toHaveLength(1))
  stop()
  expect(await change({ key: `${PREFIX}.LastAuthUser`, newValue: 'ana' })).toHaveLength(1)
  expect(channel).not.toHaveBeenCalled()
})

test.each([
  [
    'one',
    'another user name sends signedOut and signedIn',
    { key: NAME, oldValue: 'ana', newValue: 'bia' },
    [ANA_GONE, BIA_CAME],
  ],
  ['one', 'the replaced user’s removed id token sends no event', { key: `${PREFIX}.ana.idToken`, oldValue: '1' }, []],
  ['many', 'another user name sends only signedIn', { key: NAME, oldValue: 'ana', newValue: 'bia' }, [BIA_CAME]],
  ['many', 'a removed user name alone sends no event', { key: NAME, oldValue: 'ana' }, []],
  ['many', 'a removed id token sends signedOut', { key: `${PREFIX}.ana.idToken`, oldValue: '1' }, [ANA_GONE]],
  ['many', 'a new id token alone sends no event', { key: `${PREFIX}.ana.idToken`, newValue: '1' }, []],
] as const)("with accounts: '%s', %s", async (accounts, _case, fields, events) => {
  expect(await listen(accounts).change(fields)).toEqual(events)
})
