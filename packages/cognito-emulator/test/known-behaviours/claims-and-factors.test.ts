import { totpCode } from '@cognito-srp/testing/totp'
import { expect } from 'vitest'

import { claimsOf } from '../caller.ts'
import {
  BOTH_VERIFIED,
  getUser,
  known,
  makePool,
  makeUser,
  nowMs,
  outcomeOf,
  plain,
  send,
  signIn,
  tokensOf,
  type Row,
} from './new-pools.ts'

const tokens: Row[] = [
  [
    'an id token has the documented claims',
    'guide',
    async () => claimsOf((await tokensOf(plain)).IdToken),
    {
      sub: expect.any(String),
      aud: expect.any(String),
      token_use: 'id',
      'cognito:username': expect.stringMatching(/^user/),
      email: 'ana@example.com',
      email_verified: true,
      event_id: expect.any(String),
      auth_time: expect.any(Number),
      origin_jti: expect.any(String),
      jti: expect.any(String),
    },
  ],
  [
    'an access token has the documented claims',
    'moto',
    async () => claimsOf((await tokensOf(plain)).AccessToken),
    {
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
      client_id: expect.any(String),
      username: expect.stringMatching(/^user/),
    },
  ],
  [
    'an access token contains no addresses',
    'moto',
    async () => 'email' in claimsOf((await tokensOf(plain)).AccessToken),
    false,
  ],
  [
    'the lifetimes of tokens use the units of the client',
    'api',
    async () => {
      const pool = await makePool(
        {},
        {
          AccessTokenValidity: 10,
          IdTokenValidity: 20,
          TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes' },
        },
      )
      const { AccessToken, IdToken } = await tokensOf(pool)
      return [AccessToken, IdToken].map((token) => claimsOf(token)).map(({ exp, iat }) => Number(exp) - Number(iat))
    },
    [600, 1200],
  ],
  [
    'tokens that cannot be revoked do not contain the id of their session',
    'guide',
    async () => {
      const pool = await makePool({}, { EnableTokenRevocation: false })
      const { AccessToken, RefreshToken } = await tokensOf(pool)
      const revoked = await outcomeOf(send('RevokeToken', { ClientId: pool.client, Token: RefreshToken }))
      return [
        Object.keys(claimsOf(AccessToken)).filter((name) => name.endsWith('jti')),
        revoked,
        await getUser(AccessToken),
      ]
    },
    [[], expect.stringMatching(/^UnsupportedOperationException: /), { Username: expect.any(String) }],
  ],
]

const withMfa = async (MfaConfiguration: string) => {
  const pool = await makePool()
  await send('SetUserPoolMfaConfig', {
    UserPoolId: pool.id,
    MfaConfiguration,
    SoftwareTokenMfaConfiguration: { Enabled: true },
  })
  return pool
}
const prefer = (AccessToken: string, settings: object) => send('SetUserMFAPreference', { AccessToken, ...settings })

const factors: Row[] = [
  [
    'a pool that requires a factor asks the user to set one up',
    'moto',
    async () => {
      const pool = await withMfa('ON')
      return signIn(pool, await makeUser(pool))
    },
    { ChallengeName: 'MFA_SETUP', Session: expect.any(String) },
  ],
  [
    'after an app is verified with the Session, the next sign-in asks for its code',
    'moto',
    async () => {
      const pool = await withMfa('ON')
      const USERNAME = await makeUser(pool)
      const { Session } = await signIn(pool, USERNAME)
      const app = await send<{ SecretCode: string; Session: string }>('AssociateSoftwareToken', { Session })
      const UserCode = await totpCode(app.SecretCode, nowMs())
      await send('VerifySoftwareToken', { Session: app.Session, UserCode })
      return signIn(pool, USERNAME)
    },
    { ChallengeName: 'SOFTWARE_TOKEN_MFA' },
  ],
  [
    'a user cannot set up an app in a pool without authenticator apps',
    'issue',
    async () => send('AssociateSoftwareToken', { AccessToken: (await tokensOf(plain)).AccessToken }),
    'SoftwareTokenMFANotFoundException: Software Token MFA has not been enabled by the userPool',
  ],
  [
    'an unverified app cannot be preferred',
    'moto',
    async () => {
      const { AccessToken } = await tokensOf(await withMfa('OPTIONAL'))
      return prefer(AccessToken, { SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } })
    },
    'InvalidParameterException: User has not verified software token mfa',
  ],
  [
    'a factor can be disabled in a pool without factors',
    'moto',
    async () =>
      prefer((await tokensOf(plain)).AccessToken, {
        SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
      }),
    {},
  ],
  [
    'a factor cannot be enabled in a pool without factors',
    'guide',
    async () => prefer((await tokensOf(plain, BOTH_VERIFIED)).AccessToken, { SMSMfaSettings: { Enabled: true } }),
    /^InvalidParameterException: /,
  ],
  [
    'a disabled factor cannot be preferred',
    'issue',
    async () =>
      prefer((await tokensOf(plain)).AccessToken, { SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: true } }),
    /^InvalidParameterException: /,
  ],
]

known('tokens', tokens)
known('second factors', factors)
