import { expect, test } from 'vitest'

import { MapStorage, rejection, testClient } from '../../test/clients.ts'
import { failure, type ScriptedAnswer } from '../../test/scripted-pool.ts'
import { passwordVerifier, SRP_PARAMETERS } from '../../test/srp-parameters.ts'
import { tokens } from '../../test/tokens.ts'
import { ChallengeError } from '../errors.ts'
import { getSession } from '../session/get-session.ts'
import { signIn } from './sign-in.ts'

const PREFIX = 'CognitoIdentityServiceProvider.web.ana'
const DEVICE_ITEMS = {
  [`${PREFIX}.deviceKey`]: 'device-1',
  [`${PREFIX}.deviceGroupKey`]: 'group-1',
  [`${PREFIX}.randomPasswordKey`]: 'device password',
}
const NewDeviceMetadata = { DeviceKey: 'device-1', DeviceGroupKey: 'group-1' }
const granted: ScriptedAnswer = { json: { AuthenticationResult: tokens() } }
const grantedWithDevice: ScriptedAnswer = { json: { AuthenticationResult: { ...tokens(), NewDeviceMetadata } } }
const forgotten = failure('ResourceNotFoundException', 'Device does not exist.')
const CUSTOM = { username: 'ana', flow: 'CUSTOM_AUTH' } as const
const SRP = { username: 'ana', password: 'Senha-123' } as const

function deviceItems(storage: MapStorage): object {
  return Object.fromEntries([...storage.items].filter(([key]) => key in DEVICE_ITEMS))
}

test.each([
  ['confirmed', {}],
  ['confirmed', { UserConfirmationNecessary: false }],
  ['needs-consent', { UserConfirmationNecessary: true }],
])('a new device is registered with a verifier and stored, and the sign-in reports it as %s', async (device, json) => {
  const { client, pool, storage } = testClient({ deviceName: 'Notebook' })
  pool.on('InitiateAuth', grantedWithDevice).on('ConfirmDevice', { json })
  expect(await signIn(client, CUSTOM)).toMatchObject({ name: 'SIGNED_IN', device })
  const base64 = expect.stringMatching(/^[A-Za-z0-9+/]{20,}={0,2}$/)
  expect(pool.payload('ConfirmDevice')).toEqual({
    AccessToken: tokens().AccessToken,
    DeviceKey: 'device-1',
    DeviceName: 'Notebook',
    DeviceSecretVerifierConfig: { Salt: base64, PasswordVerifier: base64 },
  })
  expect(deviceItems(storage)).toEqual({ ...DEVICE_ITEMS, [`${PREFIX}.randomPasswordKey`]: base64 })
})

test('without a deviceName option, a new device is named after the user agent', async () => {
  const { client, pool } = testClient()
  pool.on('InitiateAuth', grantedWithDevice).on('ConfirmDevice', {})
  await signIn(client, CUSTOM)
  expect(pool.payload('ConfirmDevice')).toMatchObject({ DeviceName: navigator.userAgent })
})

test.each<[string, ScriptedAnswer]>([
  ['rejected', failure('InvalidParameterException')],
  ['interrupted', 'drop'],
  ['unreadable', { status: 502, text: '<html>' }],
])('after a registration that is %s, the user is signed in and no device is stored', async (_case, answer) => {
  const { client, pool, storage } = testClient()
  pool.on('InitiateAuth', grantedWithDevice).on('ConfirmDevice', answer)
  expect(await signIn(client, CUSTOM)).toMatchObject({ name: 'SIGNED_IN', device: 'failed' })
  expect(await getSession(client)).toMatchObject({ username: 'ana' })
  expect(deviceItems(storage)).toEqual({})
})

test('an abort during the registration of a device does not undo the sign-in', async () => {
  const { client, pool } = testClient()
  const controller = new AbortController()
  pool.on('InitiateAuth', grantedWithDevice).on('ConfirmDevice', () => {
    controller.abort(new Error('left'))
    return 'hang'
  })
  const { signal } = controller
  expect(await signIn(client, { ...CUSTOM, signal })).toMatchObject({ name: 'SIGNED_IN', device: 'failed' })
})

test('if the device cannot be stored, its registration fails but the sign-in succeeds', async () => {
  const storage = new MapStorage()
  storage.setItem = (key, value) => {
    if (key in DEVICE_ITEMS) throw new Error('full')
    storage.items.set(key, value)
  }
  const { client, pool } = testClient({ storage })
  pool.on('InitiateAuth', grantedWithDevice).on('ConfirmDevice', { json: {} })
  expect(await signIn(client, CUSTOM)).toMatchObject({ name: 'SIGNED_IN', device: 'failed' })
})

test('every step sends the key of the remembered device, and the device then proves itself with SRP', async () => {
  const { client, pool } = testClient({ items: DEVICE_ITEMS })
  pool.on('InitiateAuth', { json: passwordVerifier('ana') })
  const deviceVerifier = { ...SRP_PARAMETERS, USERNAME: 'ana', DEVICE_KEY: 'device-1' }
  pool.on(
    'RespondToAuthChallenge',
    { json: { ChallengeName: 'DEVICE_SRP_AUTH', Session: 's-1', ChallengeParameters: { USERNAME: 'ana' } } },
    { json: { ChallengeName: 'DEVICE_PASSWORD_VERIFIER', Session: 's-2', ChallengeParameters: deviceVerifier } },
    granted,
  )
  expect(await signIn(client, SRP)).toMatchObject({ name: 'SIGNED_IN' })
  expect(pool.payload('InitiateAuth')).toMatchObject({ AuthParameters: { DEVICE_KEY: 'device-1' } })
  const first = pool.payload('RespondToAuthChallenge', 0)
  const second = pool.payload('RespondToAuthChallenge', 1)
  const third = pool.payload('RespondToAuthChallenge', 2)
  expect(first).toMatchObject({ ChallengeName: 'PASSWORD_VERIFIER', ChallengeResponses: { DEVICE_KEY: 'device-1' } })
  expect(second).toMatchObject({
    ChallengeName: 'DEVICE_SRP_AUTH',
    Session: 's-1',
    ChallengeResponses: { USERNAME: 'ana', DEVICE_KEY: 'device-1', SRP_A: expect.any(String) },
  })
  expect(third).toMatchObject({
    ChallengeName: 'DEVICE_PASSWORD_VERIFIER',
    Session: 's-2',
    ChallengeResponses: {
      USERNAME: 'ana',
      DEVICE_KEY: 'device-1',
      PASSWORD_CLAIM_SECRET_BLOCK: SRP_PARAMETERS['SECRET_BLOCK'],
      PASSWORD_CLAIM_SIGNATURE: expect.any(String),
      TIMESTAMP: 'Tue Nov 3 04:05:06 UTC 2026',
    },
  })
  const userA = (pool.payload('InitiateAuth')['AuthParameters'] as { SRP_A: string }).SRP_A
  expect((second['ChallengeResponses'] as { SRP_A: string }).SRP_A).not.toBe(userA)
})

test('if the service has forgotten the device, signIn removes the device and sends the same answer again without the key', async () => {
  const { client, pool, storage } = testClient({ items: DEVICE_ITEMS })
  pool.on('InitiateAuth', { json: passwordVerifier('ana') }).on('RespondToAuthChallenge', forgotten, granted)
  expect(await signIn(client, SRP)).toMatchObject({ name: 'SIGNED_IN' })
  expect(pool.operations).toEqual(['InitiateAuth', 'RespondToAuthChallenge', 'RespondToAuthChallenge'])
  const refused = pool.payload('RespondToAuthChallenge', 0)
  const repeated = pool.payload('RespondToAuthChallenge', 1)
  const { DEVICE_KEY: _key, ...responses } = refused['ChallengeResponses'] as Record<string, string>
  expect(repeated).toEqual({ ...refused, ChallengeResponses: responses })
  expect(deviceItems(storage)).toEqual({})
})

test('if the service has forgotten the device at the first step, signIn removes the device and repeats the step with a new A', async () => {
  const { client, pool, storage } = testClient({ items: DEVICE_ITEMS })
  pool.on('InitiateAuth', forgotten, { json: passwordVerifier('ana') }).on('RespondToAuthChallenge', granted)
  expect(await signIn(client, SRP)).toMatchObject({ name: 'SIGNED_IN' })
  const [refused, repeated] = [0, 1].map(
    (index) => pool.payload('InitiateAuth', index)['AuthParameters'] as Record<string, string>,
  )
  expect(refused?.['DEVICE_KEY']).toBe('device-1')
  expect(repeated).not.toHaveProperty('DEVICE_KEY')
  expect(repeated?.['SRP_A']).not.toBe(refused?.['SRP_A'])
  expect(deviceItems(storage)).toEqual({})
})

test('each step sends at most two requests to a service that forgets every device', async () => {
  const { client, pool } = testClient({ items: DEVICE_ITEMS })
  pool.on('InitiateAuth', { json: passwordVerifier('ana') }).on('RespondToAuthChallenge', forgotten)
  expect(await rejection(signIn(client, SRP))).toMatchObject({ code: 'ResourceNotFoundException' })
  expect(pool.operations).toEqual(['InitiateAuth', 'RespondToAuthChallenge', 'RespondToAuthChallenge'])
})

test.each([
  ['another resource', failure('ResourceNotFoundException', 'User pool client does not exist.')],
  ['an unconfirmed device', failure('NotAuthorizedException', 'Device is not confirmed.')],
])('after an error about %s, the client keeps the device and does not retry the request', async (_case, answer) => {
  const { client, pool, storage } = testClient({ items: DEVICE_ITEMS })
  pool.on('InitiateAuth', { json: passwordVerifier('ana') }).on('RespondToAuthChallenge', answer)
  await rejection(signIn(client, SRP))
  expect(pool.operations).toEqual(['InitiateAuth', 'RespondToAuthChallenge'])
  expect(deviceItems(storage)).toEqual(DEVICE_ITEMS)
})

test.each(Object.keys(DEVICE_ITEMS))('a device whose item %s is missing is not used', async (missing) => {
  const items = Object.fromEntries(Object.entries(DEVICE_ITEMS).filter(([key]) => key !== missing))
  const { client, pool } = testClient({ items })
  pool.on('InitiateAuth', { json: { ChallengeName: 'DEVICE_SRP_AUTH', Session: 's-1' } })
  pool.on('RespondToAuthChallenge', { json: { ChallengeName: 'DEVICE_PASSWORD_VERIFIER', Session: 's-2' } })
  const error = await rejection(signIn(client, CUSTOM))
  expect(error).toBeInstanceOf(ChallengeError)
  expect(error).toMatchObject({ message: expect.stringContaining('a device proof that this client cannot provide') })
  expect(pool.payload('InitiateAuth')).toEqual(expect.objectContaining({ AuthParameters: { USERNAME: 'ana' } }))
})

test.each([
  ['DEVICE_SRP_AUTH', 'The service requests the device proof twice. Start a new sign-in.'],
  [
    'DEVICE_PASSWORD_VERIFIER',
    'The service requests a device proof that this client cannot provide. Start a new sign-in.',
  ],
])('a sign-in fails if the service requests %s a second time', async (ChallengeName, message) => {
  const { client, pool } = testClient({ items: DEVICE_ITEMS })
  const ChallengeParameters = { ...SRP_PARAMETERS, USERNAME: 'ana', DEVICE_KEY: 'device-1' }
  pool.on('InitiateAuth', { json: { ChallengeName: 'DEVICE_SRP_AUTH', Session: 's-1' } })
  pool.on(
    'RespondToAuthChallenge',
    { json: { ChallengeName: 'DEVICE_PASSWORD_VERIFIER', Session: 's-2', ChallengeParameters } },
    { json: { ChallengeName, Session: 's-3', ChallengeParameters } },
  )
  expect(await rejection(signIn(client, CUSTOM))).toMatchObject({ name: 'ChallengeError', message })
  expect(pool.operations).toEqual(['InitiateAuth', 'RespondToAuthChallenge', 'RespondToAuthChallenge'])
})

test('a challenge contains the user name from the service', async () => {
  const { client, pool } = testClient()
  const ChallengeParameters = { USERNAME: 'id-of-ana' }
  pool.on('InitiateAuth', { json: { ChallengeName: 'SMS_MFA', Session: 's-1', ChallengeParameters } })
  expect(await signIn(client, { ...CUSTOM, username: 'ana@example.com' })).toMatchObject({ username: 'id-of-ana' })
})
