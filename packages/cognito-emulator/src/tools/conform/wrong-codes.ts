import { setTimeout as wait } from 'node:timers/promises'

import { totpCode } from '../../users/totp.ts'
import { EndpointError } from './endpoint.ts'
import {
  createAccount,
  newAccount,
  newPassword,
  respond,
  signInByPassword,
  tokensOf,
  type Account,
  type AuthAnswer,
  type Subject,
} from './subject.ts'
import { NotJudged, type Way, type WrongAnswer } from './wrong-answer.ts'

const STEP_MS = 30_000
const DAY_SECONDS = 86_400
const WEAK_PASSWORD = 'abcdefgh'

/** Wrong answers that contain codes from authenticator apps or delivered codes. */
export const wrongCodes: WrongAnswer[] = [
  {
    id: 'totp',
    title: 'a wrong TOTP code',
    ways: [
      {
        name: 'of no time near',
        async prepare(subject) {
          const { account, secret, code } = await setUpTotp(subject)
          tokensOf(await answerTotp(subject, account, await code()))
          return () => answerTotp(subject, account, wrongTotp(secret))
        },
      },
    ],
  },
  {
    id: 'totp-twice',
    title: 'a TOTP code used twice',
    ways: [
      {
        name: 'in two sign-ins',
        async prepare(subject) {
          const { account, code } = await setUpTotp(subject)
          const used = await code()
          tokensOf(await answerTotp(subject, account, used))
          return () => answerTotp(subject, account, used)
        },
      },
    ],
  },
  {
    id: 'sign-up',
    title: 'a wrong sign-up',
    ways: [
      ...wrongSentCodes('confirmation code', (subject) => signUp(subject), confirmSignUp),
      {
        name: 'a password that the policy refuses',
        async prepare(subject) {
          await signUp(subject)
          return () => signUp(subject, WEAK_PASSWORD)
        },
      },
    ],
  },
  {
    id: 'reset',
    title: 'a wrong reset of a password',
    ways: [
      ...wrongSentCodes('code', forgetPassword, resetPassword),
      {
        name: 'a password that the policy refuses',
        async prepare(subject) {
          const right = await forgetPassword(subject)
          await resetPassword(subject, right, await sentCode(subject, right))
          const account = await forgetPassword(subject)
          const code = await sentCode(subject, account)
          return () => resetPassword(subject, account, code, WEAK_PASSWORD)
        },
      },
    ],
  },
]

type Authenticator = {
  account: Account
  secret: string
  /** Returns a current code that was not used before. */
  code: () => Promise<string>
}

/**
 * Creates a user with an authenticator app. The set-up uses the code of the previous time step, so the current code stays
 * unused.
 */
async function setUpTotp(subject: Subject): Promise<Authenticator> {
  const { endpoint, pool } = subject
  const account = await createAccount(subject, pool)
  const { AccessToken } = tokensOf(await signInByPassword(subject, pool, account))
  const { SecretCode: secret } = await endpoint.call<{ SecretCode: string }>('AssociateSoftwareToken', { AccessToken })
  const verify = async (step: number): Promise<number> => {
    await endpoint.call('VerifySoftwareToken', { AccessToken, UserCode: totpCode(secret, step) })
    return step
  }
  const usedStep = await verify(stepNow() - 1).catch((error: unknown) => {
    if (error instanceof EndpointError && !error.isUnsupported) return verify(stepNow()) // it accepts only the current code
    throw error
  })
  await endpoint.call('SetUserMFAPreference', {
    AccessToken,
    SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
  })
  const code = async (): Promise<string> => {
    const step = Math.max(stepNow(), usedStep + 1)
    await wait(Math.max(0, step * STEP_MS - Date.now()))
    return totpCode(secret, step)
  }
  return { account, secret, code }
}

const stepNow = (): number => Math.floor(Date.now() / STEP_MS)

/** Returns a code that is wrong for all time steps within five minutes. */
function wrongTotp(secret: string): string {
  const near = new Set(Array.from({ length: 21 }, (_nothing, index) => totpCode(secret, stepNow() - 10 + index)))
  let code = 0
  while (near.has(formatCode(code))) code += 1
  return formatCode(code)
}

async function answerTotp(subject: Subject, account: Account, code: string): Promise<AuthAnswer> {
  const challenge = await signInByPassword(subject, subject.pool, account)
  if (challenge.ChallengeName !== 'SOFTWARE_TOKEN_MFA') throw new Error('The sign-in does not ask for a TOTP code.')
  const answer = { USERNAME: account.username, SOFTWARE_TOKEN_MFA_CODE: code }
  return respond(subject, subject.pool, challenge, answer)
}

async function signUp({ endpoint, pool }: Subject, weakPassword?: string): Promise<Account> {
  const account = newAccount()
  await endpoint.call('SignUp', {
    ClientId: pool.clientId,
    Username: account.username,
    Password: weakPassword ?? account.password,
    UserAttributes: [{ Name: 'email', Value: account.email }],
  })
  return account
}

function confirmSignUp({ endpoint, pool }: Subject, { username }: Account, code: string): Promise<unknown> {
  return endpoint.call('ConfirmSignUp', { ClientId: pool.clientId, Username: username, ConfirmationCode: code })
}

async function forgetPassword(subject: Subject): Promise<Account> {
  const { endpoint, pool } = subject
  const account = await createAccount(subject, pool)
  await endpoint.call('ForgotPassword', { ClientId: pool.clientId, Username: account.username })
  return account
}

function resetPassword(
  { endpoint, pool }: Subject,
  { username }: Account,
  code: string,
  password: string = newPassword(),
): Promise<unknown> {
  const input = { ClientId: pool.clientId, Username: username, ConfirmationCode: code, Password: password }
  return endpoint.call('ConfirmForgotPassword', input)
}

/**
 * Returns two variants: a code that was never sent, and an expired code. The second variant moves the endpoint's clock
 * if the options allow such a move.
 */
function wrongSentCodes(
  what: string,
  requestCode: (subject: Subject) => Promise<Account>,
  answer: (subject: Subject, account: Account, code: string) => Promise<unknown>,
): Way[] {
  return [
    {
      name: `a made-up ${what}`,
      async prepare(subject) {
        const account = await requestCode(subject)
        const code = otherThan(await subject.endpoint.sentCode(account.username))
        return () => answer(subject, account, code)
      },
    },
    {
      name: `a ${what} of three days ago`,
      async prepare(subject) {
        if (!subject.mayMoveClock) throw new NotJudged('moving its clock is not allowed')
        const account = await requestCode(subject)
        const code = await sentCode(subject, account)
        if (!(await subject.endpoint.advanceClock(3 * DAY_SECONDS))) throw new NotJudged('its clock cannot be moved')
        return () => answer(subject, account, code)
      },
    },
  ]
}

async function sentCode({ endpoint }: Subject, { username }: Account): Promise<string> {
  const code = await endpoint.sentCode(username)
  if (code === undefined) throw new NotJudged('it does not show the codes that it sends')
  return code
}

function otherThan(code: string | undefined): string {
  return code === '123456' ? '654321' : '123456'
}

function formatCode(code: number): string {
  return String(code).padStart(6, '0')
}
