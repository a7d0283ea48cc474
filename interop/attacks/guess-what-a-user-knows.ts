import { totpCode } from '@cognito-srp/testing/totp'
import type { Program } from '@cognito-srp/testing/attacked/program'
import { callOperation } from '@cognito-srp/testing/attacked/requests'

import { attack } from './harness/attack.ts'

const PASSWORD = 'Senha-123'
const TOTP_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const WITH = { password: PASSWORD, attributes: { email: 'vitima@example.com', phone_number: '+5511987654321' } }
const CONFIGURATION = {
  userPools: [
    {
      id: 'local_Pool1',
      clients: [{ id: 'web' }],
      preventUserExistenceErrors: true,
      users: [
        { username: 'senha', ...WITH },
        { username: 'app', ...WITH, totpSecret: TOTP_SECRET },
        { username: 'sms', ...WITH, smsMfa: true },
        { username: 'email', ...WITH },
        { username: 'reset', ...WITH },
        { username: 'endereco', ...WITH },
        { username: 'troca', ...WITH },
      ],
    },
  ],
}
const AT_ONCE = 200
/**
 * Number of concurrent guesses if each guess consists of multiple requests. With more guesses, one kind of guess could
 * take over a minute.
 */
const AT_ONCE_IN_STEPS = 50
const IN_STEPS = /^(the code of an (authenticator app|address)|a code by)/
/** For these kinds of guesses, the emulator checks at most fifteen per hour after the first five. */
const BY_THE_HOUR = /^(the code of a reset|the code of an address|the previous password)/
const ONE_RETURNS_AFTER_MS = 240_000
const SERIAL_FOR_MS = 1_000
/** Number of failures after which the emulator locks a user. */
const FREE_FAILURES = 5
const HOUR_MS = 3_600_000

type Json = Record<string, unknown>
type Call = (operation: string, input: Json) => Promise<Json>
/**
 * Makes one guess in a new sign-in or request, as an attacker would. Returns the response, which contains the exception
 * if the guess fails.
 */
type Guess = (call: Call, isRight: boolean) => Promise<Json>

const initiate = (call: Call, flow: string, parameters: Json) =>
  call('InitiateAuth', { ClientId: 'web', AuthFlow: flow, AuthParameters: parameters })
const byPassword = (call: Call, username: string, password = PASSWORD) =>
  initiate(call, 'USER_PASSWORD_AUTH', { USERNAME: username, PASSWORD: password })
const answerWith = (call: Call, { ChallengeName, Session }: Json, username: string, name: string, code: string) =>
  call('RespondToAuthChallenge', {
    ClientId: 'web',
    ChallengeName,
    Session,
    ChallengeResponses: { USERNAME: username, [name]: code },
  })

/** The attacker's guesses. Correct codes come from the outbox, which only the owner can read. */
function guesses(sentTo: (username: string) => Promise<string>, tokens: Map<string, unknown>): Record<string, Guess> {
  const choose = async (username: string, isRight: boolean): Promise<string> => {
    const code = await sentTo(username)
    return isRight ? code : code === '000000' ? '000001' : '000000'
  }
  return {
    'a password': (call, isRight) => byPassword(call, 'senha', isRight ? PASSWORD : 'Senha-999'),
    'the code of an authenticator app': async (call, isRight) =>
      answerWith(
        call,
        await byPassword(call, 'app'),
        'app',
        'SOFTWARE_TOKEN_MFA_CODE',
        await totpCode(TOTP_SECRET, Date.now() + (isRight ? 0 : HOUR_MS)),
      ),
    'a code by SMS': async (call, isRight) => {
      const challenge = await byPassword(call, 'sms')
      return answerWith(call, challenge, 'sms', 'SMS_MFA_CODE', await choose('sms', isRight))
    },
    'a code by e-mail that signs in': async (call, isRight) => {
      const challenge = await initiate(call, 'USER_AUTH', { USERNAME: 'email', PREFERRED_CHALLENGE: 'EMAIL_OTP' })
      return answerWith(call, challenge, 'email', 'EMAIL_OTP_CODE', await choose('email', isRight))
    },
    'the code of a reset': async (call, isRight) => {
      const account = { ClientId: 'web', Username: 'reset' }
      await call('ForgotPassword', account)
      const ConfirmationCode = await choose('reset', isRight)
      return call('ConfirmForgotPassword', { ...account, ConfirmationCode, Password: 'Outra-Senha-1' })
    },
    'the code of an address': async (call, isRight) => {
      const request = { AccessToken: tokens.get('endereco'), AttributeName: 'email' }
      await call('GetUserAttributeVerificationCode', request)
      return call('VerifyUserAttribute', { ...request, Code: await choose('endereco', isRight) })
    },
    'the previous password': (call, isRight) =>
      call('ChangePassword', {
        AccessToken: tokens.get('troca'),
        PreviousPassword: isRight ? PASSWORD : 'Senha-999',
        ProposedPassword: PASSWORD,
      }),
  }
}

export default attack({
  does: 'an attacker who knows the user name (and the password for second factors) guesses serially and 200 times at once',
  run: async (checkout) => {
    const figures: Record<string, string> = {}
    const emulator = await checkout.startEmulator(CONFIGURATION)
    const call: Call = async (operation, input) => (await callOperation(emulator.url, operation, input)).json
    const tokens = await signInAll(call, ['endereco', 'troca'])
    const all = guesses((username) => lastCodeOf(emulator, username), tokens)
    let harm = false
    for (const [what, guess] of Object.entries(all)) {
      const sent = IN_STEPS.test(what) ? AT_ONCE_IN_STEPS : AT_ONCE
      const atOnce = await guessAtOnce(call, guess, sent)
      const serial = await guessSerially(call, guess)
      const right = await guess(call, true)
      const isLocked = performance.now() < lockedUntilMs(what, atOnce, serial)
      const wrong = await guess(call, false)
      const isAccepted = right['__type'] === undefined && isLocked
      const isRevealed = isLocked && !isAccepted && nameOf(right) !== nameOf(wrong)
      harm ||= atOnce.checked > maxChecked(atOnce.tookMs) || isAccepted || isRevealed
      figures[what] =
        `${atOnce.checked} of ${sent} checked at once; then ${serial.checked} in ${(serial.tookMs / 1000).toFixed(1)} s` +
        `; the right guess ${isAccepted ? 'succeeds' : isRevealed ? 'gets a different response' : isLocked ? 'gets the response of a wrong guess' : 'was sent after the lock'}`
    }
    return { harm, figures }
  },
})

async function signInAll(call: Call, usernames: string[]): Promise<Map<string, unknown>> {
  const tokens = new Map<string, unknown>()
  for (const username of usernames) {
    const { AuthenticationResult } = await byPassword(call, username)
    tokens.set(username, (AuthenticationResult as Json)['AccessToken'])
  }
  return tokens
}

/** Type and message of a response. During a lock, all responses have the same type and message. */
const nameOf = (answer: Json): string => `${String(answer['__type'])} ${String(answer['message'])}`
const isLockMessage = (answer: Json): boolean => /exceeded|too many/i.test(nameOf(answer))
/** Whether a guess was checked. A guess at a code that no longer exists counts as checked. */
const isChecked = (answer: Json): boolean => !isLockMessage(answer)

/** `lastMs` is the latest possible time at which the last checked guess was sent. */
type Checked = { checked: number; tookMs: number; lastMs: number }

/**
 * Maximum number of checked guesses: the number of free failures, plus one guess for each lock of 1, 2, 4, … seconds
 * that ends during the attack.
 */
const maxChecked = (tookMs: number): number => FREE_FAILURES + Math.ceil(Math.log2(tookMs / 1000 + 1))

/** Earliest end of the lock that the failures cause. On a busy machine, the right guess may be sent after this time. */
function lockedUntilMs(what: string, atOnce: Checked, serial: Checked): number {
  const lockMs = 1000 * 2 ** (atOnce.checked + serial.checked - FREE_FAILURES)
  return Math.max(atOnce.lastMs, serial.lastMs) + (BY_THE_HOUR.test(what) ? ONE_RETURNS_AFTER_MS : lockMs)
}

async function guessAtOnce(call: Call, guess: Guess, count: number): Promise<Checked> {
  const startMs = performance.now()
  const answers = await Promise.allSettled(Array.from({ length: count }, () => guess(call, false)))
  const checked = answers.filter((answer) => answer.status === 'fulfilled' && isChecked(answer.value)).length
  return { checked, tookMs: performance.now() - startMs, lastMs: startMs }
}

async function guessSerially(call: Call, guess: Guess): Promise<Checked> {
  const startMs = performance.now()
  let checked = 0
  let lastMs = 0
  while (performance.now() - startMs < SERIAL_FOR_MS) {
    const sentMs = performance.now()
    if (!isChecked(await guess(call, false))) continue
    checked += 1
    lastMs = sentMs
  }
  return { checked, tookMs: performance.now() - startMs, lastMs }
}

async function lastCodeOf(emulator: Program, username: string): Promise<string> {
  const response = await fetch(`${emulator.url}/_emulator/outbox`)
  const outbox = (await response.json()) as { username: string; code: string }[]
  return outbox.findLast((message) => message.username === username)?.code ?? ''
}
