import { afterEach, expect, test, vi } from 'vitest'

import { createNetwork } from './network.ts'

const FAR = 'https://api.example.com/v1'
const offline = { isOnline: () => false }
const online = { isOnline: () => true }

afterEach(() => vi.unstubAllGlobals())

test.each([['http://localhost:8080/api'], ['http://127.0.0.1:8080/api'], ['http://[::1]:8080/api']])(
  'the connection to an API on this machine (%s) is doubtful while the browser is offline',
  (apiUrl) => {
    expect(createNetwork({ apiUrl, ...offline }).connection()).toBe('doubtful')
  },
)

test('an API on the page’s origin is local if the page is local', () => {
  vi.stubGlobal('location', { href: 'http://localhost:8080/home' })
  expect(createNetwork({ apiUrl: '/api', ...offline }).connection()).toBe('doubtful')
  vi.stubGlobal('location', { href: 'https://revisa.example.com/home' })
  expect(createNetwork({ apiUrl: '/api', ...offline }).connection()).toBe('none')
})

test('there is no connection to a remote API while the browser is offline', () => {
  expect(createNetwork({ apiUrl: FAR, ...offline }).connection()).toBe('none')
  expect(createNetwork({ apiUrl: 'http://localhost.example.com/api', ...offline }).connection()).toBe('none')
})

test('by default, the connection to an API is expected while the browser is online', () => {
  expect(createNetwork({ apiUrl: FAR, ...online }).connection()).toBe('expected')
  expect(createNetwork({ apiUrl: 'http://localhost:8080/api', ...online }).connection()).toBe('expected')
})

test('the connection of a page that loaded without its server is doubtful until a response arrives', () => {
  const network = createNetwork({ apiUrl: FAR, wasOpenedOffline: true, ...online })
  expect(network.connection()).toBe('doubtful')
  network.noteAnswer()
  expect(network.connection()).toBe('expected')
})

test('a response does not make the API reachable while the browser is offline', () => {
  const network = createNetwork({ apiUrl: FAR, wasOpenedOffline: true, ...offline })
  network.noteAnswer()
  expect(network.connection()).toBe('none')
})

test('a subscriber is called when the browser goes offline or online, until it unsubscribes', () => {
  const events = new EventTarget()
  const heard: boolean[] = []
  const stop = createNetwork({ apiUrl: FAR, ...online, events }).follow((isOnline) => heard.push(isOnline))
  events.dispatchEvent(new Event('offline'))
  events.dispatchEvent(new Event('online'))
  stop()
  events.dispatchEvent(new Event('offline'))
  expect(heard).toEqual([false, true])
})

test('createNetwork uses the page’s window and navigator by default', () => {
  const page = new EventTarget()
  vi.stubGlobal('navigator', { onLine: false })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  const network = createNetwork({ apiUrl: FAR })
  const heard: boolean[] = []
  expect(network.connection()).toBe('none')
  network.follow((isOnline) => heard.push(isOnline))
  page.dispatchEvent(new Event('online'))
  expect(heard).toEqual([true])
})
