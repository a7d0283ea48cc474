import { expect } from 'vitest'

import {
  INCORRECT,
  NO_USER,
  OTHER,
  PASSWORD,
  advance,
  change,
  getUser,
  hiding,
  initiate,
  known,
  lastCode,
  makePool,
  outcomeOf,
  plain,
  send,
  tokensOf,
  wrong,
  type Row,
  type Pool,
} from './new-pools.ts'

const refresh = (pool: Pool, REFRESH_TOKEN: string) => initiate(pool, 'REFRESH_TOKEN_AUTH', { REFRESH_TOKEN })

const signedIn: Row[] = [
  [
    'GetUser returns the user name and the attributes',
    'api',
    async () => getUser((await tokensOf(plain)).AccessToken),
    { Username: expect.any(String), UserAttributes: expect.any(Array) },
  ],
  [
    'GetUser rejects a malformed access token',
    'moto',
    () => getUser('n/a'),
    /^InvalidParameterException: |^NotAuthorizedException: /,
  ],
  [
    'GetUser rejects a text that is not a token',
    'issue',
    () => getUser('abc'),
    'NotAuthorizedException: Invalid Access Token',
  ],
  [
    'GetUser rejects an id token',
    'issue',
    async () => getUser((await tokensOf(plain)).IdToken),
    'NotAuthorizedException: Invalid Access Token',
  ],
  [
    'GetUser rejects an access token that is one hour old',
    'issue',
    async () => {
      const { AccessToken } = await tokensOf(plain)
      advance(3600)
      return getUser(AccessToken)
    },
    'NotAuthorizedException: Access Token has expired',
  ],
  [
    'GetUser rejects an access token after a global sign-out',
    'api',
    async () => {
      const { AccessToken } = await tokensOf(plain)
      await send('GlobalSignOut', { AccessToken })
      return getUser(AccessToken)
    },
    'NotAuthorizedException: Access Token has been revoked',
  ],
  [
    'a refresh token is rejected after a global sign-out',
    'moto',
    async () => {
      const { username, RefreshToken } = await tokensOf(plain)
      await send('AdminUserGlobalSignOut', { UserPoolId: plain.id, Username: username })
      return refresh(plain, RefreshToken)
    },
    'NotAuthorizedException: Refresh Token has been revoked',
  ],
  [
    'GetUser rejects a token of a deleted user',
    'issue',
    async () => {
      const { username, AccessToken } = await tokensOf(plain)
      await send('AdminDeleteUser', { UserPoolId: plain.id, Username: username })
      return getUser(AccessToken)
    },
    NO_USER,
  ],
  [
    'a refresh returns new tokens',
    'moto',
    async () => refresh(plain, (await tokensOf(plain)).RefreshToken),
    { AuthenticationResult: { TokenType: 'Bearer', ExpiresIn: 3600 } },
  ],
  [
    'an invalid refresh token is rejected',
    'issue',
    () => refresh(plain, 'abc'),
    'NotAuthorizedException: Invalid Refresh Token.',
  ],
  [
    'a refresh token of another client is rejected',
    'issue',
    async () => refresh(hiding, (await tokensOf(plain)).RefreshToken),
    /^NotAuthorizedException: (?:Invalid Refresh Token\.|Refresh Token has been revoked)/,
  ],
  [
    'an access token cannot be revoked',
    'api',
    async () => send('RevokeToken', { ClientId: plain.client, Token: (await tokensOf(plain)).AccessToken }),
    /^UnsupportedTokenTypeException: /,
  ],
  [
    'ChangePassword rejects a wrong previous password',
    'api',
    async () => change((await tokensOf(plain)).AccessToken, 'Senha-999', OTHER),
    INCORRECT,
  ],
  [
    'ChangePassword rejects a weak proposed password',
    'issue',
    async () => change((await tokensOf(plain)).AccessToken, PASSWORD, 'fraca'),
    'InvalidPasswordException: Password did not conform with policy: Password not long enough',
  ],
  [
    'UpdateUserAttributes rejects an unknown attribute',
    'issue',
    async () => update((await tokensOf(plain)).AccessToken, 'custom:more', 'x'),
    'InvalidParameterException: user.custom:more: Attribute does not exist in the schema.\n',
  ],
  [
    'UpdateUserAttributes rejects an immutable attribute',
    'issue',
    async () => {
      const pool = await makePool({ Schema: [{ Name: 'email', Required: true, Mutable: false }] })
      return update((await tokensOf(pool)).AccessToken, 'email', 'bia@example.com')
    },
    'InvalidParameterException: user.email: Attribute cannot be updated.\n',
  ],
  [
    'UpdateUserAttributes rejects an attribute that the client cannot write',
    'issue',
    async () => {
      const pool = await makePool({}, { WriteAttributes: ['name'] })
      return update((await tokensOf(pool)).AccessToken, 'email', 'bia@example.com')
    },
    'NotAuthorizedException: A client attempted to write unauthorized attribute',
  ],
  [
    'UpdateUserAttributes sends a code to a new address',
    'guide',
    async () => update((await tokensOf(plain)).AccessToken, 'email', 'bia@example.com'),
    { CodeDeliveryDetailsList: [{ AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'b***@e***' }] },
  ],
  [
    'a new address does not replace the old address before verification if the pool requires verification first',
    'guide',
    async () => {
      const { AccessToken } = await tokensOf(await verifyingFirst())
      await update(AccessToken, 'email', 'bia@example.com')
      return emailsOf(AccessToken)
    },
    ['ana@example.com', 'true'],
  ],
  [
    'a new address replaces the old address after verification if the pool requires verification first',
    'guide',
    async () => {
      const { AccessToken } = await tokensOf(await verifyingFirst())
      await update(AccessToken, 'email', 'bia@example.com')
      const answer = { AccessToken, AttributeName: 'email', Code: lastCode() }
      const refused = await outcomeOf(send('VerifyUserAttribute', { ...answer, Code: wrong(lastCode()) }))
      await send('VerifyUserAttribute', answer)
      return [refused, ...(await emailsOf(AccessToken))]
    },
    ['CodeMismatchException: Invalid verification code provided, please try again.', 'bia@example.com', 'true'],
  ],
  [
    'a code verifies an address only once',
    'api',
    async () => {
      const { AccessToken } = await tokensOf(plain)
      await send('GetUserAttributeVerificationCode', { AccessToken, AttributeName: 'email' })
      const answer = { AccessToken, AttributeName: 'email', Code: lastCode() }
      await send('VerifyUserAttribute', answer)
      return send('VerifyUserAttribute', answer)
    },
    'ExpiredCodeException: Invalid code provided, please request a code again.',
  ],
  [
    'a required attribute cannot be removed',
    'guide',
    async () => {
      const pool = await makePool({ Schema: [{ Name: 'email', Required: true, Mutable: true }] })
      const { AccessToken } = await tokensOf(pool)
      return send('DeleteUserAttributes', { AccessToken, UserAttributeNames: ['email'] })
    },
    /^InvalidParameterException: /,
  ],
]

const update = (AccessToken: string, Name: string, Value: string) =>
  send('UpdateUserAttributes', { AccessToken, UserAttributes: [{ Name, Value }] })
const verifyingFirst = () =>
  makePool({
    AutoVerifiedAttributes: ['email'],
    UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
  })

async function emailsOf(AccessToken: string): Promise<(string | undefined)[]> {
  const { UserAttributes } = (await getUser(AccessToken)) as { UserAttributes: { Name: string; Value: string }[] }
  return ['email', 'email_verified'].map((name) => UserAttributes.find(({ Name }) => Name === name)?.Value)
}

known('signed in', signedIn)
