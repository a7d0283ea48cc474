import { expect, test } from 'vitest'

import {
  ANA,
  BIA,
  call,
  CallError,
  createTestEmulator,
  initiateAuth,
  POOL_ID,
  respond,
  signInWithPassword,
} from '../../test/caller.ts'
import { newDataFile } from '../../test/data-file.ts'
import type { UserConfig } from '../options/user-options.ts'
import { N, powerByWindows } from '../srp/group.ts'
import { fakeVerifier } from '../srp/handshake.ts'

// If the pool hides unknown users, requests with an unknown name get the same responses as requests with a known name.

const SRP_A = '4'
const NOBODY = 'zoe'
const ana = { UserPoolId: POOL_ID, Username: ANA.username }

function hiding(users: UserConfig[] = [ANA], more: object = {}): ReturnType<typeof createTestEmulator> {
  return createTestEmulator({ preventUserExistenceErrors: true, users, ...more })
}

type Emulator = ReturnType<typeof createTestEmulator>

/** Returns the response, or the error as a string. */
async function outcome(attempt: Promise<object>): Promise<unknown> {
  try {
    return await attempt
  } catch (error) {
    if (error instanceof CallError) return `${error.status} ${error.code}: ${error.message}`
    throw error
  }
}

const reset = (emulator: Emulator, Username: string, ConfirmationCode = '000000') =>
  call(emulator, 'ConfirmForgotPassword', { ClientId: 'web', Username, ConfirmationCode, Password: 'Outra-Senha-1' })
const confirm = (emulator: Emulator, Username: string, more: object = {}) =>
  call(emulator, 'ConfirmSignUp', { ClientId: 'web', Username, ConfirmationCode: '000000', ...more })
const byName = (operation: string) => (emulator: Emulator, Username: string) =>
  call(emulator, operation, { ClientId: 'web', Username })
const start = (emulator: Emulator, USERNAME: string, parameters: Record<string, string> = {}) =>
  initiateAuth(emulator, 'USER_AUTH', { USERNAME, ...parameters })

type Ask = (emulator: Emulator, name: string) => Promise<object>

test.each<[string, Ask]>([
  ['ForgotPassword', byName('ForgotPassword')],
  ['ResendConfirmationCode', byName('ResendConfirmationCode')],
  ['ConfirmForgotPassword', reset],
  ['ConfirmSignUp', confirm],
  ['ConfirmSignUp with a Session', (emulator, name) => confirm(emulator, name, { Session: 'x'.repeat(40) })],
  ['a wrong password', (emulator, name) => signInWithPassword(emulator, name, 'Senha-999')],
])(
  'the response to %s is the same for an unknown name as for an enabled, disabled or reset user',
  async (_name, ask) => {
    for (const end of ['', 'AdminDisableUser', 'AdminResetUserPassword']) {
      const emulator = hiding([{ ...ANA, attributes: { email: 'ana@example.com' } }])
      if (end) await call(emulator, end, ana)
      const known = JSON.stringify(await outcome(ask(emulator, 'ANA')))
      const unknown = JSON.stringify(await outcome(ask(emulator, 'ZOE')))
      expect(unknown.replaceAll('z***', 'a***')).toBe(known)
    }
  },
)

test('the limits on guesses and code requests are the same for known and unknown names', async () => {
  const emulator = hiding()
  const askOften = async (ask: Ask, name: string): Promise<string[]> => {
    const answers: string[] = []
    for (let time = 0; time < 12; time += 1) answers.push(typeof (await outcome(ask(emulator, name))))
    return answers
  }
  const check = async (ask: Ask): Promise<void> => {
    const [known, unknown] = await Promise.all([askOften(ask, 'ana'), askOften(ask, NOBODY)])
    expect(unknown).toEqual(known)
    expect(await outcome(ask(emulator, NOBODY))).toMatch('LimitExceededException')
  }
  await Promise.all([reset, confirm, byName('ForgotPassword')].map(check))
})

test('the response to InitiateAuth has the same form for known and unknown names, whatever their case', async () => {
  const emulator = hiding([{ ...ANA, username: 'Ana' }])
  const shape = (name: string) => async () => {
    const { ChallengeParameters, ...answer } = await initiateAuth(emulator, 'USER_SRP_AUTH', { USERNAME: name, SRP_A })
    const { SALT = '', SRP_B = '', SECRET_BLOCK = '', ...rest } = ChallengeParameters
    expect([SALT, SRP_B]).toEqual([
      expect.stringMatching(/^[0-9a-f]{20,32}$/),
      expect.stringMatching(/^[0-9a-f]{750,768}$/),
    ])
    return { ...answer, ...rest, blockLength: SECRET_BLOCK.length }
  }
  expect(await shape('aNA')()).toMatchObject({ USER_ID_FOR_SRP: 'ana', USERNAME: 'ana' })
  expect(JSON.stringify(await shape('zOE')())).toBe(JSON.stringify(await shape('aNA')()).replaceAll('ana', 'zoe'))
})

test('in a pool with usernameAttributes, a decoy user has a UUID, and challenge responses can use its e-mail address', async () => {
  const emulator = hiding([], { usernameAttributes: ['email'] })
  const answers = await Promise.all(Array.from({ length: 60 }, (_, count) => start(emulator, `${count}@example.com`)))
  const variants = new Set<string>()
  for (const { ChallengeParameters } of answers) {
    const { USER_ID_FOR_SRP: id = '' } = ChallengeParameters
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    variants.add(id.charAt(19))
  }
  expect([...variants].toSorted()).toEqual(['8', '9', 'a', 'b'])
  for (const USERNAME of ['ZOE@example.com', 'zoe@example.com']) {
    const choice = await start(emulator, 'zoe@example.com')
    await expect(respond(emulator, choice, { USERNAME, ANSWER: 'PASSWORD' })).resolves.toHaveProperty('Session')
  }
  const choice = await start(emulator, 'zoe@example.com')
  await expect(respond(emulator, choice, { USERNAME: 'eva@example.com', ANSWER: 'PASSWORD' })).rejects.toThrow()
})

test('a decoy user gets the same challenges and errors as a real user, but no messages', async () => {
  const emulator = hiding()
  const factors = ['PASSWORD', 'PASSWORD_SRP', 'EMAIL_OTP', 'SMS_OTP']
  expect((await start(emulator, 'ana')).AvailableChallenges).toEqual(factors)
  const choice = await start(emulator, NOBODY)
  expect(choice.AvailableChallenges).toEqual(factors)
  const sms = await respond(emulator, choice, { USERNAME: NOBODY, ANSWER: 'SMS_OTP' })
  expect(sms.ChallengeParameters).toMatchObject({
    CODE_DELIVERY_DELIVERY_MEDIUM: 'SMS',
    CODE_DELIVERY_DESTINATION: expect.stringMatching(/^\+\*{9}\d{4}$/),
  })
  expect(emulator.outbox).toEqual([])
  const answer = (name: string, asked: typeof sms) =>
    outcome(respond(emulator, asked, { USERNAME: name, SMS_OTP_CODE: '000000' }))
  const known = await start(emulator, 'ana', { PREFERRED_CHALLENGE: 'SMS_OTP' })
  expect(await answer(NOBODY, sms)).toBe(await answer('ana', known))
})

test('an unknown name always gets the same decoy user, even after a restart', async () => {
  const users = [ANA, { ...ANA, username: 'bia', attributes: { email: 'bia@example.com' } }]
  const data = newDataFile()
  const open = () => createTestEmulator({ preventUserExistenceErrors: true, users }, { data })
  const look = async (emulator: Emulator) => [
    await outcome(byName('ForgotPassword')(emulator, NOBODY)),
    (await start(emulator, NOBODY)).AvailableChallenges,
    (await initiateAuth(emulator, 'USER_SRP_AUTH', { USERNAME: NOBODY, SRP_A })).ChallengeParameters['SALT'],
  ]
  const emulator = open()
  const first = await look(emulator)
  expect(await look(emulator)).toEqual(first)
  await emulator.close()
  const restarted = open()
  expect(await look(restarted)).toEqual(first)
  await restarted.close()
})

test('a correct code that has expired causes an ExpiredCodeException', async () => {
  const emulator = hiding()
  await byName('ForgotPassword')(emulator, 'ana')
  const code = emulator.outbox.at(-1)?.code ?? ''
  emulator.clock.advance(3600)
  await expect(reset(emulator, 'ana', code)).rejects.toMatchObject({ code: 'ExpiredCodeException' })
})

test('userNotFound is true in the PreAuthentication event for an unknown name', async () => {
  const received: unknown[] = []
  const preAuthentication = ({ request }: { request: { userNotFound?: boolean } }) =>
    void received.push(request.userNotFound)
  const emulator = hiding([ANA], { triggers: { preAuthentication } })
  for (const name of ['ana', NOBODY]) await outcome(signInWithPassword(emulator, name, 'Senha-999'))
  expect(received).toEqual([false, true])
})

test("a decoy user's verifier is a square modulo N, like a real user's verifier", () => {
  for (let seed = 0; seed < 3; seed += 1) {
    expect(powerByWindows(fakeVerifier(Buffer.from([seed])), (N - 1n) / 2n)).toBe(1n)
  }
})

test('ResendConfirmationCode for a disabled user responds as if a code was sent, but sends no code', async () => {
  const emulator = hiding()
  await call(emulator, 'SignUp', BIA)
  await call(emulator, 'AdminDisableUser', { UserPoolId: POOL_ID, Username: 'bia' })
  emulator.outbox.length = 0
  expect(await byName('ResendConfirmationCode')(emulator, 'bia')).toEqual({
    CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'b***@e***' },
  })
  expect(emulator.outbox).toEqual([])
})
