import { randomBytes } from 'node:crypto'
import { createSessionHandler, type SessionHandler } from '@cognito-srp/client/server'

/** Next builds this module into the proxy and into each page; of the handler one process has but one. */
const shared = globalThis as { sessions?: SessionHandler }

export const sessions = (shared.sessions ??= createSessions())

function createSessions(): SessionHandler {
  const { USER_POOL_ID = '', CLIENT_ID = '', CLIENT_SECRET, COGNITO_ENDPOINT, SESSION_SECRET } = process.env
  return createSessionHandler({
    userPoolId: USER_POOL_ID,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    endpoint: COGNITO_ENDPOINT,
    // Without one of its own (openssl rand -base64 32) the server makes one up, and a restart signs everybody out.
    secret: SESSION_SECRET ?? randomBytes(32).toString('base64'),
  })
}
