import { expect, test } from 'vitest'

import * as client from '../src/index.ts'
import type { CognitoClient, MfaSetup } from '../src/index.ts'
import { rejection, testClient } from './clients.ts'
import { passwordVerifier } from './srp-parameters.ts'
import { NOW_MS, storedItems, tokens } from './tokens.ts'

const BASE = { username: 'ana', challengeSession: 's-1', expiresAtMs: NOW_MS + 180_000 }
const SETUP: MfaSetup = { name: 'MFA_SETUP', ...BASE, options: ['SOFTWARE_TOKEN_MFA'], step: 'verify' }
const DETAILS = { Destination: 'a***@e***', DeliveryMedium: 'EMAIL', AttributeName: 'email' }
const USER = {
  Username: 'ana',
  UserAttributes: [{ Name: 'email', Value: 'ana@example.com' }],
  PreferredMfaSetting: 'SMS_MFA',
  UserMFASettingList: ['SMS_MFA'],
}
const DEVICE = {
  DeviceKey: 'k',
  DeviceAttributes: [{ Name: 'device_name', Value: 'v' }],
  DeviceCreateDate: 1.5e9,
  DeviceLastModifiedDate: 1.5e9,
  DeviceLastAuthenticatedDate: 1.5e9,
}
const asks = (ChallengeName: string, ChallengeParameters: object = {}) => ({
  ChallengeName,
  ChallengeParameters: { USER_ID_FOR_SRP: 'ana', ...ChallengeParameters },
  Session: 's-2',
})
const SIGNED_IN = { AuthenticationResult: tokens() }
const begin = (c: CognitoClient) => client.signIn(c, { username: 'ana', flow: 'USER_AUTH' })

/** Calls with a valid response. */
const CALLS: Record<string, [(c: CognitoClient) => Promise<unknown>, object]> = {
  signIn: [(c) => client.signIn(c, { username: 'ana', flow: 'CUSTOM_AUTH' }), SIGNED_IN],
  'signIn with a code': [begin, asks('SMS_MFA', { CODE_DELIVERY_DESTINATION: '+***1' })],
  'signIn with a choice of challenges': [begin, { ...asks('SELECT_CHALLENGE'), AvailableChallenges: ['PASSWORD'] }],
  'signIn with a choice of factors': [begin, asks('SELECT_MFA_TYPE', { MFAS_CAN_CHOOSE: '["SMS_MFA"]' })],
  'signIn with a custom challenge': [begin, asks('CUSTOM_CHALLENGE', { question: '?' })],
  'signIn with a passkey': [begin, asks('WEB_AUTHN', { CREDENTIAL_REQUEST_OPTIONS: '{"challenge":"abc"}' })],
  'signIn with a new password': [
    begin,
    asks('NEW_PASSWORD_REQUIRED', { userAttributes: '{"email":"a"}', requiredAttributes: '["name"]' }),
  ],
  respondToChallenge: [(c) => client.respondToChallenge(c, { name: 'SMS_MFA', ...BASE }, { code: '1' }), SIGNED_IN],
  getSession: [(c) => client.getSession(c, { forceRefresh: true }), SIGNED_IN],
  'associateSoftwareToken during a sign-in': [
    (c) => client.associateSoftwareToken(c, SETUP),
    { SecretCode: 'ABC', Session: 's-2' },
  ],
  associateSoftwareToken: [(c) => client.associateSoftwareToken(c), { SecretCode: 'ABC' }],
  verifySoftwareToken: [(c) => client.verifySoftwareToken(c, { userCode: '1' }), { Status: 'SUCCESS' }],
  signUp: [
    (c) => client.signUp(c, { username: 'ana', password: 'Senha-123' }),
    { UserConfirmed: false, UserSub: 'u', CodeDeliveryDetails: DETAILS, Session: 's' },
  ],
  confirmSignUp: [(c) => client.confirmSignUp(c, { username: 'ana', confirmationCode: '1' }), { Session: 's' }],
  forgotPassword: [(c) => client.forgotPassword(c, { username: 'ana' }), { CodeDeliveryDetails: DETAILS }],
  resendConfirmationCode: [
    (c) => client.resendConfirmationCode(c, { username: 'ana' }),
    { CodeDeliveryDetails: DETAILS },
  ],
  getUserAttributeVerificationCode: [
    (c) => client.getUserAttributeVerificationCode(c, { attributeName: 'email' }),
    { CodeDeliveryDetails: DETAILS },
  ],
  getUser: [(c) => client.getUser(c), USER],
  getUserAuthFactors: [(c) => client.getUserAuthFactors(c), { ...USER, ConfiguredUserAuthFactors: ['PASSWORD'] }],
  updateUserAttributes: [
    (c) => client.updateUserAttributes(c, { userAttributes: {} }),
    { CodeDeliveryDetailsList: [DETAILS] },
  ],
  listDevices: [(c) => client.listDevices(c), { Devices: [DEVICE], PaginationToken: 'p' }],
  getDevice: [(c) => client.getDevice(c, { deviceKey: 'k' }), { Device: DEVICE }],
  confirmDevice: [
    (c) =>
      client.confirmDevice(c, {
        deviceKey: 'k',
        deviceSecretVerifierConfig: { salt: 'AA==', passwordVerifier: 'AA==' },
      }),
    { UserConfirmationNecessary: true },
  ],
  listWebAuthnCredentials: [
    (c) => client.listWebAuthnCredentials(c),
    {
      Credentials: [
        {
          CredentialId: 'c',
          FriendlyCredentialName: 'f',
          RelyingPartyId: 'r',
          AuthenticatorAttachment: 'platform',
          AuthenticatorTransports: ['usb'],
          CreatedAt: 1.5e9,
        },
      ],
      NextToken: 'n',
    },
  ],
  startWebAuthnRegistration: [
    // The browser checks the contents of the options.
    async (c) => typeof (await client.startWebAuthnRegistration(c)).credentialCreationOptions,
    { CredentialCreationOptions: {} },
  ],
}

/** JSON values that replace each value of a response, including an object whose conversion to a primitive throws. */
const WRONG = [
  'null',
  'true',
  '-7',
  '1e400',
  '""',
  '"text"',
  `"${'x'.repeat(20_000)}"`,
  '[]',
  '[[7]]',
  '{}',
  '{"toString":1,"valueOf":1}',
  '{"__proto__":{"Name":"x"},"constructor":1}',
]

const HERE = '\u0000here'

/** Returns the response as JSON, once for each of its values, with that value replaced by a mark. */
function holes(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null) return [JSON.stringify(HERE)]
  const keys = Object.keys(answer)
  const inner = keys.flatMap((key) =>
    holes((answer as Record<string, unknown>)[key]).map((hole) => {
      const copy = Array.isArray(answer) ? [...(answer as unknown[])] : { ...answer }
      return JSON.stringify(Object.assign(copy, { [key]: '\u0001' })).replace(JSON.stringify('\u0001'), () => hole)
    }),
  )
  return [JSON.stringify(HERE), ...inner]
}

/** Runs a call against a service that responds to each request with `text`. */
function ask(call: (c: CognitoClient) => Promise<unknown>, text: string): Promise<unknown> {
  const fetch = async () => new Response(text)
  return call(testClient({ items: storedItems(tokens()), fetch, refreshRetry: false }).client)
}

/** Returns the paths at which a value has a different type than in the good result. Missing values are allowed. */
function strange(value: unknown, good: unknown, path = ''): string[] {
  // The good result does not have this member, for example an attribute with another name or the parameters of an unknown
  // challenge.
  if (good === undefined)
    return Object.values(Object(value) as object).every((each) => typeof each === 'string') ? [] : [path]
  if (good instanceof Date) return value instanceof Date && !Number.isNaN(value.getTime()) ? [] : [path]
  if (typeof value !== typeof good || Array.isArray(value) !== Array.isArray(good)) return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => {
    const goodMember = Array.isArray(good) ? good[0] : (good as Record<string, unknown>)[key]
    return strange(member, goodMember, `${path}.${key}`)
  })
}

test.each(Object.entries(CALLS))(
  'with each malformed response, %s returns a value of its type or throws a typed error',
  async (_name, [call, answer]) => {
    const good = await ask(call, JSON.stringify(answer))
    const findings: string[] = []
    for (const hole of holes(answer)) {
      for (const wrong of WRONG) {
        const text = hole.replace(JSON.stringify(HERE), () => wrong)
        try {
          const found = strange(await ask(call, text), good)
          if (found.length > 0) findings.push(`${text.slice(0, 200)} has another type in ${found.join(', ')}`)
        } catch (error) {
          if (!client.isCognitoError(error)) findings.push(`${text.slice(0, 200)} throws ${String(error)}`)
        }
      }
    }
    expect(findings).toEqual([])
  },
)

/** Each character has three bytes in UTF-8. */
const ENDLESS_NAME = '\u0800'.repeat(300_000)

test('a user name that is too long is not hashed', async () => {
  const { client: c, pool } = testClient()
  const asked = passwordVerifier('ana') as { ChallengeParameters: object }
  const named = { ...asked, ChallengeParameters: { ...asked.ChallengeParameters, USER_ID_FOR_SRP: ENDLESS_NAME } }
  pool.on('InitiateAuth', { json: named })
  const error = await rejection(client.signIn(c, { username: 'ana', password: 'Senha-123' }))
  expect(error).toMatchObject({ name: 'SrpError', message: 'The challenge is too long.' })
  expect(pool.operations).toEqual(['InitiateAuth'])
})

test('a user name that is too long is not used in a secret hash', async () => {
  const { client: c, pool } = testClient({ clientSecret: 'secret' })
  pool.on('InitiateAuth', { json: asks('DEVICE_SRP_AUTH', { USER_ID_FOR_SRP: ENDLESS_NAME }) })
  const error = await rejection(client.signIn(c, { username: 'ana', flow: 'CUSTOM_AUTH' }))
  expect(error).toMatchObject({
    name: 'ConfigurationError',
    message: 'A user name must have at most 1024 characters.',
  })
  expect(pool.operations).toEqual(['InitiateAuth'])
})

test('a device whose key is too long is not registered', async () => {
  const { client: c, pool } = testClient()
  const NewDeviceMetadata = { DeviceKey: 'k', DeviceGroupKey: ENDLESS_NAME }
  pool.on('InitiateAuth', { json: { AuthenticationResult: { ...tokens(), NewDeviceMetadata } } })
  const step = await client.signIn(c, { username: 'ana', flow: 'CUSTOM_AUTH' })
  expect(step).toMatchObject({ name: 'SIGNED_IN', device: 'failed' })
  expect(pool.operations).toEqual(['InitiateAuth'])
})
