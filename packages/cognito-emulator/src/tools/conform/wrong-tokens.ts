import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

import {
  createAccount,
  createClient,
  createPool,
  initiateAuth,
  newPassword,
  respond,
  signInByPassword,
  tokensOf,
  type Account,
  type AuthAnswer,
  type Subject,
  type Tokens,
  type TrialPool,
} from './subject.ts'
import type { Attempt, Way, WrongAnswer } from './wrong-answer.ts'

/** Wrong tokens and Sessions. */
export const wrongTokens: WrongAnswer[] = [
  {
    id: 'access-token',
    title: 'a forged access token',
    ways: [
      forged(
        'without a signature (alg none)',
        ({ header, claims }) => `${encode({ ...header, alg: 'none' })}.${encode(claims)}.`,
      ),
      forged('signed by a foreign key', ({ header, claims }) =>
        signWithForeignKey(`${encode(header)}.${encode(claims)}`),
      ),
      forged('with claims that were changed', ({ header, claims, signature }) => {
        const changed = { ...claims, username: 'admin', sub: '00000000-0000-4000-8000-000000000000' }
        return `${encode(header)}.${encode(changed)}.${signature}`
      }),
      {
        name: 'an id token in its place',
        async prepare(subject) {
          const { IdToken } = await signedIn(subject)
          return () => getUser(subject, IdToken)
        },
      },
    ],
  },
  {
    id: 'session',
    title: 'a wrong Session',
    ways: [
      {
        name: 'used twice',
        async prepare(subject) {
          const { account, challenge } = await startNewPasswordChallenge(subject)
          tokensOf(await setNewPassword(subject, account, challenge))
          return () => setNewPassword(subject, account, challenge)
        },
      },
      {
        name: "another user's",
        async prepare(subject) {
          const { account } = await startNewPasswordChallenge(subject)
          const { challenge } = await startNewPasswordChallenge(subject)
          return () => setNewPassword(subject, account, challenge)
        },
      },
      {
        name: 'made up',
        async prepare(subject) {
          const { account, challenge } = await startNewPasswordChallenge(subject)
          const Session = randomBytes(300).toString('base64url')
          return () => setNewPassword(subject, account, { ...challenge, Session })
        },
      },
    ],
  },
  {
    id: 'ended-token',
    title: 'a revoked or foreign token',
    ways: [
      {
        name: 'a refresh token that was revoked',
        async prepare(subject) {
          const { RefreshToken } = await signedIn(subject)
          tokensOf(await refresh(subject, subject.pool, RefreshToken))
          await subject.endpoint.call('RevokeToken', { ClientId: subject.pool.clientId, Token: RefreshToken })
          return () => refresh(subject, subject.pool, RefreshToken)
        },
      },
      afterGlobalSignOut('a refresh token', (subject, { RefreshToken }) =>
        refresh(subject, subject.pool, RefreshToken),
      ),
      afterGlobalSignOut('an access token', (subject, { AccessToken }) => getUser(subject, AccessToken)),
      {
        name: "another client's refresh token",
        async prepare(subject) {
          const other = await createClient(subject.endpoint, subject.pool, {})
          const { RefreshToken } = await signedIn(subject, other)
          tokensOf(await refresh(subject, other, RefreshToken))
          return () => refresh(subject, subject.pool, RefreshToken)
        },
      },
      {
        name: "another pool's refresh token",
        async prepare(subject) {
          const other = await createPool(subject, {})
          const { RefreshToken } = await signedIn(subject, other)
          tokensOf(await refresh(subject, other, RefreshToken))
          return () => refresh(subject, subject.pool, RefreshToken)
        },
      },
    ],
  },
]

/** The parts of a JWT. */
type TokenParts = { header: Record<string, unknown>; claims: Record<string, unknown>; signature: string }

function forged(name: string, forge: (parts: TokenParts) => string): Way {
  return {
    name,
    async prepare(subject) {
      const { AccessToken } = await signedIn(subject)
      await getUser(subject, AccessToken)
      const [header = '', claims = '', signature = ''] = AccessToken.split('.')
      const token = forge({ header: decode(header), claims: decode(claims), signature })
      return () => getUser(subject, token)
    },
  }
}

function signWithForeignKey(content: string): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return `${content}.${createSign('RSA-SHA256').update(content).sign(privateKey, 'base64url')}`
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
}

function afterGlobalSignOut(what: string, present: (subject: Subject, tokens: Tokens) => Promise<unknown>): Way {
  return {
    name: `${what} after GlobalSignOut`,
    async prepare(subject): Promise<Attempt> {
      const tokens = await signedIn(subject)
      await present(subject, tokens)
      await subject.endpoint.call('GlobalSignOut', { AccessToken: tokens.AccessToken })
      return () => present(subject, tokens)
    },
  }
}

async function signedIn(subject: Subject, pool: TrialPool = subject.pool): Promise<Tokens> {
  return tokensOf(await signInByPassword(subject, pool, await createAccount(subject, pool)))
}

function getUser({ endpoint }: Subject, AccessToken: string): Promise<unknown> {
  return endpoint.call('GetUser', { AccessToken })
}

function refresh(subject: Subject, pool: TrialPool, token: string): Promise<AuthAnswer> {
  return initiateAuth(subject, pool, 'REFRESH_TOKEN_AUTH', { REFRESH_TOKEN: token })
}

async function startNewPasswordChallenge(subject: Subject): Promise<{ account: Account; challenge: AuthAnswer }> {
  const account = await createAccount(subject, subject.pool, { isTemporary: true })
  const challenge = await signInByPassword(subject, subject.pool, account)
  if (challenge.ChallengeName !== 'NEW_PASSWORD_REQUIRED')
    throw new Error('The sign-in did not return the challenge NEW_PASSWORD_REQUIRED.')
  return { account, challenge }
}

function setNewPassword(subject: Subject, { username }: Account, challenge: AuthAnswer): Promise<AuthAnswer> {
  return respond(subject, subject.pool, challenge, { USERNAME: username, NEW_PASSWORD: newPassword() })
}
