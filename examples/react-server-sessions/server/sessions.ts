import { randomBytes } from 'node:crypto'
import { createSessionHandler } from '@cognito-srp/client/server'

const { USER_POOL_ID = '', CLIENT_ID = '', CLIENT_SECRET, COGNITO_ENDPOINT, SESSION_SECRET } = process.env

export const sessions = createSessionHandler({
  userPoolId: USER_POOL_ID,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  endpoint: COGNITO_ENDPOINT,
  // Without one of its own (openssl rand -base64 32) the server makes one up, and a restart signs everybody out.
  secret: SESSION_SECRET ?? randomBytes(32).toString('base64'),
})
