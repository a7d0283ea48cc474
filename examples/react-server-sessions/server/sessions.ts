import { randomBytes } from 'node:crypto'
import { createSessionHandler } from '@cognito-srp/client/server'

const { USER_POOL_ID = '', CLIENT_ID = '', CLIENT_SECRET, COGNITO_ENDPOINT, SESSION_SECRET } = process.env

export const sessions = createSessionHandler({
  userPoolId: USER_POOL_ID,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  endpoint: COGNITO_ENDPOINT,
  // Set SESSION_SECRET to the output of `openssl rand -base64 32`. Without SESSION_SECRET, every restart creates a new
  // secret and signs all users out.
  secret: SESSION_SECRET ?? randomBytes(32).toString('base64'),
})
