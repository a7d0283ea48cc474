// Fuzz targets. Each target creates an input, for example a response from the service, and a function that reads the input.
import type { Target, Trial } from '@cognito-srp/testing/fuzz'
import { hugeText, mutate, mutateText, type Random } from '@cognito-srp/testing/fuzz-inputs'

import * as client from '../../src/index.ts'
import type { CognitoClient, FetchAnswer } from '../../src/index.ts'
import { signPasswordClaim } from '../../src/srp/claim.ts'
import { cognitoGroup } from '../../src/srp/cognito.ts'
import { createSrp } from '../../src/srp/srp.ts'
import { firstText, isRecord } from '../../src/service/wire.ts'
import { MapStorage } from '../../test/clients.ts'
import { passwordVerifier } from '../../test/srp-parameters.ts'
import { jwt, NOW_MS, storedItems, tokens } from '../../test/tokens.ts'

const BASE = { username: 'ana', challengeSession: 's-1', expiresAtMs: NOW_MS + 180_000 }
const SETUP: client.MfaSetup = { name: 'MFA_SETUP', ...BASE, options: ['SOFTWARE_TOKEN_MFA'], step: 'verify' }
const DETAILS = { Destination: 'a***@e***', DeliveryMedium: 'EMAIL', AttributeName: 'email' }
const USER = {
  Username: 'ana',
  UserAttributes: [{ Name: 'email', Value: 'ana@example.com' }, { Name: 'sub' }],
  PreferredMfaSetting: 'SMS_MFA',
  UserMFASettingList: ['SMS_MFA'],
  ConfiguredUserAuthFactors: ['PASSWORD'],
}
const DEVICE = { DeviceKey: 'k', DeviceAttributes: [{ Name: 'n', Value: 'v' }], DeviceCreateDate: 1.5e9 }
const PARAMETERS = {
  USER_ID_FOR_SRP: 'ana',
  CODE_DELIVERY_DESTINATION: '+***1',
  MFAS_CAN_CHOOSE: '["SMS_MFA","EMAIL_OTP"]',
  MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]',
  userAttributes: '{"email":"ana@example.com"}',
  requiredAttributes: '["userAttributes.name"]',
  CREDENTIAL_REQUEST_OPTIONS: '{"publicKey":{"challenge":"abc","allowCredentials":[{"type":"public-key","id":"x"}]}}',
  question: '?',
}
const CHALLENGE_NAMES =
  'SMS_MFA SOFTWARE_TOKEN_MFA EMAIL_OTP SMS_OTP SELECT_MFA_TYPE MFA_SETUP NEW_PASSWORD_REQUIRED ' +
  'CUSTOM_CHALLENGE SELECT_CHALLENGE PASSWORD PASSWORD_SRP WEB_AUTHN RETINA_SCAN'

/** Responses that complete or continue a sign-in. */
const AUTH_ANSWERS: readonly object[] = [
  { AuthenticationResult: { ...tokens(), ExpiresIn: 3600, TokenType: 'Bearer' }, ChallengeParameters: {} },
  ...CHALLENGE_NAMES.split(' ').map((ChallengeName) => ({
    ChallengeName,
    ChallengeParameters: PARAMETERS,
    Session: 's-2',
    AvailableChallenges: ['PASSWORD', 'EMAIL_OTP'],
  })),
]

const CREDENTIALS = { username: 'ana', password: 'Senha-123' }
const VERIFIER = { salt: 'AQ==', passwordVerifier: 'AQ==' }

/** Calls that read a response, each with responses that the service could send. */
const CALLS: readonly [(client: CognitoClient) => Promise<unknown>, readonly object[]][] = [
  [(c) => client.signIn(c, { ...CREDENTIALS, flow: 'USER_PASSWORD_AUTH' }), AUTH_ANSWERS],
  [(c) => client.signIn(c, { username: 'ana', flow: 'USER_AUTH' }), AUTH_ANSWERS],
  [(c) => client.signIn(c, { username: 'ana', flow: 'CUSTOM_AUTH' }), AUTH_ANSWERS],
  [(c) => client.respondToChallenge(c, { name: 'SMS_MFA', ...BASE }, { code: '1' }), AUTH_ANSWERS],
  [(c) => client.respondToChallenge(c, SETUP, { userCode: '1' }), [{ Status: 'SUCCESS', Session: 's-3' }]],
  [(c) => client.getSession(c, { forceRefresh: true }), AUTH_ANSWERS],
  [(c) => client.associateSoftwareToken(c, SETUP), [{ SecretCode: 'ABC', Session: 's-2' }]],
  [(c) => client.associateSoftwareToken(c), [{ SecretCode: 'ABC' }]],
  [(c) => client.verifySoftwareToken(c, { userCode: '1' }), [{ Status: 'SUCCESS' }]],
  [
    (c) => client.signUp(c, CREDENTIALS),
    [{ UserConfirmed: false, UserSub: 'u', CodeDeliveryDetails: DETAILS, Session: 's' }],
  ],
  [(c) => client.confirmSignUp(c, { username: 'ana', confirmationCode: '1' }), [{ Session: 's' }]],
  [(c) => client.resendConfirmationCode(c, { username: 'ana' }), [{ CodeDeliveryDetails: DETAILS }]],
  [(c) => client.forgotPassword(c, { username: 'ana' }), [{ CodeDeliveryDetails: DETAILS }]],
  [(c) => client.getUser(c), [USER]],
  [(c) => client.getUserAuthFactors(c), [USER]],
  [(c) => client.updateUserAttributes(c, { userAttributes: {} }), [{ CodeDeliveryDetailsList: [DETAILS] }]],
  [(c) => client.getUserAttributeVerificationCode(c, { attributeName: 'email' }), [{ CodeDeliveryDetails: DETAILS }]],
  [
    (c) => client.confirmDevice(c, { deviceKey: 'k', deviceSecretVerifierConfig: VERIFIER }),
    [{ UserConfirmationNecessary: true }],
  ],
  [(c) => client.listDevices(c), [{ Devices: [DEVICE], PaginationToken: 'p' }]],
  [(c) => client.getDevice(c, { deviceKey: 'k' }), [{ Device: DEVICE }]],
  [
    (c) => client.listWebAuthnCredentials(c),
    [{ Credentials: [{ CredentialId: 'c', AuthenticatorTransports: ['usb'], CreatedAt: 1.5e9 }], NextToken: 'n' }],
  ],
  [
    (c) => client.startWebAuthnRegistration(c),
    [{ CredentialCreationOptions: { challenge: 'abc', rp: { name: 'r' }, user: {} } }],
  ],
  [(c) => client.deleteUser(c), [{}]],
]

const FAILURES: readonly object[] = [
  { __type: 'com.amazonaws#NotAuthorizedException', message: 'Incorrect username or password.' },
  { __type: 'UserLambdaValidationException', message: 'PreSignUp failed with error no.' },
  { code: 'TooManyRequestsException', Message: 'Rate exceeded' },
]
const HEADERS = {
  'x-amzn-errortype': 'NotAuthorizedException:http://internal',
  'x-amzn-requestid': 'id-7',
  'retry-after': '7',
  date: 'Tue, 03 Nov 2026 04:05:16 GMT',
}
const STATUSES = [200, 200, 200, 200, 204, 301, 400, 400, 429, 500, 503]

function createClient(items: Record<string, string>, answer: () => FetchAnswer): CognitoClient {
  return client.createCognitoClient({
    userPoolId: 'local_Pool1',
    clientId: 'web',
    now: () => NOW_MS,
    storage: new MapStorage(items),
    fetch: async () => answer(),
    lock: (_name, work) => work(),
    refreshRetry: false,
  })
}

/**
 * Checks the result of a call. A challenge must be readable after it was stored as JSON. A session must have a user name, and its
 * refresh token, if present, must be a string.
 */
function judge(outcome: unknown): void {
  const { name, session = outcome } = Object(outcome) as { name?: string; session?: unknown }
  if (typeof name === 'string' && name !== 'SIGNED_IN') {
    try {
      client.parseChallenge(JSON.parse(JSON.stringify(outcome)), { nowMs: NOW_MS })
    } catch (cause) {
      throw new TypeError('parseChallenge rejects the stored challenge.', { cause })
    }
  }
  const { username, accessToken, refreshToken = '' } = Object(session) as Partial<client.Session>
  if (accessToken === undefined) return
  if (typeof username !== 'string' || username === '' || typeof refreshToken !== 'string') {
    throw new TypeError('The session has a field of the wrong type.')
  }
  client.isSessionValid(session as client.Session, NOW_MS)
}

/** Returns a mutated value as JSON, sometimes with damaged syntax, or a random string. */
function textOf(random: Random, shape: unknown): string {
  if (random.oneIn(2000)) return hugeText(random)
  if (random.oneIn(30)) return random.bytes()
  const text = JSON.stringify(mutate(random, shape)) ?? ''
  if (random.oneIn(2000)) return text.replace('"', `"${hugeText(random)}`)
  return random.oneIn(5) ? mutateText(random, text) : text
}

/** Returns a response's headers, or undefined to simulate a program's own `fetch` that returns a response without headers. */
function headersOf(headers: unknown): FetchAnswer['headers'] {
  if (!isRecord(headers)) return undefined as unknown as FetchAnswer['headers']
  return { get: (name) => firstText(headers[name]) ?? null }
}

function answers(random: Random): Trial {
  const [call, shapes] = random.pick(CALLS)
  const status = random.pick(STATUSES)
  const text = textOf(random, random.pick(status < 300 ? shapes : FAILURES))
  const headers = random.oneIn(3) ? mutate(random, HEADERS) : HEADERS
  const streams = random.oneIn(10)
  const answer = () => ({
    status,
    ok: status >= 200 && status < 300,
    headers: headersOf(headers),
    text: async () => text,
    ...(streams ? { body: new Response(text).body } : {}),
  })
  const run = async () => judge(await call(createClient(storedItems(tokens()), answer)))
  return { input: { call: call.toString(), status, headers, text }, run }
}

function readTokens(random: Random): Trial {
  const { IdToken, AccessToken, RefreshToken } = tokens()
  const mutated = (token: string) => {
    const [head = '', payload = ''] = token.split('.')
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
    if (random.oneIn(3)) return mutateText(random, token)
    if (random.oneIn(2000)) return `${head}.${hugeText(random)}.x`
    if (random.oneIn(5)) return `${head}.${Buffer.from(textOf(random, claims)).toString('base64url')}.x`
    return jwt(mutate(random, claims) ?? {})
  }
  const real = { idToken: IdToken, accessToken: AccessToken, refreshToken: RefreshToken }
  const name = random.pick(['idToken', 'accessToken'] as const)
  const given = random.oneIn(5) ? mutate(random, real) : { ...real, [name]: mutated(real[name]) }
  const adopt = (input: unknown) =>
    client.adoptSession(
      createClient({}, () => {
        throw new TypeError('offline')
      }),
      input as Parameters<typeof client.adoptSession>[1],
    )
  return { input: given, run: async () => judge(await adopt(given)) }
}

const KEPT_FIELDS = {
  ...BASE,
  destination: 'x',
  step: 'verify',
  requiredAttributes: ['name'],
  userAttributes: { email: 'a@b.c' },
  parameters: { question: '?' },
  challengeName: 'RETINA_SCAN',
  flow: 'USER_AUTH',
}
const KEPT: readonly object[] = CHALLENGE_NAMES.split(' ').map((name) =>
  Object.assign(structuredClone(KEPT_FIELDS), {
    name: name === 'RETINA_SCAN' ? 'UNKNOWN' : name,
    options: name === 'WEB_AUTHN' ? { challenge: 'abc' } : ['SMS_MFA'],
  }),
)

function challenges(random: Random): Trial {
  const kept = mutate(random, random.pick(KEPT))
  const input = random.oneIn(2000) ? { ...Object(kept), destination: hugeText(random) } : kept
  return { input, run: () => client.parseChallenge(input, { nowMs: NOW_MS }) }
}

function claims(random: Random): Trial {
  const { ChallengeParameters } = passwordVerifier('ana') as { ChallengeParameters: Record<string, string> }
  const { SRP_B = '', SALT = '', SECRET_BLOCK = '' } = ChallengeParameters
  const some = (text: string) => (random.oneIn(2) ? mutateText(random, text) : text)
  const input = { B: some(SRP_B), salt: some(SALT), secretBlock: some(SECRET_BLOCK) }
  const rest = { poolName: 'Pool1', userId: 'ana', password: 'x', timestamp: 'Tue Nov 3 04:05:06 UTC 2026' }
  // `pow` returns a constant, because this target only tests parsing.
  const srp = createSrp({ ...cognitoGroup(), pow: async () => BigInt(7) })
  const run = async () => {
    await signPasswordClaim(srp, { a: '5', SRP_A: '20' }, { ...rest, ...input })
  }
  return { input, run }
}

const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Creates items that another program or an older version may have left in the storage. */
function storage(random: Random): Trial {
  const prefix = 'CognitoIdentityServiceProvider.web'
  const items = {
    ...storedItems(tokens()),
    [`${prefix}.ana.clockDriftSeconds`]: '0',
    [`${prefix}.ana.deviceKey`]: 'k',
    [`${prefix}.ana.deviceGroupKey`]: 'g',
    [`${prefix}.ana.randomPasswordKey`]: 'p',
    [`${prefix}.ana.userData`]: '{}',
    [`${prefix}.Accounts`]: '["ana","bia"]',
  }
  const input = Object.fromEntries(
    Object.entries(Object(mutate(random, items)) as object).map(([key, value]): [string, string] => [
      key,
      toText(value),
    ]),
  )
  if (random.oneIn(1000))
    input[`${prefix}.ana.${random.pick(['idToken', 'clockDrift', 'deviceKey'])}`] = hugeText(random)
  const calls: readonly ((c: CognitoClient) => Promise<unknown>)[] = [
    (c) => client.getSession(c),
    (c) => client.currentUsername(c),
    (c) => client.listAccounts(c),
    (c) => client.switchAccount(c, 'bia'),
    (c) => client.signOut(c),
    (c) => client.forgetDevice(c),
  ]
  const call = random.pick(calls)
  const refused = {
    status: 400,
    ok: false,
    headers: new Headers(),
    text: async () => '{"__type":"NotAuthorizedException"}',
  }
  return {
    input: { call: call.toString(), items: input },
    run: async () => judge(await call(createClient(input, () => refused))),
  }
}

/** Fuzz targets, each with its share of the inputs in percent. */
export const TARGETS: readonly Target[] = [
  { name: 'answers', percent: 45, make: answers },
  { name: 'tokens', percent: 20, make: readTokens },
  { name: 'challenges', percent: 15, make: challenges },
  { name: 'claims', percent: 5, make: claims },
  { name: 'storage', percent: 15, make: storage },
]
