import { afterEach, expect, test, vi } from 'vitest'

import { browserLock, createPage, createTabs } from './browser.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['with Web Locks', { locks: globalThis.navigator.locks }],
  ['without Web Locks', {}],
])(
  '%s, the exchanges of a page run one at a time and in order, and a failed exchange does not block the next exchange',
  async (_which, navigator) => {
    vi.stubGlobal('navigator', navigator)
    const events: string[] = []
    const exchange = (name: string) => async () => {
      events.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, 5))
      events.push(`${name} ends`)
      if (name === 'one') throw new Error('lost')
      return name
    }
    const results = await Promise.allSettled([browserLock('ana', exchange('one')), browserLock('ana', exchange('two'))])
    expect(events).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  },
)

test('a tab receives only its user’s events from other tabs, until it unsubscribes', async () => {
  const heard: string[] = []
  const [one, other] = [createTabs('ana'), createTabs('ana')]
  const stopOne = one.follow(() => {})
  const stopOther = other.follow((event) => heard.push(event))
  const stranger = new BroadcastChannel('revisa-stats')
  for (const message of [null, undefined, 7, 'erasing', [], { userId: 'ana' }, { userId: 'ana', event: 'toString' }])
    stranger.postMessage(message)
  stranger.postMessage({ userId: 'bia', event: 'exchanged' })
  one.announce('answered')
  one.announce('answered')
  await vi.waitFor(() => expect(heard).toEqual(['answered', 'answered']))
  stopOther()
  const later: unknown[] = []
  stranger.addEventListener('message', ({ data }) => later.push(data))
  one.announce('exchanged')
  await vi.waitFor(() => expect(later).toContainEqual({ userId: 'ana', event: 'exchanged' }))
  expect(heard).toHaveLength(2)
  stranger.close()
  stopOne()
})

test.each([
  ['beforeunload', true],
  ['pagehide', true],
  ['focus', false],
])('if a %s event fires while isLeaving waits, isLeaving resolves to %s', async (type, expected) => {
  const events = new EventTarget()
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('document', new EventTarget())
  const page = createPage()
  const stop = page.follow(() => {})
  const isLeaving = page.isLeaving()
  await new Promise((resolve) => setTimeout(resolve, 100)) // browsers took up to 85 ms to fire the event
  events.dispatchEvent(new Event(type))
  expect(await isLeaving).toBe(expected)
  stop()
})

test('the browser asks for confirmation before the user leaves only while the page requests the confirmation', () => {
  const events = new EventTarget()
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  const isAsking = () => !events.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const page = createPage()
  expect(isAsking()).toBe(false)
  const stop = page.askBeforeLeaving()
  expect(isAsking()).toBe(true)
  stop()
  expect(isAsking()).toBe(false)
})
