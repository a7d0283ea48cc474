import { ANA, askQuestion, CLIENT_ID, POOL_ID, TOTP_SECRET } from '@cognito-srp/testing/user-pools'
import { totpCode } from '@cognito-srp/testing/totp'
import { afterEach, expect, test, vi } from 'vitest'

import { startPool, type TestPool } from '../../test/emulator/pool.ts'
import { detailsOf, ItemStorage, plainUser, scriptedUser, told, toldOf } from '../../test/identity-js.ts'
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

/** Users of a pool that verifies, in one storage. */
async function verifiedUsers(settings: Parameters<typeof startPool>[0]) {
  const started = (pool = await startPool(settings))
  const Storage = new ItemStorage()
  const endpoint = started.emulator.url
  const Pool = new CognitoUserPool({ UserPoolId: POOL_ID, ClientId: CLIENT_ID, endpoint, Storage })
  const create = (Username: string = ANA.username) => new CognitoUser({ Username, Pool, Storage })
  return { pool: started, Pool, Storage, create }
}

test('a password is proved by SRP, and from then on the user has the name of the service', async () => {
  const attributes = { ...ANA.attributes, email_verified: 'true' }
  const { Pool, create } = await verifiedUsers({ aliasAttributes: ['email'], users: [{ ...ANA, attributes }] })
  const user = create(ANA.attributes.email)
  const details = detailsOf({ Username: ANA.attributes.email, Password: 'wrong' })
  const wrong = await toldOf((callbacks) => user.authenticateUser(details, callbacks))
  expect(wrong).toMatchObject({ by: 'onFailure', isAtOnce: false })
  expect(wrong.args).toMatchObject([{ name: 'NotAuthorizedException', message: 'Incorrect username or password.' }])
  expect(Pool.getCurrentUser()).toBeNull()
  expect([user.getUsername(), user.userDataKey]).toEqual([ANA.username, `${PREFIX}.ana.userData`])
  const right = await toldOf((callbacks) => user.authenticateUser(detailsOf(), callbacks))
  expect(right).toEqual({ by: 'onSuccess', args: [SESSION], isAtOnce: false })
  expect([user.getUsername(), user.userDataKey]).toEqual([ANA.username, `${PREFIX}.ana.userData`])
  expect(Pool.getCurrentUser()?.getUsername()).toBe(ANA.username)
})

test('a new device is registered and proves itself next time, until the service forgets it', async () => {
  const settings = { deviceTracking: 'opt-in', mfa: 'ON', users: [WITH_SMS] } as const
  const { pool, Storage, create } = await verifiedUsers({ ...settings, users: [WITH_SMS] })
  const user = create()
  const asked = await toldOf((callbacks) => user.authenticateUser(detailsOf(), callbacks))
  expect(asked).toMatchObject({ by: 'mfaRequired', args: ['SMS_MFA', { CODE_DELIVERY_DELIVERY_MEDIUM: 'SMS' }] })
  const again = create() // after a reload
  again.Session = user.Session
  const signedIn = await toldOf((callbacks) => again.sendMFACode(pool.lastCode('ana'), callbacks))
  expect(signedIn).toMatchObject({ by: 'onSuccess', args: [SESSION, true] })
  expect(Storage.getItem(`${PREFIX}.ana.deviceKey`)).toBe(again.deviceKey)
  await toldOf((callbacks) => again.setDeviceStatusRemembered(callbacks))

  const typed = create()
  typed.setAuthenticationFlowType('USER_PASSWORD_AUTH')
  const known = await toldOf((callbacks) => typed.authenticateUser(detailsOf(), callbacks))
  expect(known).toMatchObject({ by: 'onSuccess', args: [SESSION] })

  await toldOf((callbacks) => again.forgetSpecificDevice(again.deviceKey ?? '', callbacks))
  expect((await toldOf((callbacks) => typed.authenticateUser(detailsOf(), callbacks))).by).toBe('mfaRequired')
  expect([typed.deviceKey, Storage.getItem(`${PREFIX}.ana.deviceKey`)]).toEqual([null, null])
})

test('a device is found under the alias that a password was sent with', async () => {
  const { user, service, Storage } = plainUser({
    json: { ChallengeName: 'DEVICE_SRP_AUTH', ChallengeParameters: { USERNAME: 'sub-1' }, Session: 's' },
  })
  Object.assign(user, { deviceKey: 'k', randomPassword: 'p', deviceGroupKey: 'g' }).cacheDeviceKeyAndPassword()
  service.on('RespondToAuthChallenge', failure('ResourceNotFoundException', 'Device does not exist.'), GRANTED)
  await toldOf((callbacks) => user.authenticateUser(detailsOf(), callbacks))
  expect(service.payload('RespondToAuthChallenge')).toMatchObject({ ChallengeResponses: { DEVICE_KEY: 'k' } })
  expect([...Storage.items.keys()].filter((key) => /device|random/i.test(key))).toEqual([])
})

test('an authenticator app is set up in the middle of a sign-in and by a signed-in user', async () => {
  const { create } = await verifiedUsers({ mfa: 'ON', mfaTypes: ['SOFTWARE_TOKEN_MFA'] })
  const user = create()
  const setup = await toldOf((callbacks) => user.authenticateUser(detailsOf(), callbacks))
  expect(setup).toMatchObject({ by: 'mfaSetup', args: ['MFA_SETUP', { MFAS_CAN_SETUP: expect.any(String) }] })
  const first = await toldOf((callbacks) => user.associateSoftwareToken(callbacks))
  expect(first.by).toBe('associateSecretCode')
  const code = await totpCode(first.args[0] as string)
  const signedIn = await toldOf((callbacks) => user.verifySoftwareToken(code, 'Phone', callbacks))
  expect(signedIn).toMatchObject({ by: 'onSuccess', args: [SESSION] })

  const open = user.Session
  const second = await toldOf((callbacks) => user.associateSoftwareToken(callbacks))
  const another = await totpCode(second.args[0] as string)
  const verified = await toldOf((callbacks) => user.verifySoftwareToken(another, 'Tablet', callbacks))
  expect(verified).toMatchObject({ by: 'onSuccess', args: [{ Status: 'SUCCESS' }] })
  expect(user.Session).toBe(open)
  const wrong = await toldOf((callbacks) => user.verifySoftwareToken('000000', 'Tablet', callbacks))
  expect(wrong.args).toMatchObject([{ code: 'EnableSoftwareTokenMFAException' }])
})

test('one of two factors is chosen', async () => {
  const { pool, create } = await verifiedUsers({ mfa: 'ON', users: [{ ...WITH_SMS, totpSecret: TOTP_SECRET }] })
  const user = create()
  user.setAuthenticationFlowType('USER_PASSWORD_AUTH')
  const asked = await toldOf((callbacks) => user.authenticateUser(detailsOf(), callbacks))
  expect(asked).toMatchObject({
    by: 'selectMFAType',
    args: ['SELECT_MFA_TYPE', { MFAS_CAN_CHOOSE: expect.any(String) }],
  })
  const chosen = await toldOf((callbacks) => user.sendMFASelectionAnswer('SOFTWARE_TOKEN_MFA', callbacks))
  expect(chosen).toMatchObject({ by: 'totpRequired', args: ['SOFTWARE_TOKEN_MFA', expect.any(Object)] })
  const code = await totpCode(TOTP_SECRET)
  const metadata = { tenant: '7' }
  const done = await toldOf((callbacks) => user.sendMFACode(code, callbacks, 'SOFTWARE_TOKEN_MFA', metadata))
  expect(done).toMatchObject({ by: 'onSuccess', args: [SESSION] })
  expect(pool.emulator.outbox).toEqual([])
})

test('what was chosen comes next, also where the service does not say so', async () => {
  const { user, service } = scriptedUser()
  user.Session = 'session-1'
  service.on('RespondToAuthChallenge', { json: { Session: 'session-2' } })
  const { by, args } = await toldOf((callbacks) => user.sendMFASelectionAnswer('SMS_MFA', callbacks))
  expect([by, args, user.Session]).toEqual(['mfaRequired', ['SMS_MFA', undefined], 'session-2'])
  expect(service.payload('RespondToAuthChallenge')).toEqual({
    ChallengeName: 'SELECT_MFA_TYPE',
    ClientId: 'web',
    Session: 'session-1',
    ChallengeResponses: { USERNAME: 'ana', ANSWER: 'SMS_MFA' },
  })
})

test('a first password is replaced, with the attributes that the pool requires', async () => {
  const users = [{ ...ANA, temporaryPassword: true as const }]
  const { create } = await verifiedUsers({ users, requiredAttributes: ['name'] })
  const user = create()
  user.setAuthenticationFlowType('USER_PASSWORD_AUTH')
  const asked = await toldOf((callbacks) => user.authenticateUser(detailsOf(), callbacks))
  expect(asked.by).toBe('newPasswordRequired')
  expect(asked.args).toEqual([expect.objectContaining(ANA.attributes), ['name']])
  const none = await toldOf((callbacks) => user.completeNewPasswordChallenge('', null, callbacks))
  expect(none).toEqual({ by: 'onFailure', args: [new Error('New password is required.')], isAtOnce: true })
  const answer = { name: 'Ana' }
  const done = await toldOf((callbacks) => user.completeNewPasswordChallenge('Nova-1234', answer, callbacks))
  expect(done).toMatchObject({ by: 'onSuccess', args: [SESSION] })
})

test('a pool asks questions of its own, with and without a password before', async () => {
  const { create } = await verifiedUsers({ triggers: askQuestion('Capital?', 'Brasília') })
  const user = create()
  user.setAuthenticationFlowType('CUSTOM_AUTH')
  const asked = await toldOf((callbacks) => user.authenticateUser(detailsOf(), callbacks))
  expect(asked).toMatchObject({ by: 'customChallenge', args: [{ question: 'Capital?' }] })
  const wrong = await toldOf((callbacks) => user.sendCustomChallengeAnswer('Rio', callbacks))
  expect(wrong.by).toBe('customChallenge')
  const right = await toldOf((callbacks) => user.sendCustomChallengeAnswer('Brasília', callbacks, { tenant: '7' }))
  expect(right).toMatchObject({ by: 'onSuccess', args: [SESSION] })

  const other = create()
  const started = await toldOf((callbacks) => other.initiateAuth(detailsOf(), callbacks))
  expect(started).toMatchObject({ by: 'customChallenge', args: [{ question: 'Capital?' }] })
})

test('a sign-in of the pool’s own making sends what it is given', async () => {
  const { user, service } = scriptedUser()
  service.on('InitiateAuth', GRANTED)
  const details = detailsOf({ AuthParameters: { CARD: '7' }, ValidationData: { a: '1' }, ClientMetadata: { b: '2' } })
  const { args } = await toldOf((callbacks) => user.initiateAuth(details, callbacks))
  expect(args).toEqual([SESSION])
  expect(service.payload('InitiateAuth')).toEqual({
    AuthFlow: 'CUSTOM_AUTH',
    ClientId: 'web',
    AuthParameters: { CARD: '7', USERNAME: 'ana' },
    ClientMetadata: { a: '1' },
  })
})

test('a password is sent where that is asked for, under the name that was typed', async () => {
  const { user, service, Storage } = plainUser(GRANTED)
  const details = detailsOf({ ClientMetadata: { b: '2' } })
  user.challengeName = 'SMS_MFA' // as the program noted it
  const done = await toldOf((callbacks) => user.authenticateUser(details, callbacks))
  expect(done).toEqual({ by: 'onSuccess', args: [SESSION], isAtOnce: false })
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
  expect(user.setAuthenticationFlowType(flow)).toBeUndefined() // whatever its type says
  expect(user.getAuthenticationFlowType()).toBe(flow)
  const failed = await toldOf((callbacks) => user.authenticateUser(detailsOf({ Password }), callbacks))
  expect(failed).toEqual({ by: 'onFailure', args: [new Error(message)], isAtOnce: true })
  expect(service.requests).toEqual([])
})

test('the answer to a custom challenge reads the device first', async () => {
  const { user, service, Storage } = scriptedUser()
  service.on('RespondToAuthChallenge', GRANTED)
  Storage.setItem(`${PREFIX}.ana.deviceKey`, 'key')
  const told = toldOf((callbacks) => user.sendCustomChallengeAnswer('blue', callbacks))
  expect(user.deviceKey).toBe('key')
  expect(await told).toMatchObject({ by: 'onSuccess' })
})

const REFUSED: Record<string, string> = {
  USER_SRP_AUTH: 'NotAuthorizedException',
  CUSTOM_AUTH: 'InvalidParameterException', // the pool has no triggers
}

test.each(['', undefined])('the service refuses a sign-in with the password %j, as there', async (Password) => {
  const { Pool, create } = await verifiedUsers({ users: [ANA] })
  const details = detailsOf({ Password: Password as string })
  for (const flow of ['USER_SRP_AUTH', 'CUSTOM_AUTH']) {
    const user = create()
    user.setAuthenticationFlowType(flow)
    const { by, args } = await toldOf((callbacks) => user.authenticateUser(details, callbacks))
    expect([by, args[0]]).toMatchObject(['onFailure', { code: expect.stringMatching(REFUSED[flow] ?? '') }])
  }
  expect(Pool.getCurrentUser()).toBeNull()
})

test('what goes wrong here is an error without a code, and its cause knows more', async () => {
  const { user } = scriptedUser()
  user.username = ''
  const { args } = await toldOf((callbacks) => user.authenticateUser(detailsOf(), callbacks))
  expect(args).toEqual([new Error('Username and Pool information are required.')])
  expect(args[0]).toMatchObject({ name: 'Error', cause: { name: 'ConfigurationError' } })
  expect(Object.keys(args[0] as Error)).toEqual([])
})

test.each(['EMAIL_OTP', 'SELECT_CHALLENGE', 'toString'])('the question %s is an error here', async (ChallengeName) => {
  const { user, Storage } = plainUser({ json: { ChallengeName, Session: 's' } })
  const { by, args } = await toldOf((callbacks) => user.authenticateUser(detailsOf(), callbacks))
  expect([by, String(args[0])]).toEqual(['onFailure', expect.stringContaining(`asks for ${ChallengeName}`)])
  expect([user.Session, [...Storage.items]]).toEqual([null, []])
})

test('a question without its callback is an error, and so is what a callback throws', async () => {
  const { user } = plainUser({ json: { ChallengeName: 'SMS_MFA', Session: 's' } }, GRANTED)
  const options = { without: ['mfaRequired'] }
  const asked = await toldOf((callbacks) => user.authenticateUser(detailsOf(), callbacks), options)
  expect(asked).toMatchObject({ by: 'onFailure', args: [new TypeError('callback.mfaRequired is not a function')] })
  const mine = new Error('of the program')
  const thrown = await toldOf((callbacks) => {
    const onSuccess = () => {
      throw mine
    }
    user.authenticateUser(detailsOf(), { ...callbacks, onSuccess })
  })
  expect(thrown).toMatchObject({ by: 'onFailure', args: [mine] })
})

test('without an open challenge, the service refuses the secret of an authenticator app', async () => {
  const { user, service } = scriptedUser()
  service.on('AssociateSoftwareToken', failure('InvalidParameterException'), { json: { SecretCode: 'S' } })
  const refused = await toldOf((callbacks) => user.associateSoftwareToken(callbacks))
  expect(refused).toMatchObject({ by: 'onFailure', args: [{ code: 'InvalidParameterException' }] })
  await toldOf((callbacks) => user.associateSoftwareToken(callbacks))
  expect(user.Session).toBeNull()
  service.on('VerifySoftwareToken', { json: {} })
  service.on('RespondToAuthChallenge', failure('NotAuthorizedException'))
  const failed = await toldOf((callbacks) => user.verifySoftwareToken('123456', 'Phone', callbacks))
  expect(failed).toMatchObject({ by: 'onFailure', args: [{ code: 'NotAuthorizedException' }] })
  expect((await told((callback) => user.getSession(callback))).args[0]).toBeInstanceOf(Error)
})
