import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createHostedRoutes, createSessionHandler } from '@cognito-srp/client/server'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { html } from 'hono/html'
import * as oauth from 'oauth4webapi'

const { USER_POOL_ID = '', SERVER_CLIENT_ID = '', SERVER_CLIENT_SECRET, SERVER_URL = '', SESSION_SECRET } = process.env
const { COGNITO_ENDPOINT, COGNITO_DOMAIN = '', IDENTITY_PROVIDER } = process.env

const sessions = createSessionHandler({
  userPoolId: USER_POOL_ID,
  clientId: SERVER_CLIENT_ID,
  clientSecret: SERVER_CLIENT_SECRET,
  endpoint: COGNITO_ENDPOINT,
  // Set SESSION_SECRET to the output of `openssl rand -base64 32`. Without SESSION_SECRET, every restart creates a new
  // secret and signs all users out.
  secret: SESSION_SECRET ?? randomBytes(32).toString('base64'),
})
const hosted = createHostedRoutes(sessions, {
  oauth,
  domain: COGNITO_DOMAIN,
  redirectUri: `${SERVER_URL}/callback`,
  signOutUri: `${SERVER_URL}/`,
})
const css = await readFile(new URL('../../react-page/src/page.css', import.meta.url))

const app = new Hono()

app.get('/login', (c) => hosted.login(c.req.raw))
app.get('/login/provider', (c) => hosted.login(c.req.raw, { provider: IDENTITY_PROVIDER }))
app.get('/callback', (c) => hosted.callback(c.req.raw))
app.post('/logout', (c) => hosted.logout(c.req.raw))
app.get('/page.css', (c) => c.body(css, 200, { 'content-type': 'text/css' }))

app.get('/', async (c) => {
  const { session, setCookies } = await sessions.renewSession(c.req.raw)
  for (const cookie of setCookies) c.header('set-cookie', cookie, { append: true })
  const content = session && !session.isExpired ? signedIn(session.username) : signedOut(c.req.query('loginError'))
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <meta name="viewport" content="width=device-width" />
        <title>Sign in</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/page.css" />
        <main>${content}</main>
      </html>`,
  )
})

const signedIn = (username: string) => html`
  <h1>Hello, ${username}</h1>
  <form action="/logout" method="post"><button>Sign out</button></form>
`

const signedOut = (reason: string | undefined) => html`
  <h1>Sign in</h1>
  <p role="alert">${explain(reason)}</p>
  <div class="actions">
    <a href="/login">Sign in</a>
    <a href="/login/provider">Continue with ${IDENTITY_PROVIDER}</a>
  </div>
`

function explain(reason: string | undefined): string {
  if (reason === undefined) return ''
  return reason === 'cancelled' ? 'You cancelled the sign-in.' : 'The sign-in failed. Please try again.'
}

serve({ fetch: app.fetch, port: Number(process.env['PORT'] ?? 3000) }, () => console.log(SERVER_URL))
