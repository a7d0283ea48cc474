import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { rejection } from '../../test/clients.ts'
import {
  callbackOf,
  CALLBACK,
  FakeChannel,
  HostedPage,
  hostedWorld,
  nonceOf,
  requestOf,
  type HostedWorld,
} from '../../test/hosted-page.ts'
import { tokenBody } from '../../test/token-endpoint.ts'
import type { HostedLoginResult, PopupOptions } from './index.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }))
afterEach(() => {
  expect([vi.getTimerCount(), FakeChannel.open.size]).toEqual([0, 0])
  FakeChannel.sent.length = 0
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Opens a popup and waits until it shows the hosted pages. */
async function openPopup(world: HostedWorld, options?: PopupOptions) {
  const signingIn = world.hosted.popup(options)
  signingIn.catch(() => undefined)
  const [popup] = world.page.popups
  if (!popup) throw new Error('No popup was opened.')
  await vi.waitUntil(() => popup.target !== '')
  return { signingIn, popup }
}

/** Creates a `HostedPage` for the popup's callback page, and calls `complete` on the callback page. */
async function completeInPopup(world: HostedWorld, address: string) {
  const page = new HostedPage(address).show()
  const completing = world.reopen().complete(address)
  world.page.show()
  return { page, completing }
}

/** Advances the fake timers and lets pending promises settle. */
async function pass(durationMs: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(durationMs)
}

const outcome = (signingIn: Promise<HostedLoginResult>) =>
  Promise.race([signingIn.catch((error: { reason?: string }) => error.reason), Promise.resolve('pending')])

test('popup opens its window synchronously', async () => {
  const { hosted, page } = hostedWorld()
  const controller = new AbortController()
  const signingIn = hosted.popup({ signal: controller.signal })
  expect(page.popups).toHaveLength(1)
  controller.abort('enough')
  expect(await rejection(signingIn)).toBe('enough')
  expect(page.popups[0]?.target).toBe('')
})

test('after the sign-in, complete closes the popup and returns null, and popup returns the session', async () => {
  const world = hostedWorld()
  const { signingIn, popup } = await openPopup(world, { provider: 'Google', returnTo: '/account' })
  expect(requestOf(world.page).get('identity_provider')).toBe('Google')
  const { page, completing } = await completeInPopup(world, callbackOf(world.page))
  vi.stubGlobal('close', () => (page.isClosed = true))
  expect(await completing).toBeNull()
  expect([page.isClosed, page.history]).toEqual([true, [CALLBACK]])
  expect(await signingIn).toMatchObject({ session: { username: 'ana' }, returnTo: '/account' })
  expect(popup.closed).toBe(true)
  expect([world.page.session.items.size, page.session.items.size]).toEqual([0, 0])
})

test('the messages between the popup and its opener contain no token, nonce or PKCE verifier', async () => {
  const world = hostedWorld()
  const { signingIn } = await openPopup(world)
  const { completing } = await completeInPopup(world, callbackOf(world.page))
  await Promise.all([signingIn, completing])
  const verifier = world.requests[0]?.body.get('code_verifier') ?? ''
  expect(verifier).toHaveLength(43)
  const sent = JSON.stringify(FakeChannel.sent)
  expect(sent).toContain('code-1')
  for (const secret of [verifier, nonceOf(world.page), 'eyJ', 'refresh-1']) expect(sent).not.toContain(secret)
})

test('window.opener is null for the hosted pages in the popup', async () => {
  const world = hostedWorld()
  const controller = new AbortController()
  const { signingIn, popup } = await openPopup(world, { signal: controller.signal })
  expect(popup.openerOfPages).toBeNull()
  controller.abort('enough')
  expect(await rejection(signingIn)).toBe('enough')
})

test('popup rejects with the reason blocked if the browser blocks the popup', async () => {
  const world = hostedWorld()
  world.page.popup = () => null
  expect(await rejection(world.hosted.popup())).toMatchObject({ name: 'HostedLoginError', reason: 'blocked' })
})

test('popup rejects with the reason blocked if a popup blocker closes the popup immediately', async () => {
  const world = hostedWorld()
  const { popup } = world.page
  world.page.popup = () => Object.assign(popup() ?? {}, { closed: true }) as ReturnType<typeof popup>
  expect(await rejection(world.hosted.popup())).toMatchObject({ reason: 'blocked' })
})

test('popup rejects with the reason closed within two seconds after the user closes the popup', async () => {
  const world = hostedWorld()
  const { signingIn, popup } = await openPopup(world)
  popup.isElsewhere = true
  await pass(60_000)
  expect(await outcome(signingIn)).toBe('pending')
  popup.close()
  await pass(2000)
  expect(await rejection(signingIn)).toMatchObject({ name: 'HostedLoginError', reason: 'closed' })
})

test('popup rejects with the reason cancelled if the user cancels on the hosted pages', async () => {
  const world = hostedWorld()
  const { signingIn } = await openPopup(world)
  const state = requestOf(world.page).get('state') ?? ''
  const { completing } = await completeInPopup(world, `${CALLBACK}?error=access_denied&state=${state}`)
  expect(await completing).toBeNull()
  expect(await rejection(signingIn)).toMatchObject({ reason: 'cancelled', error: 'access_denied' })
})

test('popup completes the sign-in if the authorization response arrives just after the popup has closed', async () => {
  const world = hostedWorld()
  const { signingIn, popup } = await openPopup(world)
  popup.isElsewhere = true
  await pass(250)
  popup.close()
  await pass(1000)
  await completeInPopup(world, callbackOf(world.page))
  expect(await signingIn).toMatchObject({ session: { username: 'ana' } })
  await pass(1500)
})

test('popup still accepts the authorization response five minutes after the first page in the popup severs the link to its opener', async () => {
  const world = hostedWorld()
  const { signingIn, popup } = await openPopup(world)
  popup.closed = true
  await pass(300_000)
  expect(await outcome(signingIn)).toBe('pending')
  const { completing } = await completeInPopup(world, callbackOf(world.page))
  expect(await completing).toBeNull()
  expect(await signingIn).toMatchObject({ session: { username: 'ana' } })
})

test('if a later page in the popup severs the link to its opener, popup rejects only after the opener regains the focus', async () => {
  const world = hostedWorld()
  const { signingIn, popup } = await openPopup(world)
  popup.isElsewhere = true
  world.page.hasFocus = false
  await pass(250)
  popup.closed = true
  await pass(300_000)
  expect(await outcome(signingIn)).toBe('pending')
  world.page.hasFocus = true
  await pass(2000)
  expect(await rejection(signingIn)).toMatchObject({ reason: 'closed' })
})

test('if the first page in the popup severs the link to its opener, popup rejects only after the opener receives a focus event', async () => {
  const world = hostedWorld()
  const { signingIn, popup } = await openPopup(world)
  world.page.dispatchEvent(new Event('focus'))
  await pass(500)
  popup.closed = true
  await pass(2000)
  expect(await outcome(signingIn)).toBe('pending')
  world.page.dispatchEvent(new Event('focus'))
  await pass(2000)
  expect(await rejection(signingIn)).toMatchObject({ reason: 'closed' })
})

test('popup rejects with the reason closed even if the opener receives the focus event shortly before popup.closed becomes true', async () => {
  const world = hostedWorld()
  const { signingIn, popup } = await openPopup(world)
  world.page.dispatchEvent(new Event('focus'))
  await pass(250)
  popup.closed = true
  await pass(2000)
  expect(await rejection(signingIn)).toMatchObject({ reason: 'closed' })
})

test.each([
  [undefined, 600_000],
  [5000, 5000],
])(
  'popup with timeoutMs %s closes its window and rejects with the reason timeout after %i ms',
  async (timeoutMs, durationMs) => {
    const world = hostedWorld()
    const { signingIn, popup } = await openPopup(world, timeoutMs === undefined ? {} : { timeoutMs })
    await pass(durationMs - 1)
    expect(await outcome(signingIn)).toBe('pending')
    await pass(1)
    expect(await rejection(signingIn)).toMatchObject({ name: 'HostedLoginError', reason: 'timeout' })
    expect(popup.closed).toBe(true)
  },
)

test('if the signal aborts, popup closes its window and rejects with the abort reason', async () => {
  const world = hostedWorld()
  const controller = new AbortController()
  const { signingIn, popup } = await openPopup(world, { signal: controller.signal })
  controller.abort('enough')
  expect(await rejection(signingIn)).toBe('enough')
  expect(popup.closed).toBe(true)
  expect(await rejection(world.hosted.popup({ signal: controller.signal }))).toBe('enough')
  expect(world.page.popups).toHaveLength(1)
})

test('complete in the popup rejects with the reason state-mismatch if no page confirms the authorization response', async () => {
  const world = hostedWorld()
  const { page, completing } = await completeInPopup(world, `${CALLBACK}?code=1&state=popup.planted`)
  const failing = rejection(completing)
  await pass(1500)
  expect(await failing).toMatchObject({ name: 'HostedLoginError', reason: 'state-mismatch' })
  expect([page.isClosed, world.requests]).toEqual([false, []])
})

test('popup neither accepts nor confirms the authorization response of another popup', async () => {
  const world = hostedWorld()
  const { signingIn } = await openPopup(world)
  const { completing } = await completeInPopup(world, callbackOf(world.page, { state: 'popup.other' }))
  const failing = rejection(completing)
  await pass(1500)
  expect(await failing).toMatchObject({ reason: 'state-mismatch' })
  const { completing: right } = await completeInPopup(world, callbackOf(world.page))
  expect(await right).toBeNull()
  expect(await signingIn).toMatchObject({ session: { username: 'ana' } })
})

test('popup accepts an authorization response only once, even if the response arrives twice', async () => {
  const world = hostedWorld({
    script: async () => {
      await completeInPopup(world, callbackOf(world.page)).then(({ completing }) => completing.catch(() => undefined))
      return { body: tokenBody({ nonce: nonceOf(world.page) }) }
    },
  })
  const { signingIn } = await openPopup(world)
  const { completing } = await completeInPopup(world, callbackOf(world.page))
  expect(await completing).toBeNull()
  await pass(1500)
  expect(await signingIn).toMatchObject({ session: { username: 'ana' } })
  expect(world.requests).toHaveLength(1)
})

test('popup ignores malformed messages on its channel', async () => {
  const world = hostedWorld()
  const { signingIn } = await openPopup(world)
  const other = new FakeChannel('CognitoHostedLogin.web')
  const state = requestOf(world.page).get('state')
  for (const message of [null, 'x', { state }, { state, response: 1 }, { response: 'code=1' }])
    other.postMessage(message)
  other.close()
  await completeInPopup(world, callbackOf(world.page))
  expect(await signingIn).toMatchObject({ session: { username: 'ana' } })
  await pass(1500)
})

test('popup rejects with a ConfigurationError if the platform has no BroadcastChannel', async () => {
  const world = hostedWorld()
  vi.stubGlobal('BroadcastChannel', undefined)
  expect(await rejection(world.hosted.popup())).toMatchObject({ name: 'ConfigurationError' })
  expect(world.page.popups).toEqual([])
})
