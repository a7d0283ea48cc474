import { Readable } from 'node:stream'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Auth, type AuthConfig } from '@auth/core'
import Cognito from '@auth/core/providers/cognito'

import type { Check } from './judge.ts'
import { ANA, openWorld, POOL_ID, SERVER_SECRET, signInOnPage } from './world.ts'

type Session = { user?: { email?: string; name?: string } }

/**
 * Checks @auth/core's Cognito provider, which next-auth and similar libraries use. The provider discovers the endpoints
 * from the issuer.
 */
export async function judgeByAuthCore(check: Check): Promise<void> {
  let issuer = ''
  const world = await openWorld((appUrl) => serveApp(appUrl, () => issuer))
  issuer = `${world.emulator.url}${POOL_ID}`
  const { page, appUrl } = world
  try {
    await check('a server signs users in with only the issuer, an id and a secret', async () => {
      await page.goto(`${appUrl}/auth/signin`)
      await page.getByRole('button', { name: 'Cognito' }).click()
      await signInOnPage(page)
      await page.waitForURL(`${appUrl}/`)
      const session = await page.evaluate<Session>(`fetch('/auth/session').then((response) => response.json())`)
      return session.user?.email === ANA.attributes.email && session.user.name === ANA.attributes.name
    })
    await check('the pool does not ask a signed-in user for the password again', async () => {
      await page.context().clearCookies({ name: /^authjs/ })
      await page.goto(`${appUrl}/auth/signin`)
      await page.getByRole('button', { name: 'Cognito' }).click()
      await page.waitForURL(`${appUrl}/`)
    })
  } finally {
    await world.close()
  }
}

function serveApp(appUrl: string, issuer: () => string): RequestListener {
  return (incoming, response) => void answer(incoming).then((answered) => send(answered, response))

  async function answer(incoming: IncomingMessage): Promise<Response> {
    const config: AuthConfig = {
      basePath: '/auth',
      providers: [Cognito({ clientId: 'server', clientSecret: SERVER_SECRET, issuer: issuer() })],
      secret: 'what the session cookie of this application is sealed with',
      trustHost: true,
    }
    if (incoming.url?.startsWith('/auth/')) return Auth(toRequest(appUrl, incoming), config)
    return new Response('<!doctype html><title>app</title>', { headers: { 'content-type': 'text/html' } })
  }
}

async function send(answered: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answered.status, [...answered.headers].flat())
  response.end(Buffer.from(await answered.arrayBuffer()))
}

function toRequest(appUrl: string, incoming: IncomingMessage): Request {
  const { method = 'GET', url = '/', headers } = incoming
  const init: RequestInit & { duplex?: 'half' } = { method, headers: headers as Record<string, string> }
  if (method === 'POST') Object.assign(init, { body: Readable.toWeb(incoming), duplex: 'half' })
  return new Request(new URL(url, appUrl), init)
}
