import { ANA, askQuestion, CLIENT_ID, POOL_ID, TOTP_SECRET } from '@cognito-srp/testing/user-pools'
import { totpCode } from '@cognito-srp/testing/totp'
import { afterEach, expect, test, vi } from 'vitest'

import { startPool, type TestPool } from '../../test/emulator/pool.ts'
import { detailsOf, ItemStorage, plainUser, scriptedUser, firstCall, firstCallOf } from '../../test/identity-js.ts'
import { failure } from '../../test/scripted-pool.ts'
import { tokens } from '../../test/tokens.ts'
import { CognitoUser, CognitoUserPool, CognitoUserSession } from './index.ts'

let pool: TestPool | undefined

afterEach(async () => {
  vi.unstubAllGlobals()
  await pool?.emulator.close()
  pool = undefined
})

const PREFIX = 'CognitoIdentityServiceProvider.web'
const WITH_SMS = { ...ANA, attributes: { phone_number: '+5511999991234' }, smsMfa: true as const }
const SESSION = expect.any(CognitoUserSession)
const GRANTED = { json: { AuthenticationResult: tokens() } }

/** Starts an emulated pool, and returns a function that creates users of the pool with a shared storage. */
async function verifiedUsers(settings: Parameters<typeof startPool>[0]) {
  const started = (pool = await startPool(settings))
  const Storage = new ItemStorage()
  const endpoint = started.emulator.url
  const Pool = new CognitoUserPool({ UserPoolId: POOL_ID, ClientId: CLIENT_ID, endpoint, Storage })
  const create = (Username: string = ANA.username) => new CognitoUser({ Username, Pool, Storage })
  return { pool: started, Pool, Storage, create }
}

test('a sign-in with SRP proves the password and sets the user name that the service returns', async () => {
  const attributes = { ...ANA.attributes, email_verified: 'true' }
  const { Pool, create } = await verifiedUsers({ aliasAttributes: ['email'], users: [{ ...ANA, attributes }] })
  const user = create(ANA.attributes.email)
  const details = detailsOf({ Username: ANA.attributes.email, Password: 'wrong' })
  const wrong = await firstCallOf((callbacks) => user.authenticateUser(details, callbacks))
  expect(wrong).toMatchObject({ by: 'onFailure', isSync: false })
  expect(wrong.args).toMatchObject([{ name: 'NotAuthorizedException', message: 'Incorrect username or password.' }])
  expect(Pool.getCurrentUser()).toBeNull()
  expect([user.getUsername(), user.userDataKey]).toEqual([ANA.username, `${PREFIX}.ana.userData`])
  const right = await firstCallOf((callbacks) => user.authenticateUser(detailsOf(), callbacks))
  expect(right).toEqual({ by: 'onSuccess', args: [SESSION], isSync: false })
  expect([user.getUsername(), user.userDataKey]).toEqual([ANA.username, `${PREFIX}.ana.userData`])
  expect(Pool.getCurrentUser()?.getUsername()).toBe(ANA.username)
})

test('a remembered device replaces the second factor until the service forgets the device', async () => {
  const settings = { deviceTracking: 'opt-in', mfa: 'ON', users: [WITH_SMS] } as const
  const { pool, Storage, create } = await verifiedUsers({ ...settings, users: [WITH_SMS] })
  const user = create()
  const asked = await firstCallOf((callbacks) => user.authenticateUser(detailsOf(), callbacks))
  expect(asked).toMatchObject({ by: 'mfaRequired', args: ['SMS_MFA', { CODE_DELIVERY_DELIVERY_MEDIUM: 'SMS' }] })
  const again = create() // after a reload
  again.Session = user.Session
  const signedIn = await firstCallOf((callbacks) => again.sendMFACode(pool.lastCode('ana'), callbacks))
  expect(signedIn).toMatchObject({ by: 'onSuccess', args: [SESSION, true] })
  expect(Storage.getItem(`${PREFIX}.ana.deviceKey`)).toBe(again.deviceKey)
  await firstCallOf((callbacks) => again.setDeviceStatusRemembered(callbacks))

  const typed = create()
  typed.setAuthenticationFlowType('USER_PASSWORD_AUTH')
  const known = await firstCallOf((callbacks) => typed.authenticateUser(detailsOf(), callbacks))
  expect(known).toMatchObject({ by: 'onSuccess', args: [SESSION] })

  await firstCallOf((callbacks) => again.forgetSpecificDevice(again.deviceKey ?? '', callbacks))
  expect((await firstCallOf((callbacks) => typed.authenticateUser(detailsOf(), callbacks))).by).toBe('mfaRequired')
  expect([typed.deviceKey, Storage.getItem(`${PREFIX}.ana.deviceKey`)]).toEqual([null, null])
})

test('a sign-in with a plain password uses the device that is stored under the typed alias', async () => {
  const { user, service, Storage } = plainUser({
    json: { ChallengeName: 'DEVICE_SRP_AUTH', ChallengeParameters: { USERNAME: 'sub-1' }, Session: 's' },
  })
  Object.assign(user, { deviceKey: 'k', randomPassword: 'p', deviceGroupKey: 'g' }).cacheDeviceKeyAndPassword()
  service.on('RespondToAuthChallenge', failure('ResourceNotFoundException', 'Device does not exist.'), GRANTED)
  await firstCallOf((callbacks) => user.authenticateUser(detailsOf(), callbacks))
  expect(service.payload('RespondToAuthChallenge')).toMatchObject({ ChallengeResponses: { DEVICE_KEY: 'k' } })
  expect([...Storage.items.keys()].filter((key) => /device|random/i.test(key))).toEqual([])
})

test('an authenticator app can be set up during a sign-in and by a signed-in user', async () => {
  const { create } = await verifiedUsers({ mfa: 'ON', mfaTypes: ['SOFTWARE_TOKEN_MFA'] })
  const user = create()
  const setup = await firstCallOf((callbacks) => user.authenticateUser(detailsOf(), callbacks))
  expect(setup).toMatchObject({ by: 'mfaSetup', args: ['MFA_SETUP', { MFAS_CAN_SETUP: expect.any(String) }] })
  const first = await firstCallOf((callbacks) => user.associateSoftwareToken(callbacks))
  expect(first.by).toBe('associateSecretCode')
  const code = await totpCode(first.args[0] as string)
  const signedIn = await firstCallOf((callbacks) => user.verifySoftwareToken(code, 'Phone', callbacks))
  expect(signedIn).toMatchObject({ by: 'onSuccess', args: [SESSION] })

  const open = user.Session
  const second = await firstCallOf((callbacks) => user.associateSoftwareToken(callbacks))
  const another = await totpCode(second.args[0] as string)
  const verified = await firstCallOf((callbacks) => user.verifySoftwareToken(another, 'Tablet', callbacks))
  expect(verified).toMatchObject({ by: 'onSuccess', args: [{ Status: 'SUCCESS' }] })
  expect(user.Session).toBe(open)
  const wrong = await firstCallOf((callbacks) => user.verifySoftwareToken('000000', 'Tablet', callbacks))
  expect(wrong.args).toMatchObject([{ code: 'EnableSoftwareTokenMFAException' }])
})

test('the user can choose one of two factors', async () => {
  const { pool, create } = await verifiedUsers({ mfa: 'ON', users: [{ ...WITH_SMS, totpSecret: TOTP_SECRET }] })
  const user = create()
  user.setAuthenticationFlowType('USER_PASSWORD_AUTH')
  const asked = await firstCallOf((callbacks) => user.authenticateUser(detailsOf(), callbacks))
  expect(asked).toMatchObject({
    by: 'selectMFAType',
    args: ['SELECT_MFA_TYPE', { MFAS_CAN_CHOOSE: expect.any(String) }],
  })
  const chosen = await firstCallOf((callbacks) => user.sendMFASelectionAnswer('SOFTWARE_TOKEN_MFA', callbacks))
  expect(chosen).toMatchObject({ by: 'totpRequired', args: ['SOFTWARE_TOKEN_MFA', expect.any(Object)] })
  const code = await totpCode(TOTP_SECRET)
  const metadata = { tenant: '7' }
  const done = await firstCallOf((callbacks) => user.sendMFACode(code, callbacks, 'SOFTWARE_TOKEN_MFA', metadata))
  expect(done).toMatchObject({ by: 'onSuccess', args: [SESSION] })
  expect(pool.emulator.outbox).toEqual([])
})

test('the callback for the chosen factor is called even if the response does not name the factor', async () => {
  const { user, service } = scriptedUser()
  user.Session = 'session-1'
  service.on('RespondToAuthChallenge', { json: { Session: 'session-2' } })
  const { by, args } = await firstCallOf((callbacks) => user.sendMFASelectionAnswer('SMS_MFA', callbacks))
  expect([by, args, user.Session]).toEqual(['mfaRequired', ['SMS_MFA', undefined], 'session-2'])
  expect(service.payload('RespondToAuthChallenge')).toEqual({
    ChallengeName: 'SELECT_MFA_TYPE',
    ClientId: 'web',
    Session: 'session-1',
    ChallengeResponses: { USERNAME: 'ana', ANSWER: 'SMS_MFA' },
  })
})

test('a user with a temporary password sets a new password and the attributes that the pool requires', async () => {
  const users = [{ ...ANA, temporaryPassword: true as const }]
  const { create } = await verifiedUsers({ users, requiredAttributes: ['name'] })
  const user = create()
  user.setAuthenticationFlowType('USER_PASSWORD_AUTH')
  const asked = await firstCallOf((callbacks) => user.authenticateUser(detailsOf(), callbacks))
  expect(asked.by).toBe('newPasswordRequired')
  expect(asked.args).toEqual([expect.objectContaining(ANA.attributes), ['name']])
  const none = await firstCallOf((callbacks) => user.completeNewPasswordChallenge('', null, callbacks))
  expect(none).toEqual({ by: 'onFailure', args: [new Error('New password is required.')], isSync: true })
  const answer = { name: 'Ana' }
  const done = await firstCallOf((callbacks) => user.completeNewPasswordChallenge('Nova-1234', answer, callbacks))
  expect(done).toMatchObject({ by: 'onSuccess', args: [SESSION] })
})

test('a custom challenge can follow a password or be the first step', async () => {
  const { create } = await verifiedUsers({ triggers: askQuestion('Capital?', 'Brasília') })
  const user = create()
  user.setAuthenticationFlowType('CUSTOM_AUTH')
  const asked = await firstCallOf((callbacks) => user.authenticateUser(detailsOf(), callbacks))
  expect(asked).toMatchObject({ by: 'customChallenge', args: [{ question: 'Capital?' }] })
  const wrong = await firstCallOf((callbacks) => user.sendCustomChallengeAnswer('Rio', callbacks))
  expect(wrong.by).toBe('customChallenge')
  const right = await firstCallOf((callbacks) => user.sendCustomChallengeAnswer('Brasília', callbacks, { tenant: '7' }))
  expect(right).toMatchObject({ by: 'onSuccess', args: [SESSION] })

  const other = create()
  const started = await firstCallOf((callbacks) => other.initiateAuth(detailsOf(), callbacks))
  expect(started).toMatchObject({ by: 'customChallenge', args: [{ question: 'Capital?' }] })
})

test('initiateAuth sends the parameters and metadata of its AuthenticationDetails', async () => {
  const { user, service } = scriptedUser()
  service.on('InitiateAuth', GRANTED)
  const details = detailsOf({ AuthParameters: { CARD: '7' }, ValidationData: { a: '1' }, ClientMetadata: { b: '2' } })
  const { args } = await firstCallOf((callbacks) => user.initiateAuth(details, callbacks))
  expect(args).toEqual([SESSION])
  expect(service.payload('InitiateAuth')).toEqual({
    AuthFlow: 'CUSTOM_AUTH',
    ClientId: 'web',
    AuthParameters: { CARD: '7', USERNAME: 'ana' },
    ClientMetadata: { a: '1' },
  })
})

test('USER_PASSWORD_AUTH sends the typed user name and the password', async () => {
  const { user, service, Storage } = plainUser(GRANTED)
  const details = detailsOf({ ClientMetadata: { b: '2' } })
  user.challengeName = 'SMS_MFA' // set by the program
  const done = await firstCallOf((callbacks) => user.authenticateUser(details, callbacks))
  expect(done).toEqual({ by: 'onSuccess', args: [SESSION], isSync: false })
  expect(service.payload('InitiateAuth')).toEqual({
    AuthFlow: 'USER_PASSWORD_AUTH',
    ClientId: 'web',
    AuthParameters: { USERNAME: 'ana', PASSWORD: 'Senha-123' },
    ClientMetadata: { b: '2' },
  })
  expect(Storage.getItem(`${PREFIX}.LastAuthUser`)).toBe('ana')
  expect(user.challengeName).toBeUndefined()
})

test.each([
  ['USER_PASSWORD_AUTH', '', 'PASSWORD parameter is required'],
  ['USER_AUTH', 'Senha-123', 'Authentication flow type is invalid.'],
])('%s with the password %j fails before the call returns', async (flow, Password, message) => {
  const { user, service } = scriptedUser()
  expect(user.setAuthenticationFlowType(flow)).toBeUndefined() // despite its declared type
  expect(user.getAuthenticationFlowType()).toBe(flow)
  const failed = await firstCallOf((callbacks) => user.authenticateUser(detailsOf({ Password }), callbacks))
  expect(failed).toEqual({ by: 'onFailure', args: [new Error(message)], isSync: true })
  expect(service.requests).toEqual([])
})

test('sendCustomChallengeAnswer reads the stored device before it sends the answer', async () => {
  const { user, service, Storage } = scriptedUser()
  service.on('RespondToAuthChallenge', GRANTED)
  Storage.setItem(`${PREFIX}.ana.deviceKey`, 'key')
  const answered = firstCallOf((callbacks) => user.sendCustomChallengeAnswer('blue', callbacks))
  expect(user.deviceKey).toBe('key')
  expect(await answered).toMatchObject({ by: 'onSuccess' })
})

const ERROR_CODES: Record<string, string> = {
  USER_SRP_AUTH: 'NotAuthorizedException',
  CUSTOM_AUTH: 'InvalidParameterException', // the pool has no triggers
}

test.each(['', undefined])(
  'the service rejects a sign-in with the password %j, as in amazon-cognito-identity-js',
  async (Password) => {
    const { Pool, create } = await verifiedUsers({ users: [ANA] })
    const details = detailsOf({ Password: Password as string })
    for (const flow of ['USER_SRP_AUTH', 'CUSTOM_AUTH']) {
      const user = create()
      user.setAuthenticationFlowType(flow)
      const { by, args } = await firstCallOf((callbacks) => user.authenticateUser(details, callbacks))
      expect([by, args[0]]).toMatchObject(['onFailure', { code: expect.stringMatching(ERROR_CODES[flow] ?? '') }])
    }
    expect(Pool.getCurrentUser()).toBeNull()
  },
)

test('an error from the client itself has no code, and its cause is a ConfigurationError', async () => {
  const { user } = scriptedUser()
  user.username = ''
  const { args } = await firstCallOf((callbacks) => user.authenticateUser(detailsOf(), callbacks))
  expect(args).toEqual([new Error('Username and Pool information are required.')])
  expect(args[0]).toMatchObject({ name: 'Error', cause: { name: 'ConfigurationError' } })
  expect(Object.keys(args[0] as Error)).toEqual([])
})

test.each(['EMAIL_OTP', 'SELECT_CHALLENGE', 'toString'])(
  'the unsupported challenge %s is reported as an error',
  async (ChallengeName) => {
    const { user, Storage } = plainUser({ json: { ChallengeName, Session: 's' } })
    const { by, args } = await firstCallOf((callbacks) => user.authenticateUser(detailsOf(), callbacks))
    expect([by, String(args[0])]).toEqual(['onFailure', expect.stringContaining(`requests ${ChallengeName}`)])
    expect([user.Session, [...Storage.items]]).toEqual([null, []])
  },
)

test('onFailure gets the error if the callback for a challenge is missing or a callback throws', async () => {
  const { user } = plainUser({ json: { ChallengeName: 'SMS_MFA', Session: 's' } }, GRANTED)
  const options = { without: ['mfaRequired'] }
  const asked = await firstCallOf((callbacks) => user.authenticateUser(detailsOf(), callbacks), options)
  expect(asked).toMatchObject({ by: 'onFailure', args: [new TypeError('callback.mfaRequired is not a function')] })
  const mine = new Error('of the program')
  const thrown = await firstCallOf((callbacks) => {
    const onSuccess = () => {
      throw mine
    }
    user.authenticateUser(detailsOf(), { ...callbacks, onSuccess })
  })
  expect(thrown).toMatchObject({ by: 'onFailure', args: [mine] })
})

test('without a current challenge, the set-up of an authenticator app reports the service’s error', async () => {
  const { user, service } = scriptedUser()
  service.on('AssociateSoftwareToken', failure('InvalidParameterException'), { json: { SecretCode: 'S' } })
  const refused = await firstCallOf((callbacks) => user.associateSoftwareToken(callbacks))
  expect(refused).toMatchObject({ by: 'onFailure', args: [{ code: 'InvalidParameterException' }] })
  await firstCallOf((callbacks) => user.associateSoftwareToken(callbacks))
  expect(user.Session).toBeNull()
  service.on('VerifySoftwareToken', { json: {} })
  service.on('RespondToAuthChallenge', failure('NotAuthorizedException'))
  const failed = await firstCallOf((callbacks) => user.verifySoftwareToken('123456', 'Phone', callbacks))
  expect(failed).toMatchObject({ by: 'onFailure', args: [{ code: 'NotAuthorizedException' }] })
  expect((await firstCall((callback) => user.getSession(callback))).args[0]).toBeInstanceOf(Error)
})
