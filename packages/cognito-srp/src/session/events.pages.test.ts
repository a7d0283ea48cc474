import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { testClient, type MapStorage } from '../../test/clients.ts'
import type { Accounts } from '../client.ts'
import { emit, onAuthChange } from './events.ts'
import type { AuthEvent } from './session.ts'

const PREFIX = 'CognitoIdentityServiceProvider.web'
const NAME = `${PREFIX}.LastAuthUser`
const ANA_GONE = { type: 'signedOut', username: 'ana', reason: 'elsewhere' }
const BIA_CAME = { type: 'signedIn', username: 'bia' }

/** What a page has and Node has not: a `Storage`, and events about changes that other tabs make to it. */
class PageStorage {
  /** Who is signed in when a page opens. */
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
    'a user who appears signs in',
    { key: `${PREFIX}.LastAuthUser`, newValue: 'ana' },
    { type: 'signedIn', username: 'ana' },
  ],
  [
    'a user who disappears signs out',
    { key: `${PREFIX}.LastAuthUser`, oldValue: 'ana' },
    { type: 'signedOut', username: 'ana', reason: 'elsewhere' },
  ],
  [
    'an id token in place of another is a refresh',
    { key: `${PREFIX}.a.b@c.idToken`, oldValue: '1', newValue: '2' },
    { type: 'refreshed', username: 'a.b@c' },
  ],
])('%s', async (_case, fields, event) => {
  const { change } = listen()
  expect(await change(fields)).toEqual([event])
})

test.each([
  ['the first id token, which a sign-in follows', { key: `${PREFIX}.ana.idToken`, newValue: '2' }],
  ['an id token that is removed', { key: `${PREFIX}.ana.idToken`, oldValue: '1' }],
  ['another item', { key: `${PREFIX}.ana.accessToken`, oldValue: '1', newValue: '2' }],
  [
    'an item of another app client',
    { key: 'CognitoIdentityServiceProvider.other.ana.idToken', oldValue: '1', newValue: '2' },
  ],
  ['a storage that is cleared while nobody is known', { key: null }],
  ['a name that stays away', { key: `${PREFIX}.LastAuthUser` }],
  ['another storage', { key: `${PREFIX}.LastAuthUser`, newValue: 'ana', storageArea: {} }],
])('%s is no news', async (_case, fields) => {
  const { change } = listen()
  expect(await change(fields)).toEqual([])
})

test('a page that only listens has used its storage, without which WebKit reports no change', () => {
  expect(listen().storageArea.getItem).toHaveBeenCalled()
})

test.each(['one', 'many'] as const)(
  'with %s a storage that another tab clears signs out whom it named',
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

test('who was signed in before anybody listened is told when another tab clears the storage', async () => {
  PageStorage.named = 'ana'
  const { change, events } = listen()
  PageStorage.named = null
  await change({ key: null })
  await vi.waitFor(() => expect(events).toEqual([ANA_GONE]))
})

test('a name that goes is told once, whatever the storage held before', async () => {
  PageStorage.named = 'ana'
  const { change, events } = listen()
  PageStorage.named = null
  await change({ key: NAME, oldValue: 'ana' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(events).toEqual([ANA_GONE])
})

test('a storage that is cleared and used again at once tells of a sign-out only for whom it no longer names', async () => {
  PageStorage.named = 'ana'
  const { change, events } = listen()
  await change({ key: null })
  await new Promise((resolve) => setImmediate(resolve))
  expect(events).toEqual([])
})

test('other tabs are heard until the last listener has gone', async () => {
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

test('a page that stopped listening hears nothing, and pages need no channel to tell each other', async () => {
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
  ['one', 'another name replaces the user', { key: NAME, oldValue: 'ana', newValue: 'bia' }, [ANA_GONE, BIA_CAME]],
  ['one', 'the id token of the user before follows the name', { key: `${PREFIX}.ana.idToken`, oldValue: '1' }, []],
  ['many', 'another name is a switch', { key: NAME, oldValue: 'ana', newValue: 'bia' }, [BIA_CAME]],
  ['many', 'nobody in use is no sign-out by itself', { key: NAME, oldValue: 'ana' }, []],
  ['many', 'an id token that goes is a sign-out', { key: `${PREFIX}.ana.idToken`, oldValue: '1' }, [ANA_GONE]],
  ['many', 'an id token that comes is no news yet', { key: `${PREFIX}.ana.idToken`, newValue: '1' }, []],
] as const)('with %s %s', async (accounts, _case, fields, events) => {
  expect(await listen(accounts).change(fields)).toEqual(events)
})
