import { expect } from 'vitest'

import {
  OTHER,
  PASSWORD,
  change,
  getUser,
  initiate,
  known,
  lastCode,
  makePool,
  makeUser,
  newName,
  outcomeOf,
  plain,
  send,
  signIn,
  signUp,
  tokensOf,
  type Pool,
  type Row,
} from './new-pools.ts'

const register = async (pool: Pool, email: string): Promise<string> => {
  const Username = newName()
  await signUp(pool, { Username, UserAttributes: [{ Name: 'email', Value: email }] })
  return Username
}

const aliases: Row[] = [
  [
    'an alias signs in once it is verified',
    'guide',
    async () => {
      const pool = await makePool({ AliasAttributes: ['email'] })
      const attributes = [{ Name: 'email', Value: 'bia@example.com' }]
      await makeUser(pool, attributes)
      const before = await outcomeOf(signIn(pool, 'bia@example.com'))
      await makeUser(pool)
      return [before, await signIn(pool, 'ana@example.com')]
    },
    ['UserNotFoundException: User does not exist.', { AuthenticationResult: { TokenType: 'Bearer' } }],
  ],
  [
    'an alias that somebody has is not confirmed for another',
    'api',
    async () => {
      const pool = await makePool({ AliasAttributes: ['email'], AutoVerifiedAttributes: ['email'] })
      await makeUser(pool)
      const Username = await register(pool, 'ana@example.com')
      return send('ConfirmSignUp', { ClientId: pool.client, Username, ConfirmationCode: lastCode() })
    },
    'AliasExistsException: An account with the email already exists.',
  ],
  [
    'unless it is forced',
    'api',
    async () => {
      const pool = await makePool({ AliasAttributes: ['email'], AutoVerifiedAttributes: ['email'] })
      await makeUser(pool)
      const Username = await register(pool, 'ana@example.com')
      const forced = { ForceAliasCreation: true, ConfirmationCode: lastCode() }
      await send('ConfirmSignUp', { ClientId: pool.client, Username, ...forced })
      return [Username, await getUser((await signIn(pool, 'ana@example.com')).AuthenticationResult?.AccessToken ?? '')]
    },
    [expect.any(String), { Username: expect.any(String) }],
  ],
  [
    'in a pool of addresses the name is made up, and is the sub',
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
    'a client of another pool, by an administrator',
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
    'the refresh token of a client that is gone',
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
    'the refresh token of a pool that is gone',
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
    'the access token of a client that is gone',
    'api',
    async () => {
      const pool = await makePool()
      const { AccessToken } = await tokensOf(pool)
      await send('DeleteUserPoolClient', { UserPoolId: pool.id, ClientId: pool.client })
      return getUser(AccessToken)
    },
    /^NotAuthorizedException: /,
  ],
  [
    'refresh tokens that rotate: the old one is reported',
    'guide',
    async () => {
      const pool = await makePool(
        {},
        {
          RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 0 },
          ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH'],
        },
      )
      const { RefreshToken } = await tokensOf(pool)
      const exchange = () => send('GetTokensFromRefreshToken', { ClientId: pool.client, RefreshToken })
      return [await exchange(), await outcomeOf(exchange())]
    },
    [
      { AuthenticationResult: { RefreshToken: expect.any(String) } },
      expect.stringMatching(/^RefreshTokenReuseException: /),
    ],
  ],
  [
    'a password that was tried too often',
    'guide',
    async () => {
      const username = await makeUser(plain)
      for (let tried = 0; tried < 5; tried++) await outcomeOf(signIn(plain, username, 'Senha-999'))
      return signIn(plain, username)
    },
    'NotAuthorizedException: Password attempts exceeded',
  ],
  [
    'a previous password that was tried too often',
    'guide',
    async () => {
      const { AccessToken } = await tokensOf(plain)
      for (let tried = 0; tried < 5; tried++) await outcomeOf(change(AccessToken, 'Senha-999', OTHER))
      return change(AccessToken, PASSWORD, OTHER)
    },
    'LimitExceededException: Attempt limit exceeded, please try after some time.',
  ],
]

known('aliases', aliases)
known('life cycle', lifeCycle)
