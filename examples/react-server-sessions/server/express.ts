import type { ServerSession } from '@cognito-srp/client/server'
import { getRequestListener } from '@hono/node-server'
import express from 'express'

import { sessions } from './sessions.ts'

const app = express()

// This route must be registered before express.json(), because the handler reads the body itself.
app.all(
  '/auth/{*operation}',
  getRequestListener((request) => sessions.handle(request)),
)

app.use('/api', async (request, response, next) => {
  const { session, setCookies } = await sessions.renewSession(request)
  response.append('set-cookie', setCookies)
  if (!session) response.status(401).json({ message: 'Sign in first.' })
  else if (session.isExpired) response.status(503).json({ message: 'Try again.' }) // the renewal failed, and may succeed later
  else {
    response.locals['session'] = session
    next()
  }
})

app.get('/api/me', (_request, response) => {
  const { username } = response.locals['session'] as ServerSession
  response.json({ username })
})

app.use(express.static('dist'))

const server = app.listen(Number(process.env['PORT'] ?? 3000), () => {
  const address = server.address()
  if (address && typeof address === 'object') console.log(`http://localhost:${address.port}`)
})
