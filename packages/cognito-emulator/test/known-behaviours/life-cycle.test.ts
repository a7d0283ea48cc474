import { expect } from 'vitest'

import {
  PASSWORD,
  getUser,
  initiate,
  known,
  makePool,
  plain,
  send,
  signIn,
  signUp,
  tokensOf,
  type Row,
} from './new-pools.ts'

const aliases: Row[] = [
  [
    'in a pool with usernameAttributes, the user name is generated and equals the sub',
    'moto',
    async () => {
      const pool = await makePool({ UsernameAttributes: ['email'] })
      await signUp(pool, { Username: 'ana@example.com', UserAttributes: [] })
      await send('AdminConfirmSignUp', { UserPoolId: pool.id, Username: 'ana@example.com' })
      const { AuthenticationResult } = await signIn(pool, 'ana@example.com')
      return getUser(AuthenticationResult?.AccessToken ?? '')
    },
    { Username: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  ],
]

const lifeCycle: Row[] = [
  [
    'AdminInitiateAuth rejects a client of another pool',
    'api',
    async () => {
      const { client } = await makePool()
      const AuthParameters = { USERNAME: 'ana', PASSWORD }
      const request = { AuthFlow: 'ADMIN_USER_PASSWORD_AUTH', AuthParameters }
      return send('AdminInitiateAuth', { UserPoolId: plain.id, ClientId: client, ...request })
    },
    /^ResourceNotFoundException: User pool client \w+ does not exist\.$/,
  ],
  [
    'a refresh token of a deleted client is rejected',
    'api',
    async () => {
      const pool = await makePool()
      const { RefreshToken } = await tokensOf(pool)
      await send('DeleteUserPoolClient', { UserPoolId: pool.id, ClientId: pool.client })
      return initiate(pool, 'REFRESH_TOKEN_AUTH', { REFRESH_TOKEN: RefreshToken })
    },
    /^ResourceNotFoundException: User pool client \w+ does not exist\.$/,
  ],
  [
    'a refresh token of a deleted pool is rejected',
    'api',
    async () => {
      const pool = await makePool()
      const { RefreshToken } = await tokensOf(pool)
      await send('DeleteUserPool', { UserPoolId: pool.id })
      return initiate(pool, 'REFRESH_TOKEN_AUTH', { REFRESH_TOKEN: RefreshToken })
    },
    /^ResourceNotFoundException: /,
  ],
  [
    'an access token of a deleted client is rejected',
    'api',
    async () => {
      const pool = await makePool()
      const { AccessToken } = await tokensOf(pool)
      await send('DeleteUserPoolClient', { UserPoolId: pool.id, ClientId: pool.client })
      return getUser(AccessToken)
    },
    /^NotAuthorizedException: /,
  ],
]

known('aliases', aliases)
known('life cycle', lifeCycle)
