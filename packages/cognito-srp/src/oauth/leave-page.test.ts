import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { rejection } from '../../test/clients.ts'
import { comeBack, hostedWorld, leave } from '../../test/hosted-page.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('redirect rejects with the reason cancelled if the browser restores the page from the back/forward cache', async () => {
  const world = hostedWorld()
  const { redirecting } = await leave(world)
  let isSettled = false
  redirecting.catch(() => (isSettled = true))
  world.page.showAgain({ persisted: false })
  await Promise.resolve()
  expect(isSettled).toBe(false)
  world.page.showAgain({ persisted: true })
  expect(await rejection(redirecting)).toMatchObject({ name: 'HostedLoginError', reason: 'cancelled' })
  expect(vi.getTimerCount()).toBe(0)
})

test.each(['focus', 'visibilitychange'])(
  'redirect rejects with the reason cancelled if the page is still open one second after a %s event',
  async (event) => {
    const world = hostedWorld()
    const { redirecting } = await leave(world)
    let isSettled = false
    redirecting.catch(() => (isSettled = true))
    world.page.dispatchEvent(new Event(event))
    await vi.advanceTimersByTimeAsync(999)
    expect(isSettled).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await rejection(redirecting)).toMatchObject({ name: 'HostedLoginError', reason: 'cancelled' })
    expect(vi.getTimerCount()).toBe(0)
  },
)

test('redirect does not reject if the page becomes hidden', async () => {
  const world = hostedWorld()
  const { redirecting } = await leave(world)
  let isSettled = false
  redirecting.catch(() => (isSettled = true))
  world.page.visibilityState = 'hidden'
  world.page.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(isSettled).toBe(false)
})

test('complete still succeeds after the user goes back and then forward again', async () => {
  const world = hostedWorld()
  const { redirecting } = await leave(world)
  world.page.showAgain({ persisted: true })
  await rejection(redirecting)
  expect(await comeBack(world)).toMatchObject({ session: { username: 'ana' } })
})

test('if the signal aborts, redirect cancels the navigation and rejects with the abort reason', async () => {
  const world = hostedWorld()
  const controller = new AbortController()
  const { redirecting } = await leave(world, { signal: controller.signal })
  controller.abort('enough')
  expect(await rejection(redirecting)).toBe('enough')
  expect(world.page.isStopped).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('if the signal aborts before the navigation, redirect neither leaves the page nor stores a secret', async () => {
  const world = hostedWorld()
  expect(await rejection(world.hosted.redirect({ signal: AbortSignal.abort('enough') }))).toBe('enough')
  const controller = new AbortController()
  const redirecting = world.hosted.redirect({ signal: controller.signal })
  controller.abort('too late') // while the challenge is computed
  expect(await rejection(redirecting)).toBe('too late')
  expect([world.page.left, world.page.session.items.size]).toEqual([[], 0])
})

test('redirect rejects with the reason timeout if the page is still open when the sign-in expires', async () => {
  const world = hostedWorld()
  const { redirecting } = await leave(world)
  vi.advanceTimersByTime(599_999)
  vi.advanceTimersByTime(1)
  expect(await rejection(redirecting)).toMatchObject({ name: 'HostedLoginError', reason: 'timeout' })
})
