import type { Token } from '@cognito-srp/client'
import { createSessionHandler, memoryStore, type ServerSession, type SessionStore } from '@cognito-srp/client/server'

const store: SessionStore = memoryStore({ maxEntries: 10 })
const sessions = createSessionHandler({
  userPoolId: 'local_Pool1',
  clientId: 'web',
  secret: ['thirty-two characters, or more of them', 'thirty-two characters of last month'],
  store,
})

export async function respond(request: Request): Promise<Response> {
  if (new URL(request.url).pathname.startsWith('/auth/')) return sessions.handle(request)
  const found = await sessions.readSession(request)
  if (!found) return new Response()
  const session: ServerSession = found
  const token: Token = session.accessToken
  return new Response(token.jwt)
}

export async function respondWithHeaders(request: { headers: Headers }): Promise<string[]> {
  const { session, setCookies } = await sessions.renewSession(request)
  return session?.isExpired ? [] : setCookies
}
