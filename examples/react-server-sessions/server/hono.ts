import type { ServerSession } from '@cognito-srp/client/server'
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

import { sessions } from './sessions.ts'

const app = new Hono<{ Variables: { session: ServerSession } }>()

app.all('/auth/*', (c) => sessions.handle(c.req.raw))

// These routes need a session. The middleware renews an expired session and adds the new cookies to the response.
app.use('/api/*', async (c, next) => {
  const { session, setCookies } = await sessions.renewSession(c.req.raw)
  if (!session) c.res = c.json({ message: 'Sign in first.' }, 401)
  else if (session.isExpired) c.res = c.json({ message: 'Try again.' }, 503) // the renewal failed, and may succeed later
  else {
    c.set('session', session)
    await next()
  }
  for (const cookie of setCookies) c.header('set-cookie', cookie, { append: true })
})

app.get('/api/me', (c) => c.json({ username: c.var.session.username }))

app.use(serveStatic({ root: './dist' }))

serve({ fetch: app.fetch, port: Number(process.env['PORT'] ?? 3000) }, ({ port }) => {
  console.log(`http://localhost:${port}`)
})
