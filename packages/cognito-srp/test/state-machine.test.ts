import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  associateSoftwareToken,
  CognitoError,
  parseChallenge,
  respondToChallenge,
  ServiceError,
  signIn,
  type Challenge,
  type CognitoClient,
  type SignInRequest,
  type SignInStep,
} from '../src/index.ts'
import { testClient } from './clients.ts'
import { failure, type ScriptedAnswer } from './scripted-pool.ts'
import { SRP_PARAMETERS } from './srp-parameters.ts'
import { storedItems, tokens } from './tokens.ts'

const ANSWERED_BY_PEOPLE = [
  'SMS_MFA',
  'SOFTWARE_TOKEN_MFA',
  'EMAIL_OTP',
  'SMS_OTP',
  'SELECT_MFA_TYPE',
  'MFA_SETUP',
  'NEW_PASSWORD_REQUIRED',
  'CUSTOM_CHALLENGE',
  'SELECT_CHALLENGE',
  'PASSWORD',
  'PASSWORD_SRP',
  'WEB_AUTHN',
  'RETINA_SCAN',
]
const ANSWERED_BY_THE_CLIENT = ['PASSWORD_VERIFIER', 'DEVICE_SRP_AUTH', 'DEVICE_PASSWORD_VERIFIER']
const DEVICE = { deviceKey: 'key', deviceGroupKey: 'group', randomPasswordKey: 'password' }
const PASSKEY = { id: 'id', rawId: 'id', type: 'public-key', clientExtensionResults: {} }

function challengeAnswer(ChallengeName: string, index: number): ScriptedAnswer {
  const ChallengeParameters = { ...SRP_PARAMETERS, USER_ID_FOR_SRP: 'ana' }
  return { json: { ChallengeName, ChallengeParameters, Session: `s-${index}`, AvailableChallenges: ['PASSWORD'] } }
}

/** Generates a pool's responses, valid or invalid, in any order. The pool sends these responses before it issues tokens. */
const answers = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...ANSWERED_BY_PEOPLE).map((name) => challengeAnswer(name, 1)) },
    { weight: 3, arbitrary: fc.constantFrom(...ANSWERED_BY_THE_CLIENT).map((name) => challengeAnswer(name, 2)) },
    {
      weight: 3,
      arbitrary: fc
        .constantFrom('CodeMismatchException', 'ExpiredCodeException', 'ResourceNotFoundException')
        .map((code) => failure(code, 'Device or code is wrong.')),
    },
    { weight: 1, arbitrary: fc.constant<ScriptedAnswer>('drop') },
    { weight: 1, arbitrary: fc.constant<ScriptedAnswer>({ status: 502, text: '<html>' }) },
    { weight: 1, arbitrary: fc.constant<ScriptedAnswer>({ json: {} }) },
    { weight: 1, arbitrary: fc.constant<ScriptedAnswer>({ json: { AuthenticationResult: { IdToken: 'half' } } }) },
  ),
  { maxLength: 12 },
)

const requests = fc.record<SignInRequest>({
  username: fc.constant('ana'),
  password: fc.constant('Senha-123'),
  flow: fc.constantFrom('USER_SRP_AUTH', 'USER_PASSWORD_AUTH', 'CUSTOM_AUTH', 'USER_AUTH'),
})

/** Answers any challenge according to its type, after a round trip through JSON. */
async function answer(client: CognitoClient, kept: Challenge): Promise<SignInStep> {
  const challenge = parseChallenge({ ...JSON.parse(JSON.stringify(kept)), expiresAtMs: Date.now() + 60_000 })
  challenge.expiresAtMs = kept.expiresAtMs
  switch (challenge.name) {
    case 'SMS_MFA':
    case 'SOFTWARE_TOKEN_MFA':
    case 'EMAIL_OTP':
    case 'SMS_OTP':
      return respondToChallenge(client, challenge, { code: '123456' })
    case 'SELECT_MFA_TYPE':
      return respondToChallenge(client, challenge, { mfaType: 'SMS_MFA' })
    case 'MFA_SETUP': {
      const associated =
        challenge.step === 'associate' ? await associateSoftwareToken(client, challenge) : { challenge }
      return respondToChallenge(client, associated.challenge, { userCode: '123456' })
    }
    case 'NEW_PASSWORD_REQUIRED':
      return respondToChallenge(client, challenge, { newPassword: 'Nova-123' })
    case 'CUSTOM_CHALLENGE':
      return respondToChallenge(client, challenge, { answer: '42' })
    case 'SELECT_CHALLENGE':
      return respondToChallenge(client, challenge, { challengeName: 'PASSWORD', password: 'Senha-123' })
    case 'PASSWORD':
    case 'PASSWORD_SRP':
      return respondToChallenge(client, challenge, { password: 'Senha-123' })
    case 'WEB_AUTHN': {
      const response = { clientDataJSON: 'c', authenticatorData: 'a', signature: 's' }
      return respondToChallenge(client, challenge, { credential: { ...PASSKEY, response } })
    }
    case 'UNKNOWN':
    default:
      return respondToChallenge(client, challenge, { responses: { ANSWER: '42' } })
  }
}

/** Returns the challenge to answer after a failure, which is the same challenge or the error's challenge. */
function challengeAfter(error: unknown, before: Challenge | undefined): Challenge | undefined {
  if (!(error instanceof CognitoError)) throw error
  return 'challenge' in error && error.challenge ? (error.challenge as Challenge) : before
}

test('with random responses from a pool, no token is stored before the sign-in completes, and the user can always sign in', async () => {
  await fc.assert(
    fc.asyncProperty(requests, answers, fc.boolean(), async (request, script, hasDevice) => {
      const prefix = 'CognitoIdentityServiceProvider.web.ana'
      const device = hasDevice ? Object.entries(DEVICE).map(([item, value]) => [`${prefix}.${item}`, value]) : []
      const { client, pool, storage } = testClient({ items: Object.fromEntries(device) })
      const tokenItems = () => [...storage.items.keys()].filter((key) => /Token$|LastAuthUser$/.test(key))
      const left = [...script]
      const granted: ScriptedAnswer = { json: { AuthenticationResult: tokens() } }
      const next = () => left.shift() ?? granted
      pool.on('InitiateAuth', next).on('RespondToAuthChallenge', next)
      pool.on('AssociateSoftwareToken', { json: { SecretCode: 'BASE32', Session: 's' } })
      pool.on('VerifySoftwareToken', { json: { Status: 'SUCCESS', Session: 's' } })

      let challenge: Challenge | undefined
      let isSignedIn = false
      for (let turn = 0; !isSignedIn; turn += 1) {
        // Each attempt uses at least one scripted response or starts a new sign-in, so the loop must end.
        expect(turn).toBeLessThanOrEqual(2 * script.length + 1)
        expect(tokenItems()).toEqual([])
        try {
          const step = await (challenge ? answer(client, challenge) : signIn(client, request))
          isSignedIn = step.name === 'SIGNED_IN'
          challenge = step.name === 'SIGNED_IN' ? undefined : step
        } catch (error) {
          const before = challenge
          challenge = challengeAfter(error, before)
          if (!(error instanceof ServiceError) && challenge === before) challenge = undefined
        }
      }
      expect(left).toEqual([])
      expect(Object.fromEntries(storage.items)).toMatchObject(storedItems(tokens()))
    }),
    { numRuns: 100 },
  )
}, 60_000)
