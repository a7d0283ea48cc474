import * as oauth from 'oauth4webapi'

import type { AuthorizationOptions } from '../src/hosted/authorization-request.ts'
import { createHostedRoutes, type HostedRoutesConfig, type SessionHandlerConfig } from '../src/server/index.ts'
import { ScriptedPool } from './scripted-pool.ts'
import { ORIGIN, TestBrowser, testHandler } from './session-handlers.ts'
import { tokenBody, withTokenEndpoint, type TokenScript } from './token-endpoint.ts'
import { NOW_MS } from './tokens.ts'

export const CALLBACK = `${ORIGIN}/callback`
/** Valid options of hosted routes. */
export const HOSTED: HostedRoutesConfig = {
  oauth,
  domain: 'auth.example',
  redirectUri: CALLBACK,
  signOutUri: `${ORIGIN}/bye`,
}

/** Creates a server with hosted routes, and a test browser that sends requests to the server. */
export function hostedServer({
  script,
  options,
  handler = {},
  ...config
}: Partial<HostedRoutesConfig> & {
  script?: TokenScript
  options?: AuthorizationOptions
  handler?: Partial<SessionHandlerConfig>
} = {}) {
  const pool = new ScriptedPool().on('RevokeToken', { json: {} })
  const clock = { nowMs: NOW_MS }
  const faults: unknown[] = []
  let nonce = ''
  const { fetch, requests } = withTokenEndpoint(pool, script ?? (() => ({ body: tokenBody({ nonce }) })))
  const sessions = testHandler({ fetch, now: () => clock.nowMs, onFault: (fault) => faults.push(fault), ...handler })
  const hosted = createHostedRoutes(sessions, { ...HOSTED, ...config })
  const handle = (request: Request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/login') return hosted.login(request, options)
    if (pathname === '/callback') return hosted.callback(request)
    return pathname === '/logout' ? hosted.logout(request) : sessions.handle(request)
  }
  const browser = new TestBrowser({ handle })
  return {
    browser,
    clock,
    faults,
    handle,
    hosted,
    pool,
    requests,
    sessions,
    /** Opens /login, and returns the parameters of the authorization request. */
    async login(query = '', visitor = browser) {
      const { headers } = await visitor.send(`/login${query}`)
      const { searchParams } = new URL(headers.get('location') ?? '')
      nonce = searchParams.get('nonce') ?? ''
      return searchParams
    },
    /** Opens the callback address, and returns the address to which the server redirects. */
    async comeBack(parameters: Record<string, string | null>, visitor = browser) {
      const given = Object.entries(parameters).map(([name, value]) => [name, value ?? ''])
      return (await visitor.send(`/callback?${new URLSearchParams(given)}`)).headers.get('location')
    },
  }
}

/** Returns the authorization response to an authorization request, as parameters of the callback address. */
export const answerTo = (request: URLSearchParams): { code: string; state: string | null } => ({
  code: 'code-1',
  state: request.get('state'),
})
