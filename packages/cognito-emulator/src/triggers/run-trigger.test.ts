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

/** What is looked at of any event. */
type Heard = { triggerSource: string; request: Record<string, unknown>; response?: object }

/** Every trigger of a list, each of which keeps the event that it gets. */
function listening(...names: TriggerName[]) {
  const heard: Heard[] = []
  const listen = (event: Heard) => void heard.push(structuredClone(event))
  const triggers = Object.fromEntries(names.map((name) => [name, listen])) as Triggers
  return { triggers, heard }
}

const signUp = (emulator: ReturnType<typeof createTestEmulator>, more: object = {}) =>
  call(emulator, 'SignUp', { ...BIA, ...more })

test('PreSignUp gets the event of the developer guide, member by member', async () => {
  const { triggers, heard } = listening('preSignUp')
  const emulator = createTestEmulator({ triggers })
  await call(emulator, 'SignUp', BIA, { 'user-agent': 'aws-sdk-js/3.1162.0 ua/2.1 os/linux lang/js' })
  expect(heard).toEqual([
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

test('an administrator acts for no client, and an unknown program by no SDK', async () => {
  const { triggers, heard } = listening('preSignUp', 'customMessage', 'postConfirmation')
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
  const [invited, invitation, , , confirmed] = heard
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

test('ClientMetadata of InitiateAuth is the validation data of PreAuthentication and reaches no other trigger', async () => {
  const { triggers, heard } = listening('preAuthentication', 'postAuthentication', 'preTokenGeneration')
  const emulator = createTestEmulator({ triggers })
  const AuthParameters = { USERNAME: 'ana', PASSWORD: ANA.password }
  await call(emulator, 'InitiateAuth', {
    ClientId: 'web',
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters,
    ClientMetadata: { page: 'home' },
  })
  expect(
    heard.map(({ triggerSource, request }) => [triggerSource, request['validationData'], request['clientMetadata']]),
  ).toEqual([
    ['PreAuthentication_Authentication', { page: 'home' }, undefined],
    ['PostAuthentication_Authentication', undefined, undefined],
    ['TokenGeneration_Authentication', undefined, undefined],
  ])
  expect(heard[1]?.request['newDeviceUsed']).toBe(false)
})

test('ClientMetadata of a refresh reaches the pre-token trigger by GetTokensFromRefreshToken alone', async () => {
  const { triggers, heard } = listening('preTokenGeneration')
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
  expect(heard.slice(1).map(({ triggerSource, request }) => [triggerSource, request['clientMetadata']])).toEqual([
    ['TokenGeneration_RefreshTokens', { page: 'home' }],
    ['TokenGeneration_RefreshTokens', undefined],
  ])
})

test('PreAuthentication runs with InitiateAuth and refuses before any proof', async () => {
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

test('tokens say why they are made: a first password, a device', async () => {
  const { triggers, heard } = listening('preTokenGeneration')
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
  expect(heard).toMatchObject([
    { triggerSource: 'TokenGeneration_NewPasswordChallenge', request: { clientMetadata: { step: 'last' } } },
  ])
})

test('a reset by a code is a confirmation too', async () => {
  const { triggers, heard } = listening('postConfirmation')
  const emulator = createTestEmulator({ triggers })
  await call(emulator, 'ForgotPassword', { ClientId: 'web', Username: 'ana' })
  await call(emulator, 'ConfirmForgotPassword', {
    ClientId: 'web',
    Username: 'ana',
    ConfirmationCode: emulator.outbox.at(-1)?.code,
    Password: 'Outra-Senha-1',
  })
  expect(heard).toMatchObject([
    { triggerSource: 'PostConfirmation_ConfirmForgotPassword', callerContext: { clientId: 'web' }, response: {} },
  ])
})

test('who is confirmed by PreSignUp is confirmed to PostConfirmation', async () => {
  const { triggers, heard } = listening('postConfirmation')
  const emulator = createTestEmulator({
    triggers: { ...triggers, preSignUp: ({ response }) => void (response.autoConfirmUser = true) },
  })
  await signUp(emulator, { ClientMetadata: { page: 'welcome' } })
  expect(heard).toMatchObject([
    {
      triggerSource: 'PostConfirmation_ConfirmSignUp',
      request: { userAttributes: { 'cognito:user_status': 'CONFIRMED' }, clientMetadata: { page: 'welcome' } },
    },
  ])
})

// A custom sign-in

test('the triggers of a custom sign-in get the steps so far and nothing that is not theirs', async () => {
  const heard: Heard[] = []
  const emulator = createTestEmulator({
    triggers: {
      defineAuthChallenge(event) {
        heard.push(structuredClone(event))
        const last = event.request.session.at(-1)
        if (last?.challengeResult) event.response.issueTokens = true
        else event.response.challengeName = 'CUSTOM_CHALLENGE'
      },
      createAuthChallenge(event) {
        heard.push(structuredClone(event))
        event.response = {
          publicChallengeParameters: { hint: 'a colour' },
          privateChallengeParameters: { word: 'azul' },
          challengeMetadata: 'COLOUR',
        }
      },
      verifyAuthChallengeResponse(event) {
        heard.push(structuredClone(event))
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
  expect(heard.map(({ triggerSource, request, response }) => [triggerSource, request, response])).toEqual([
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

test('the triggers of two pools are apart', async () => {
  const emulator = createTestEmulator({ triggers: { preTokenGeneration: () => Promise.reject(new Error('no')) } })
  await expect(signInWithPassword(emulator)).rejects.toThrow('PreTokenGeneration failed with error no.')
  const other = createTestEmulator()
  expect(claimsOf(accessTokenOf(await signInWithPassword(other)))).toMatchObject({ username: 'ana' })
})
