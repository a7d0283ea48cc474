import { vi } from 'vitest'

import { createCognitoClient } from '../../src/index.ts'
import { createSessionHandler } from '../../src/server/index.ts'
import { HONO_NODE_SERVER, mapRedis, NEXT_NAVIGATION, REACT } from './platforms.ts'
import type { ReadmeFrame } from './readme-frame.ts'

// This module contains the code that surrounds the code blocks of docs/server-sessions.md. A code block's server handles the
// requests that `browser` sends.

const SECRET = 'a-secret-of-at-least-32-characters'
const IDS = `{ userPoolId: 'sa-east-1_AbCdEf123', clientId: '1example23456789' }`
const SIGN_IN = `
  const client = browser.createClient(${IDS})
  await signIn(client, { username: 'ana@example.com', password: 'Senha-123' })\n`

/** Creates a handler that renews the tokens on every request, because its margin exceeds the tokens' lifetime of an hour. */
function eagerSessions() {
  return createSessionHandler({
    userPoolId: 'sa-east-1_AbCdEf123',
    clientId: '1example23456789',
    secret: SECRET,
    refreshMarginSeconds: 7200,
  })
}

/** Creates the client that the code block "Login and sign-out in Next" imports. */
function loginClient() {
  return createCognitoClient({ userPoolId: 'sa-east-1_AbCdEf123', clientId: '1example23456789' })
}

export const SERVER_FRAMES: Record<string, ReadmeFrame> = {
  'Sessions on the server': {
    setUp: () => vi.stubEnv('SESSION_SECRET', SECRET),
    after: `
      const browser = openBrowser({ handle: async (request) => app.fetch(request) })
      expect((await browser.send('/api/stats')).status).toBe(401)
      ${SIGN_IN}
      expect(await browser.send('/api/stats')).toMatchObject({ status: 200, body: {} })
      expect(fetched).toEqual([
        { url: 'https://api.example.com/stats', authorization: expect.stringMatching(/^Bearer [^.]+[.][^.]+[.][^.]+$/) },
      ])
      expect(browser.received.join()).not.toMatch(/eyJ[^."]+[.][^."]+[.][^."]/)
      await signOut(client)
      expect((await browser.send('/api/stats')).status).toBe(401)`,
  },
  'The page': {
    before: `
      const sessions = createSessionHandler({ ...${IDS}, secret: '${SECRET}' })
      const browser = openBrowser(sessions)
      const [username, password] = ['ana@example.com', 'Senha-123']\n`,
    after: `
      expect(printed).toEqual(['Hello, ana@example.com'])
      expect(fetched).toEqual([{ url: '/api/stats', authorization: null }])
      expect((await getSession(client)).accessToken.jwt).toMatch(/[.]$/)
      const reloaded = browser.createClient(${IDS})
      await adoptSession(reloaded, (await (await fetch('/auth/session')).json()).session)
      expect(await currentUsername(reloaded)).toBe('ana@example.com')
      await signOut(client)
      expect((await browser.send('/auth/session')).body).toEqual({ session: null })`,
  },
  'Social and SAML sign-in': {
    pool: {
      clients: [
        {
          id: '1example23456789',
          secret: 'client-secret',
          callbackUrls: ['https://app.example.com/callback'],
          logoutUrls: ['https://app.example.com/'],
        },
      ],
    },
    setUp: () => {
      vi.stubEnv('SESSION_SECRET', SECRET)
      vi.stubEnv('CLIENT_SECRET', 'client-secret')
    },
    after: `
      const browser = openBrowser({ handle: async (request) => app.fetch(request) })
      const login = (await browser.send('/login?returnTo=/account')).headers.get('location') ?? ''
      const callback = await signInOnHostedPages(login, { username: 'ana@example.com', password: 'Senha-123' })
      const forged = new URL(callback)
      forged.searchParams.set('state', 'another')
      expect((await browser.send(forged.href)).headers.get('location')).toBe('/?loginError=state-mismatch')
      expect((await browser.send(callback)).headers.get('location')).toBe('/account')
      expect(await sessions.readSession(browser.source)).toMatchObject({ username: 'ana@example.com' })
      const client = browser.createClient(${IDS})
      await adoptSession(client, (await browser.send('/auth/session')).body['session'] as never)
      expect(await getUser(client)).toMatchObject({ userAttributes: { email: 'ana@example.com' } })
      expect(browser.received.join()).not.toMatch(/eyJ[^."]+[.][^."]+[.][^."]/)
      const headers = { origin: 'https://app.example' }
      const location = (await browser.send('/logout', { method: 'POST', headers })).headers.get('location') ?? ''
      expect(location).toContain('https://auth.example.com/logout?client_id=1example23456789')
      expect(await sessions.readSession(browser.source)).toBeNull()`,
  },
  'Sign out on the server': {
    before: `
      import { Hono } from 'hono'
      import { csrf } from 'hono/csrf'
      const sessions = createSessionHandler({ ...${IDS}, secret: '${SECRET}' })
      const app = new Hono()\n`,
    after: `
      const page = openBrowser(sessions)
      const client = page.createClient(${IDS})
      await signIn(client, { username: 'ana@example.com', password: 'Senha-123' })
      const submit = (origin: string) => {
        const headers = { origin, 'content-type': 'application/x-www-form-urlencoded', cookie: page.cookieHeader }
        return app.fetch(new Request('https://app.example/logout', { method: 'POST', headers }))
      }
      expect((await submit('https://evil.example')).status).toBe(403)
      expect(await sessions.readSession(page.source)).toMatchObject({ username: 'ana@example.com' })
      const answer = await submit('https://app.example')
      expect(answer.status).toBe(303)
      const browser = page.copy()
      browser.keep(answer.headers.getSetCookie())
      expect(browser.cookies.size).toBe(0)
      expect(await sessions.readSession(page.source)).toBeNull()
      await expect(getUser(client)).rejects.toMatchObject({ code: 'NotAuthorizedException' })`,
  },
  Next: {
    setUp: () => vi.stubEnv('SESSION_SECRET', SECRET),
    after: `
      expect(await sessions.readSession({ headers: new Headers() })).toBeNull()
      expect(shared.sessionStore?.get).toBeTypeOf('function')
      delete shared.sessionStore`,
  },
  'Next 2': {
    modules: { '@/sessions': { sessions: eagerSessions() } },
    after: `
      const browser = openBrowser({ handle: answer })
      ${SIGN_IN}
      expect([...browser.cookies.keys()]).toContain('__Host-session.0')`,
  },
  'Next 3': {
    modules: { '@/sessions': { sessions: eagerSessions() } },
    after: `
      const browser = openBrowser(sessions)
      ${SIGN_IN}
      const before = await sessions.readSession({ headers: new Headers({ cookie: browser.cookieHeader }) })
      const response = await proxy(new Request('https://app.example/', { headers: { cookie: browser.cookieHeader } }))
      const forwarded = await sessions.readSession({ headers: response.forwarded })
      expect(forwarded?.accessToken.jwt).not.toBe(before?.accessToken.jwt)
      browser.keep(response.headers.getSetCookie())
      const kept = await sessions.readSession({ headers: new Headers({ cookie: browser.cookieHeader }) })
      expect(kept?.accessToken).toEqual(forwarded?.accessToken)
      expect(new RegExp('^' + config.matcher + '$').test('/auth/')).toBe(false)`,
  },
  'Next 4': {
    folder: REACT.folder,
    modules: { ...REACT.modules, '@/sessions': { sessions: eagerSessions() } },
    before: `import { renderToString } from 'react-dom/server'\n`,
    after: `
      const browser = openBrowser(sessions)
      expect(renderToString(await Greeting())).toBe('<p>Please sign in.</p>')
      ${SIGN_IN}
      requestHeaders.set('cookie', browser.cookieHeader)
      expect(renderToString(await Greeting())).toBe('<p>Hello, ana@example.com</p>')
      expect(Page().type).toBe(Suspense)`,
  },
  'Next 5': {
    before: `async function proxy(_request: Request): Promise<void> {}\n`,
    after: `
      expect(proxy).toBeTypeOf('function')
      expect(config.runtime).toBe('nodejs')
      expect(new RegExp('^' + config.matcher + '$').test('/auth/')).toBe(false)`,
  },
  'Login and sign-out in Next': {
    folder: REACT.folder,
    modules: {
      ...REACT.modules,
      'next/navigation': NEXT_NAVIGATION,
      '@/client': { client: loginClient() },
      '@/login-page': { LoginPage: ({ state }: { state: { phase: string } }) => `The login page: ${state.phase}` },
    },
    before: `import { renderToString } from 'react-dom/server'\n`,
    after: `expect(renderToString(<Page />)).toBe('The login page: form')`,
  },
  'Login and sign-out in Next 2': {
    modules: { '@/sessions': { sessions: eagerSessions() } },
    after: `
      const browser = openBrowser(sessions)
      ${SIGN_IN}
      const submit = (site: string) => {
        const headers = { cookie: browser.cookieHeader, 'sec-fetch-site': site }
        return POST(new Request('https://app.example/logout', { method: 'POST', headers }))
      }
      expect((await submit('cross-site')).status).toBe(403)
      expect(await sessions.readSession(browser.source)).toMatchObject({ username: 'ana@example.com' })
      const response = await submit('same-origin')
      expect([response.status, response.headers.get('location')]).toEqual([303, '/login'])
      browser.keep(response.headers.getSetCookie())
      expect(browser.cookies.size).toBe(0)`,
  },
  Express: {
    modules: { '@hono/node-server': HONO_NODE_SERVER },
    before: `
      const sessions = createSessionHandler({ ...${IDS}, secret: '${SECRET}' })
      const app = express()\n`,
    after: `
      const browser = openBrowser({ handle: app.answer })
      expect((await browser.send('/api/me')).status).toBe(401)
      ${SIGN_IN}
      expect(await browser.send('/api/me')).toMatchObject({ status: 200, body: { username: 'ana@example.com' } })
      await signOut(client)
      expect((await browser.send('/api/me')).status).toBe(401)
      await app.close()`,
  },
  'Several processes': {
    modules: { redis: mapRedis() },
    after: `
      const start = () => createSessionHandler({ ...${IDS}, secret: '${SECRET}', store })
      const [one, other] = [start(), start()]
      const browser = openBrowser(one)
      ${SIGN_IN}
      const copy = { headers: new Headers({ cookie: browser.cookieHeader }) }
      expect(await other.readSession(copy)).toMatchObject({ username: 'ana@example.com' })
      await signOut(client)
      expect(await other.readSession(copy)).toBeNull()`,
  },
}
