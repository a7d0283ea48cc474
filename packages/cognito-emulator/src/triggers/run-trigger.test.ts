import { expect, test } from 'vitest'

import {
  accessTokenOf,
  ANA,
  BIA,
  call,
  claimsOf,
  createTestEmulator,
  initiateAuth,
  signInWithPassword,
  signInWithSrp,
} from '../../test/caller.ts'
import type { AuthAnswer } from '../sign-in/sign-in.ts'
import type { Triggers } from './configuration.ts'
import type { TriggerName } from './events.ts'

/** Members of an event that the tests check. */
type RecordedEvent = { triggerSource: string; request: Record<string, unknown>; response?: object }

/** Creates triggers with the given names. Each trigger records its events. */
function recording(...names: TriggerName[]) {
  const events: RecordedEvent[] = []
  const record = (event: RecordedEvent) => void events.push(structuredClone(event))
  const triggers = Object.fromEntries(names.map((name) => [name, record])) as Triggers
  return { triggers, events }
}

const signUp = (emulator: ReturnType<typeof createTestEmulator>, more: object = {}) =>
  call(emulator, 'SignUp', { ...BIA, ...more })

test('PreSignUp gets exactly the event in the developer guide', async () => {
  const { triggers, events } = recording('preSignUp')
  const emulator = createTestEmulator({ triggers })
  await call(emulator, 'SignUp', BIA, { 'user-agent': 'aws-sdk-js/3.1162.0 ua/2.1 os/linux lang/js' })
  expect(events).toEqual([
    {
      version: '1',
      region: 'local',
      userPoolId: 'local_Pool1',
      userName: 'bia',
      callerContext: { awsSdkVersion: 'aws-sdk-js-3.1162.0', clientId: 'web' },
      triggerSource: 'PreSignUp_SignUp',
      request: { userAttributes: { email: 'bia@example.com' }, validationData: null },
      response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
    },
  ])
})

test('events of administrator operations contain CLIENT_ID_NOT_APPLICABLE, and events of unknown programs contain aws-sdk-unknown-unknown', async () => {
  const { triggers, events } = recording('preSignUp', 'customMessage', 'postConfirmation')
  const emulator = createTestEmulator({ triggers })
  await call(emulator, 'AdminCreateUser', {
    UserPoolId: 'local_Pool1',
    Username: 'caio',
    UserAttributes: [{ Name: 'email', Value: 'caio@example.com' }],
    ValidationData: [{ Name: 'class', Value: '7b' }],
    ClientMetadata: { from: 'the office' },
  })
  await signUp(emulator)
  await call(emulator, 'AdminConfirmSignUp', {
    UserPoolId: 'local_Pool1',
    Username: 'bia',
    ClientMetadata: { by: 'phone' },
  })
  const [invited, invitation, , , confirmed] = events
  const callerContext = { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId: 'CLIENT_ID_NOT_APPLICABLE' }
  expect(invited).toMatchObject({
    triggerSource: 'PreSignUp_AdminCreateUser',
    callerContext,
    request: { validationData: { class: '7b' }, clientMetadata: { from: 'the office' } },
  })
  expect(invitation).toMatchObject({
    triggerSource: 'CustomMessage_AdminCreateUser',
    callerContext,
    request: {
      userAttributes: { 'cognito:user_status': 'FORCE_CHANGE_PASSWORD', sub: expect.any(String) },
      codeParameter: '{####}',
      linkParameter: '{##Click Here##}',
      usernameParameter: '{username}',
      clientMetadata: { from: 'the office' },
    },
    response: { smsMessage: null, emailMessage: null, emailSubject: null },
  })
  expect(confirmed).toMatchObject({
    triggerSource: 'PostConfirmation_ConfirmSignUp',
    callerContext,
    request: { clientMetadata: { by: 'phone' } },
  })
})

test('InitiateAuth passes ClientMetadata to PreAuthentication as validation data, but not to later triggers', async () => {
  const { triggers, events } = recording('preAuthentication', 'postAuthentication', 'preTokenGeneration')
  const emulator = createTestEmulator({ triggers })
  const AuthParameters = { USERNAME: 'ana', PASSWORD: ANA.password }
  await call(emulator, 'InitiateAuth', {
    ClientId: 'web',
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters,
    ClientMetadata: { page: 'home' },
  })
  expect(
    events.map(({ triggerSource, request }) => [triggerSource, request['validationData'], request['clientMetadata']]),
  ).toEqual([
    ['PreAuthentication_Authentication', { page: 'home' }, undefined],
    ['PostAuthentication_Authentication', undefined, undefined],
    ['TokenGeneration_Authentication', undefined, undefined],
  ])
  expect(events[1]?.request['newDeviceUsed']).toBe(false)
})

test('during a refresh, only GetTokensFromRefreshToken passes ClientMetadata to the pre-token trigger', async () => {
  const { triggers, events } = recording('preTokenGeneration')
  const emulator = createTestEmulator({ triggers })
  const { AuthenticationResult: result } = await signInWithPassword(emulator)
  const RefreshToken = result?.RefreshToken
  const ClientMetadata = { page: 'home' }
  await call(emulator, 'GetTokensFromRefreshToken', { ClientId: 'web', RefreshToken, ClientMetadata })
  await call(emulator, 'InitiateAuth', {
    ClientId: 'web',
    AuthFlow: 'REFRESH_TOKEN_AUTH',
    AuthParameters: { REFRESH_TOKEN: RefreshToken },
    ClientMetadata,
  })
  expect(events.slice(1).map(({ triggerSource, request }) => [triggerSource, request['clientMetadata']])).toEqual([
    ['TokenGeneration_RefreshTokens', { page: 'home' }],
    ['TokenGeneration_RefreshTokens', undefined],
  ])
})

test('PreAuthentication runs in InitiateAuth and can reject a sign-in before any proof', async () => {
  const emulator = createTestEmulator({
    triggers: {
      preAuthentication() {
        throw new Error('closed on Sundays')
      },
    },
  })
  await expect(initiateAuth(emulator, 'USER_SRP_AUTH', { USERNAME: 'ana', SRP_A: 'a1'.repeat(100) })).rejects.toThrow(
    'PreAuthentication failed with error closed on Sundays.',
  )
})

test('after a temporary password is replaced, the pre-token trigger has the source TokenGeneration_NewPasswordChallenge', async () => {
  const { triggers, events } = recording('preTokenGeneration')
  const emulator = createTestEmulator({
    triggers,
    users: [{ username: 'ana', password: ANA.password, temporaryPassword: true }],
  })
  const asked = await signInWithSrp(emulator)
  await call(emulator, 'RespondToAuthChallenge', {
    ClientId: 'web',
    ChallengeName: asked.ChallengeName,
    Session: asked.Session,
    ChallengeResponses: { USERNAME: 'ana', NEW_PASSWORD: 'Outra-Senha-1' },
    ClientMetadata: { step: 'last' },
  })
  expect(events).toMatchObject([
    { triggerSource: 'TokenGeneration_NewPasswordChallenge', request: { clientMetadata: { step: 'last' } } },
  ])
})

test('a password reset with a code runs PostConfirmation', async () => {
  const { triggers, events } = recording('postConfirmation')
  const emulator = createTestEmulator({ triggers })
  await call(emulator, 'ForgotPassword', { ClientId: 'web', Username: 'ana' })
  await call(emulator, 'ConfirmForgotPassword', {
    ClientId: 'web',
    Username: 'ana',
    ConfirmationCode: emulator.outbox.at(-1)?.code,
    Password: 'Outra-Senha-1',
  })
  expect(events).toMatchObject([
    { triggerSource: 'PostConfirmation_ConfirmForgotPassword', callerContext: { clientId: 'web' }, response: {} },
  ])
})

test('PostConfirmation runs for a user whom PreSignUp confirmed', async () => {
  const { triggers, events } = recording('postConfirmation')
  const emulator = createTestEmulator({
    triggers: { ...triggers, preSignUp: ({ response }) => void (response.autoConfirmUser = true) },
  })
  await signUp(emulator, { ClientMetadata: { page: 'welcome' } })
  expect(events).toMatchObject([
    {
      triggerSource: 'PostConfirmation_ConfirmSignUp',
      request: { userAttributes: { 'cognito:user_status': 'CONFIRMED' }, clientMetadata: { page: 'welcome' } },
    },
  ])
})

// A custom sign-in

test('custom sign-in triggers get the previous steps and only their own parameters', async () => {
  const events: RecordedEvent[] = []
  const emulator = createTestEmulator({
    triggers: {
      defineAuthChallenge(event) {
        events.push(structuredClone(event))
        const last = event.request.session.at(-1)
        if (last?.challengeResult) event.response.issueTokens = true
        else event.response.challengeName = 'CUSTOM_CHALLENGE'
      },
      createAuthChallenge(event) {
        events.push(structuredClone(event))
        event.response = {
          publicChallengeParameters: { hint: 'a colour' },
          privateChallengeParameters: { word: 'azul' },
          challengeMetadata: 'COLOUR',
        }
      },
      verifyAuthChallengeResponse(event) {
        events.push(structuredClone(event))
        event.response.answerCorrect = true
      },
    },
    preventUserExistenceErrors: true,
  })
  const asked = await call<AuthAnswer>(emulator, 'InitiateAuth', {
    ClientId: 'web',
    AuthFlow: 'CUSTOM_AUTH',
    AuthParameters: { USERNAME: 'ana' },
    ClientMetadata: { page: 'home' },
  })
  expect(asked.ChallengeParameters).toEqual({ USERNAME: 'ana', hint: 'a colour' })
  await call(emulator, 'RespondToAuthChallenge', {
    ClientId: 'web',
    ChallengeName: 'CUSTOM_CHALLENGE',
    Session: asked.Session,
    ChallengeResponses: { USERNAME: 'ana', ANSWER: 'azul' },
    ClientMetadata: { page: 'riddle' },
  })
  const userAttributes = expect.objectContaining({ email: 'ana@example.com', 'cognito:user_status': 'CONFIRMED' })
  const shared = { userAttributes, userNotFound: false }
  const answered = { ...shared, clientMetadata: { page: 'riddle' } }
  const step = { challengeName: 'CUSTOM_CHALLENGE', challengeResult: true, challengeMetadata: 'COLOUR' }
  const undecided = { challengeName: null, issueTokens: null, failAuthentication: null }
  expect(events.map(({ triggerSource, request, response }) => [triggerSource, request, response])).toEqual([
    ['DefineAuthChallenge_Authentication', { ...shared, session: [] }, undecided],
    [
      'CreateAuthChallenge_Authentication',
      { ...shared, challengeName: 'CUSTOM_CHALLENGE', session: [] },
      { publicChallengeParameters: null, privateChallengeParameters: null, challengeMetadata: null },
    ],
    [
      'VerifyAuthChallengeResponse_Authentication',
      { ...answered, privateChallengeParameters: { word: 'azul' }, challengeAnswer: 'azul' },
      { answerCorrect: null },
    ],
    ['DefineAuthChallenge_Authentication', { ...answered, session: [step] }, undecided],
  ])
})

test('a trigger of one emulator does not run in another emulator', async () => {
  const emulator = createTestEmulator({ triggers: { preTokenGeneration: () => Promise.reject(new Error('no')) } })
  await expect(signInWithPassword(emulator)).rejects.toThrow('PreTokenGeneration failed with error no.')
  const other = createTestEmulator()
  expect(claimsOf(accessTokenOf(await signInWithPassword(other)))).toMatchObject({ username: 'ana' })
})
