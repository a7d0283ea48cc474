import { vi } from 'vitest'

import type { CognitoClient } from '../src/client.ts'
import { createHostedLogin, type HostedLogin, type HostedLoginConfig } from '../src/oauth/index.ts'
import { MapStorage, testClient } from './clients.ts'
import { ScriptedPool } from './scripted-pool.ts'
import { tokenBody, withTokenEndpoint, type TokenRequest, type TokenScript } from './token-endpoint.ts'

export const CALLBACK = 'https://app.example/callback'
export const DOMAIN = 'https://auth.example'

/** Fake page in a browser tab. `show` replaces `location`, `history` and other globals of the test with the page's objects. */
export class HostedPage extends EventTarget {
  /** Addresses that were passed to `location.assign`. */
  readonly left: string[] = []
  /** Addresses in the tab's history. */
  readonly history: string[]
  readonly session: MapStorage
  readonly local: MapStorage = new MapStorage()
  readonly popups: FakePopup[] = []
  /** Return value of `window.open`. */
  popup: () => FakePopup | null = () => new FakePopup()
  hasFocus = true
  visibilityState: 'hidden' | 'visible' = 'visible'
  isClosed = false
  isStopped = false

  constructor(address = 'https://app.example/', session = new MapStorage()) {
    super()
    this.history = [address]
    this.session = session
  }

  get address(): string {
    return this.history.at(-1) ?? ''
  }

  /** Adds an address to the tab's history, as a navigation does. */
  open(address: string): void {
    this.history.push(address)
  }

  /** Replaces the global browser objects with the objects of this page. */
  show(): this {
    const location = { assign: (address: string) => this.left.push(address) }
    Object.defineProperty(location, 'href', { get: () => this.address })
    Object.defineProperty(location, 'origin', { get: () => new URL(this.address).origin })
    vi.stubGlobal('location', location)
    vi.stubGlobal('history', {
      state: null,
      replaceState: (_state: unknown, _title: string, address: string) => this.history.splice(-1, 1, address),
    })
    const window = { screenX: 0, screenY: 0, outerWidth: 1000, outerHeight: 800 }
    for (const [name, value] of Object.entries(window)) vi.stubGlobal(name, value)
    vi.stubGlobal('sessionStorage', this.session)
    vi.stubGlobal('localStorage', this.local)
    const document = { hasFocus: () => this.hasFocus }
    Object.defineProperty(document, 'visibilityState', { get: () => this.visibilityState })
    vi.stubGlobal('document', document)
    vi.stubGlobal('addEventListener', this.addEventListener.bind(this))
    vi.stubGlobal('removeEventListener', this.removeEventListener.bind(this))
    vi.stubGlobal('close', () => (this.isClosed = true))
    vi.stubGlobal('stop', () => (this.isStopped = true))
    vi.stubGlobal('open', () => {
      const popup = this.popup()
      if (popup) this.popups.push(popup)
      return popup
    })
    vi.stubGlobal('BroadcastChannel', FakeChannel)
    return this
  }

  /** Dispatches `pageshow`, as browsers do for a new page and for a restored page. */
  showAgain({ persisted }: { persisted: boolean }): void {
    this.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  }
}

/** Window that a page opened. */
export class FakePopup {
  closed = false
  opener: object | null = globalThis
  /** The popup's `window.opener` at the time when the hosted pages open. */
  openerOfPages: object | null | undefined
  /**
   * Address to which the opener navigated the popup. The opener cannot read the address while the popup shows a page from another
   * origin.
   */
  target = ''
  isElsewhere = false
  readonly location = {
    replace: (address: string): void => {
      this.target = address
      this.openerOfPages = this.opener
    },
  }

  constructor() {
    const readAddress = () => {
      if (this.isElsewhere) throw new DOMException('Blocked a frame.', 'SecurityError')
      return 'about:blank'
    }
    Object.defineProperty(this.location, 'href', { get: readAddress })
  }

  close(): void {
    this.closed = true
  }
}

/** Fake BroadcastChannel that delivers messages in a microtask, because Node's channels ignore fake timers. */
export class FakeChannel extends EventTarget {
  static readonly open: Set<FakeChannel> = new Set()
  static readonly sent: unknown[] = []
  readonly name: string

  constructor(name: string) {
    super()
    this.name = name
    FakeChannel.open.add(this)
  }

  postMessage(data: unknown): void {
    FakeChannel.sent.push(data)
    for (const channel of FakeChannel.open) {
      if (channel === this || channel.name !== this.name) continue
      queueMicrotask(() => channel.dispatchEvent(Object.assign(new Event('message'), { data })))
    }
  }

  close(): void {
    FakeChannel.open.delete(this)
  }
}

export type HostedWorld = {
  client: CognitoClient
  hosted: HostedLogin
  page: HostedPage
  pool: ScriptedPool
  storage: MapStorage
  clock: { nowMs: number }
  /** Requests to the token endpoint. */
  requests: TokenRequest[]
  /** Creates a hosted login for another page of the same app. */
  reopen: (config?: Partial<HostedLoginConfig>) => HostedLogin
}

/** Creates a hosted login in a fake page. `script` returns the responses of the token endpoint. */
export function hostedWorld({
  script,
  page = new HostedPage(),
  client: options = {},
  ...config
}: Partial<HostedLoginConfig> & {
  script?: TokenScript
  page?: HostedPage
  client?: Parameters<typeof testClient>[0]
} = {}): HostedWorld {
  const pool = new ScriptedPool()
  const answer = script ?? (() => ({ body: tokenBody({ nonce: nonceOf(page) }) }))
  const { fetch, requests } = withTokenEndpoint(pool, answer)
  const world = testClient({ pool, ...options, fetch })
  const reopen = (changes: Partial<HostedLoginConfig> = {}) =>
    createHostedLogin(world.client, {
      domain: 'auth.example',
      redirectUri: CALLBACK,
      signOutUri: 'https://app.example/bye',
      ...config,
      ...changes,
    })
  page.show()
  return { ...world, hosted: reopen(), page, requests, reopen }
}

/** Returns the nonce of the last authorization request from the page or its popup. */
export function nonceOf(page: HostedPage): string {
  return requestOf(page).get('nonce') ?? ''
}

/** Returns the parameters of the last authorization request from the page or its popup. */
export function requestOf({ left, popups }: HostedPage): URLSearchParams {
  return new URL(left.at(-1) ?? popups.at(-1)?.target ?? '').searchParams
}

/** Returns the callback address with the authorization response to the last authorization request. */
export function callbackOf(page: HostedPage, changes: Record<string, string> = {}): string {
  const state = requestOf(page).get('state') ?? ''
  return `${CALLBACK}?${new URLSearchParams({ code: 'code-1', state, ...changes })}`
}

/** Calls `redirect` and waits until the page has navigated to the hosted pages. Returns the promise from `redirect`. */
export async function leave(
  { hosted, page }: Pick<HostedWorld, 'hosted' | 'page'>,
  options?: Parameters<HostedLogin['redirect']>[0],
): Promise<{ redirecting: Promise<never> }> {
  const before = page.left.length
  const redirecting = hosted.redirect(options)
  const early = redirecting.catch(() => undefined)
  const leaving = vi.waitUntil(() => page.left.length > before, { interval: 1 })
  await Promise.race([early, leaving])
  return { redirecting }
}

/** Opens the callback address in the tab and calls `complete`, as an app does after a redirect from the hosted pages. */
export async function comeBack(
  { page, reopen }: HostedWorld,
  changes: Record<string, string> = {},
): Promise<Awaited<ReturnType<HostedLogin['complete']>>> {
  const address = callbackOf(page, changes)
  page.open(address)
  return reopen().complete(address)
}
