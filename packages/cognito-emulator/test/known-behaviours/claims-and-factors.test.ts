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
    'claims of an id token',
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
    'claims of an access token',
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
    'an access token says nothing of addresses',
    'moto',
    async () => 'email' in claimsOf((await tokensOf(plain)).AccessToken),
    false,
  ],
  [
    'lifetimes in the units of the client',
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
    'tokens that cannot be revoked do not say which session they are of',
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
    'a pool that demands a factor has one set up',
    'moto',
    async () => {
      const pool = await withMfa('ON')
      return signIn(pool, await makeUser(pool))
    },
    { ChallengeName: 'MFA_SETUP', Session: expect.any(String) },
  ],
  [
    'once an app is verified by the Session, the next sign-in asks for it',
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
    'an app where the pool has none',
    'issue',
    async () => send('AssociateSoftwareToken', { AccessToken: (await tokensOf(plain)).AccessToken }),
    'SoftwareTokenMFANotFoundException: Software Token MFA has not been enabled by the userPool',
  ],
  [
    'an app that was not verified cannot be preferred',
    'moto',
    async () => {
      const { AccessToken } = await tokensOf(await withMfa('OPTIONAL'))
      return prefer(AccessToken, { SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } })
    },
    'InvalidParameterException: User has not verified software token mfa',
  ],
  [
    'a factor can be switched off where there is none',
    'moto',
    async () =>
      prefer((await tokensOf(plain)).AccessToken, {
        SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
      }),
    {},
  ],
  [
    'but not on',
    'guide',
    async () => prefer((await tokensOf(plain, BOTH_VERIFIED)).AccessToken, { SMSMfaSettings: { Enabled: true } }),
    /^InvalidParameterException: /,
  ],
  [
    'what is off cannot be preferred',
    'issue',
    async () =>
      prefer((await tokensOf(plain)).AccessToken, { SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: true } }),
    /^InvalidParameterException: /,
  ],
]

known('tokens', tokens)
known('second factors', factors)
