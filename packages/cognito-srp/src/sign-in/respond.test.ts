import { expect, expectTypeOf, test } from 'vitest'

import { rejection, testClient } from '../../test/clients.ts'
import { passwordVerifier } from '../../test/srp-parameters.ts'
import { NOW_MS, tokens } from '../../test/tokens.ts'
import type { AnswerTo, Challenge, ChallengeName, ChallengeOf } from '../challenge.ts'
import { ChallengeError } from '../errors.ts'
import { respondToChallenge } from './respond.ts'
import { signIn } from './sign-in.ts'
import type { SignInStep } from './step.ts'

const granted = { json: { AuthenticationResult: tokens() } }
const BASE = { username: 'ana', challengeSession: 's-1', expiresAtMs: NOW_MS + 180_000 }
const PASSKEY = { id: 'id', rawId: 'id', type: 'public-key', clientExtensionResults: {}, response: {} }

/** The service's challenges, each with the client's challenge, an answer, and the responses that the client sends. */
const CASES: {
  name: ChallengeName
  wire: { ChallengeName: string; ChallengeParameters?: Record<string, string>; AvailableChallenges?: string[] }
  fields: object
  answer: object
  responses: object
}[] = [
  ...(['SMS_MFA', 'SOFTWARE_TOKEN_MFA', 'EMAIL_OTP', 'SMS_OTP'] as const).map((name) => ({
    name,
    wire: { ChallengeName: name, ChallengeParameters: { CODE_DELIVERY_DESTINATION: '+*******1234' } },
    fields: { destination: '+*******1234' },
    answer: { code: '123456' },
    responses: { [`${name}_CODE`]: '123456' },
  })),
  {
    name: 'SOFTWARE_TOKEN_MFA',
    wire: { ChallengeName: 'SOFTWARE_TOKEN_MFA', ChallengeParameters: { FRIENDLY_DEVICE_NAME: 'Celular' } },
    fields: { destination: 'Celular' },
    answer: { code: '123456' },
    responses: { SOFTWARE_TOKEN_MFA_CODE: '123456' },
  },
  {
    name: 'SMS_MFA',
    wire: { ChallengeName: 'SMS_MFA' },
    fields: {},
    answer: { code: '123456' },
    responses: { SMS_MFA_CODE: '123456' },
  },
  {
    name: 'SELECT_MFA_TYPE',
    wire: {
      ChallengeName: 'SELECT_MFA_TYPE',
      ChallengeParameters: { MFAS_CAN_CHOOSE: '["SOFTWARE_TOKEN_MFA","EMAIL_MFA"]' },
    },
    fields: { options: ['SOFTWARE_TOKEN_MFA', 'EMAIL_MFA'] },
    answer: { mfaType: 'EMAIL_MFA' },
    responses: { ANSWER: 'EMAIL_MFA' },
  },
  {
    name: 'NEW_PASSWORD_REQUIRED',
    wire: {
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      ChallengeParameters: {
        requiredAttributes: '["userAttributes.name","email"]',
        userAttributes: '{"email":"ana@example.com"}',
      },
    },
    fields: { requiredAttributes: ['name', 'email'], userAttributes: { email: 'ana@example.com' } },
    answer: { newPassword: 'Nova-12345', attributes: { name: 'Ana' } },
    responses: { NEW_PASSWORD: 'Nova-12345', 'userAttributes.name': 'Ana' },
  },
  {
    name: 'CUSTOM_CHALLENGE',
    wire: { ChallengeName: 'CUSTOM_CHALLENGE', ChallengeParameters: { question: 'Capital?' } },
    fields: { parameters: { question: 'Capital?' } },
    answer: { answer: 'Brasília' },
    responses: { ANSWER: 'Brasília' },
  },
  {
    name: 'SELECT_CHALLENGE',
    wire: { ChallengeName: 'SELECT_CHALLENGE', AvailableChallenges: ['PASSWORD', 'EMAIL_OTP'] },
    fields: { options: ['PASSWORD', 'EMAIL_OTP'] },
    answer: { challengeName: 'EMAIL_OTP', password: 'not needed here' },
    responses: { ANSWER: 'EMAIL_OTP' },
  },
  {
    name: 'SELECT_CHALLENGE',
    wire: { ChallengeName: 'SELECT_CHALLENGE', AvailableChallenges: ['PASSWORD'] },
    fields: { options: ['PASSWORD'] },
    answer: { challengeName: 'PASSWORD', password: 'Senha-123' },
    responses: { ANSWER: 'PASSWORD', PASSWORD: 'Senha-123' },
  },
  {
    name: 'SELECT_CHALLENGE',
    wire: { ChallengeName: 'SELECT_CHALLENGE', AvailableChallenges: ['WEB_AUTHN'] },
    fields: { options: ['WEB_AUTHN'] },
    answer: { challengeName: 'WEB_AUTHN', credential: PASSKEY },
    responses: { ANSWER: 'WEB_AUTHN', CREDENTIAL: JSON.stringify(PASSKEY) },
  },
  {
    name: 'SELECT_CHALLENGE',
    wire: { ChallengeName: 'SELECT_CHALLENGE', AvailableChallenges: ['PASSWORD_SRP'] },
    fields: { options: ['PASSWORD_SRP'] },
    answer: { challengeName: 'PASSWORD_SRP', password: 'Senha-123' },
    responses: { ANSWER: 'PASSWORD_SRP', SRP_A: expect.stringMatching(/^[0-9a-f]+$/) },
  },
  {
    name: 'PASSWORD',
    wire: { ChallengeName: 'PASSWORD' },
    fields: {},
    answer: { password: 'Senha-123' },
    responses: { PASSWORD: 'Senha-123' },
  },
  {
    name: 'PASSWORD_SRP',
    wire: { ChallengeName: 'PASSWORD_SRP' },
    fields: {},
    answer: { password: 'Senha-123' },
    responses: { SRP_A: expect.stringMatching(/^[0-9a-f]+$/) },
  },
  {
    name: 'WEB_AUTHN',
    wire: {
      ChallengeName: 'WEB_AUTHN',
      ChallengeParameters: { CREDENTIAL_REQUEST_OPTIONS: '{"challenge":"abc","rpId":"example.com"}' },
    },
    fields: { options: { challenge: 'abc', rpId: 'example.com' } },
    answer: { credential: PASSKEY },
    responses: { CREDENTIAL: JSON.stringify(PASSKEY) },
  },
  {
    name: 'UNKNOWN',
    wire: { ChallengeName: 'RETINA_SCAN', ChallengeParameters: { eye: 'left' } },
    fields: { challengeName: 'RETINA_SCAN', parameters: { eye: 'left' } },
    answer: { responses: { RETINA: '…' } },
    responses: { RETINA: '…' },
  },
]

/** Answers a challenge like a program without types. The types are tested below. */
function respond(
  client: Parameters<typeof signIn>[0],
  challenge: SignInStep,
  answer: object | undefined,
): Promise<SignInStep> {
  return respondToChallenge(client, challenge as ChallengeOf<'SMS_MFA'>, answer as { code: string })
}

test.each(CASES)(
  'the client reads the challenge $wire.ChallengeName as $name without storing it, and answers in the service’s format',
  async (given) => {
    const { client, pool, storage } = testClient()
    pool.on('InitiateAuth', { json: { ...given.wire, Session: 's-1' } }).on('RespondToAuthChallenge', granted)
    const challenge = await signIn(client, { username: 'ana', flow: 'USER_AUTH' })
    expect(challenge).toEqual({ name: given.name, ...BASE, flow: 'USER_AUTH', ...given.fields })
    expect(storage.items.size).toBe(0)

    expect(await respond(client, challenge, given.answer)).toMatchObject({ name: 'SIGNED_IN' })
    expect(pool.payload('RespondToAuthChallenge')).toEqual({
      ChallengeName: given.wire.ChallengeName,
      ClientId: 'web',
      Session: 's-1',
      ChallengeResponses: { USERNAME: 'ana', ...given.responses },
    })
  },
)

test.each<[ChallengeName, object | undefined, string]>([
  ['SMS_MFA', {}, 'The answer to this challenge lacks "code".'],
  ['SMS_MFA', undefined, 'The answer to this challenge lacks "code".'],
  ['EMAIL_OTP', { code: '' }, 'The answer to this challenge lacks "code".'],
  ['SELECT_MFA_TYPE', {}, 'The answer to this challenge lacks "mfaType".'],
  ['NEW_PASSWORD_REQUIRED', {}, 'New password is required.'],
  ['NEW_PASSWORD_REQUIRED', { newPassword: '' }, 'New password is required.'],
  ['CUSTOM_CHALLENGE', {}, 'The answer to this challenge lacks "answer".'],
  ['SELECT_CHALLENGE', {}, 'The answer to this challenge lacks "challengeName".'],
  ['SELECT_CHALLENGE', { challengeName: 'PASSWORD' }, 'PASSWORD parameter is required'],
  ['SELECT_CHALLENGE', { challengeName: 'PASSWORD_SRP' }, 'PASSWORD parameter is required'],
  ['PASSWORD', {}, 'PASSWORD parameter is required'],
  ['UNKNOWN', undefined, 'The answer to this challenge lacks "responses".'],
  ['UNKNOWN', { responses: null }, 'The answer to this challenge lacks "responses".'],
  ['PASSWORD_SRP', { password: '' }, 'PASSWORD parameter is required'],
])('an incomplete answer to %s is rejected before any request: %j', async (name, answer, message) => {
  const { client, pool } = testClient()
  const error = await rejection(respond(client, { name, ...BASE } as Challenge, answer))
  expect(error).toBeInstanceOf(ChallengeError)
  expect(error).toMatchObject({ message, code: 'ChallengeError' })
  expect(pool.requests).toEqual([])
})

test('respondToChallenge without a challenge throws a ChallengeError', async () => {
  const { client, pool } = testClient()
  const nothing = undefined as unknown as ChallengeOf<'SMS_MFA'>
  expect(await rejection(respondToChallenge(client, nothing, { code: '123456' }))).toMatchObject({
    code: 'ChallengeError',
    message: 'There is no challenge to answer.',
  })
  expect(pool.requests).toEqual([])
})

const CIRCULAR: Record<string, unknown> = { id: 'id' }
CIRCULAR['itself'] = CIRCULAR

test.each<[string, object]>([
  ['no credential', {}],
  ['null as credential', { credential: null }],
  ['a circular credential', { credential: CIRCULAR }],
  ['a credential with a BigInt', { credential: { id: 7n } }],
  ['a credential whose toJSON returns undefined', { credential: { toJSON: () => undefined } }],
])(
  'a passkey answer with %s throws an error that names the missing value, before any request',
  async (_case, answer) => {
    const { client, pool } = testClient()
    const challenge = { name: 'WEB_AUTHN', ...BASE, options: { challenge: 'abc' } } as const
    const error = await rejection(respond(client, challenge, answer))
    expect(error).toBeInstanceOf(ChallengeError)
    expect(error).toMatchObject({ message: expect.stringContaining('toJSON') })
    expect(pool.requests).toEqual([])
  },
)

test('a null field in a response counts as absent', async () => {
  const { client, pool } = testClient()
  const absent = { ChallengeName: null, ChallengeParameters: null, Session: null }
  pool.on(
    'RespondToAuthChallenge',
    { json: { ...absent, ChallengeName: 'EMAIL_OTP' } },
    { json: { ...absent, ...granted.json } },
  )
  const next = await respondToChallenge(client, { name: 'SMS_MFA', ...BASE }, { code: '123456' })
  expect(next).toEqual({ name: 'EMAIL_OTP', ...BASE, challengeSession: '' })
  const step = await respondToChallenge(client, next as ChallengeOf<'EMAIL_OTP'>, { code: '123456' })
  expect(step.name).toBe('SIGNED_IN')
})

test('malformed lists and objects in a response are read as empty', async () => {
  const { client, pool } = testClient()
  const ChallengeParameters = {
    MFAS_CAN_CHOOSE: 'SMS_MFA',
    requiredAttributes: '{"a":1}',
    userAttributes: '[1]',
    CREDENTIAL_REQUEST_OPTIONS: '"abc"',
  }
  for (const [ChallengeName, fields] of [
    ['SELECT_MFA_TYPE', { options: [] }],
    ['NEW_PASSWORD_REQUIRED', { requiredAttributes: [], userAttributes: {} }],
    ['WEB_AUTHN', { options: {} }],
  ] as const) {
    pool.on('InitiateAuth', { json: { ChallengeName, Session: 's-1', ChallengeParameters } })
    const challenge = await signIn(client, { username: 'ana', flow: 'CUSTOM_AUTH' })
    expect(challenge).toEqual({ name: ChallengeName, ...BASE, ...fields })
  }
})

test('a narrowed challenge has a typed answer, and no answer compiles without narrowing', () => {
  expectTypeOf<AnswerTo<ChallengeOf<'SMS_MFA'>>>().toEqualTypeOf<{ code: string }>()
  expectTypeOf<AnswerTo<ChallengeOf<'SMS_MFA' | 'EMAIL_OTP'>>>().toEqualTypeOf<{ code: string }>()
  expectTypeOf<AnswerTo<ChallengeOf<'PASSWORD' | 'PASSWORD_SRP'>>>().toEqualTypeOf<{ password: string }>()
  expectTypeOf<AnswerTo<ChallengeOf<'MFA_SETUP'>>>().toEqualTypeOf<
    { userCode: string; deviceName?: string } | { email: string }
  >()
  type Advice = 'Narrow the challenge by its name first.'
  expectTypeOf<AnswerTo<ChallengeOf<'SMS_MFA' | 'PASSWORD'>>>().toExtend<Advice>()
  expectTypeOf<AnswerTo<Challenge>>().toExtend<Advice>()
  expectTypeOf<Advice | { code: string } | { password: string }>().not.toExtend<AnswerTo<Challenge>>()
  expectTypeOf<Advice>().not.toExtend<AnswerTo<Challenge>>()
  expectTypeOf<Extract<SignInStep, { name: 'WEB_AUTHN' }>['options']>().toHaveProperty('challenge')
  expectTypeOf<Exclude<SignInStep['name'], 'SIGNED_IN'>>().toEqualTypeOf<ChallengeName>()

  const { client } = testClient()
  function answers(challenge: Challenge, step: SignInStep): void {
    // @ts-expect-error A challenge must be narrowed before it can be answered.
    void respondToChallenge(client, challenge, { code: '1' })
    // @ts-expect-error A completed sign-in cannot be answered.
    void respondToChallenge(client, step, { code: '1' })
    if (challenge.name === 'SMS_MFA') void respondToChallenge(client, challenge, { code: '1' })
    // @ts-expect-error A code is not an answer to NEW_PASSWORD_REQUIRED.
    if (challenge.name === 'NEW_PASSWORD_REQUIRED') void respondToChallenge(client, challenge, { code: '1' })
    // @ts-expect-error A code is a string, because numbers lose leading zeros.
    if (challenge.name === 'EMAIL_OTP') void respondToChallenge(client, challenge, { code: 1 })
    // @ts-expect-error Only known names exist.
    if (challenge.name === 'SMS') void answers
  }
  expect(answers).toBeTypeOf('function')
})

test('the error for an unreadable response contains the operation', async () => {
  const { client, pool } = testClient()
  pool.on('RespondToAuthChallenge', { json: {} }).on('InitiateAuth', { json: passwordVerifier('ana') })
  const unreadable = { name: 'SessionError', operation: 'RespondToAuthChallenge' }
  const code = respondToChallenge(client, { name: 'SMS_MFA', ...BASE }, { code: '123456' })
  expect(await rejection(code)).toMatchObject(unreadable)
  expect(await rejection(signIn(client, { username: 'ana', password: 'x' }))).toMatchObject(unreadable)
})
