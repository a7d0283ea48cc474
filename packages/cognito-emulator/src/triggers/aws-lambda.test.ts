import type {
  CreateAuthChallengeTriggerHandler,
  CustomEmailSenderTriggerHandler,
  CustomMessageTriggerHandler,
  CustomSMSSenderTriggerHandler,
  DefineAuthChallengeTriggerHandler,
  PostAuthenticationTriggerHandler,
  PostConfirmationTriggerHandler,
  PreAuthenticationTriggerHandler,
  PreSignUpTriggerHandler,
  PreTokenGenerationTriggerEvent,
  PreTokenGenerationTriggerHandler,
  PreTokenGenerationV2TriggerEvent,
  UserMigrationTriggerHandler,
  VerifyAuthChallengeResponseTriggerHandler,
} from 'aws-lambda'
import { expect, expectTypeOf, test } from 'vitest'

import {
  call,
  claimsOf,
  createTestEmulator,
  initiateAuth,
  respond,
  signInWithPassword,
  BIA,
} from '../../test/caller.ts'
import type { Triggers } from './configuration.ts'
import type { TriggerEvents } from './events.ts'

// Handlers as they are written for Lambda, against the types that everyone writes them against.

/** Passwordless sign-in as the samples of the service have it: a secret code by e-mail, three attempts. */
const defineAuthChallenge: DefineAuthChallengeTriggerHandler = async (event) => {
  const { session } = event.request
  if (session.some(({ challengeName }) => challengeName !== 'CUSTOM_CHALLENGE')) {
    event.response.issueTokens = false
    event.response.failAuthentication = true
  } else if (session.length >= 3 && session.at(-1)?.challengeResult === false) {
    event.response.issueTokens = false
    event.response.failAuthentication = true
  } else if (session.at(-1)?.challengeResult === true) {
    event.response.issueTokens = true
    event.response.failAuthentication = false
  } else {
    event.response.issueTokens = false
    event.response.failAuthentication = false
    event.response.challengeName = 'CUSTOM_CHALLENGE'
  }
  return event
}

const createAuthChallenge: CreateAuthChallengeTriggerHandler = (event, _context, callback) => {
  const previous = event.request.session.at(-1)?.challengeMetadata
  const secretLoginCode = previous?.match(/CODE-(\d*)/)?.[1] ?? '174329'
  event.response.publicChallengeParameters = { email: event.request.userAttributes['email'] ?? '' }
  event.response.privateChallengeParameters = { secretLoginCode }
  event.response.challengeMetadata = `CODE-${secretLoginCode}`
  callback(null, event)
}

const verifyAuthChallengeResponse: VerifyAuthChallengeResponseTriggerHandler = async (event) => {
  const expected = event.request.privateChallengeParameters['secretLoginCode']
  event.response.answerCorrect = event.request.challengeAnswer === expected
  return event
}

const preSignUp: PreSignUpTriggerHandler = async (event) => {
  if (!event.request.userAttributes['email']?.endsWith('@example.com')) throw new Error('Only for the school')
  event.response.autoConfirmUser = true
  event.response.autoVerifyEmail = true
  return event
}

const passTokenOn: PreTokenGenerationTriggerHandler = (event, _context, callback) => {
  const { groupConfiguration } = event.request
  event.response = {
    claimsOverrideDetails: {
      claimsToAddOrOverride: { school: 'central' },
      groupOverrideDetails: groupConfiguration,
    },
  }
  callback(null, event)
}

test('a passwordless sign-in of three Lambda functions asks, refuses and lets in', async () => {
  const emulator = createTestEmulator({
    triggers: { defineAuthChallenge, createAuthChallenge, verifyAuthChallengeResponse },
  })
  const asked = await initiateAuth(emulator, 'CUSTOM_AUTH', { USERNAME: 'ana' })
  expect(asked.ChallengeParameters).toMatchObject({ email: 'ana@example.com' })
  const again = await respond(emulator, asked, { ANSWER: '000000' })
  expect(again).toMatchObject({ ChallengeName: 'CUSTOM_CHALLENGE' })
  await expect(respond(emulator, again, { ANSWER: '174329' })).resolves.toHaveProperty('AuthenticationResult')
})

test('a school of Lambda functions confirms whom it knows, and its claims are in the token', async () => {
  const emulator = createTestEmulator({ triggers: { preSignUp, preTokenGeneration: passTokenOn } })
  await expect(
    call(emulator, 'SignUp', { ...BIA, UserAttributes: [{ Name: 'email', Value: 'bia@example.org' }] }),
  ).rejects.toMatchObject({
    code: 'UserLambdaValidationException',
    message: 'PreSignUp failed with error Only for the school.',
  })
  await expect(call(emulator, 'SignUp', BIA)).resolves.toMatchObject({ UserConfirmed: true })
  const { AuthenticationResult: result } = await signInWithPassword(emulator, BIA.Username, BIA.Password)
  expect(claimsOf(result?.IdToken)).toMatchObject({ school: 'central', email_verified: true })
})

test('every handler that is typed for Lambda can be a trigger', () => {
  type Taken<Name extends keyof TriggerEvents> = NonNullable<Triggers[Name]>
  expectTypeOf<DefineAuthChallengeTriggerHandler>().toExtend<Taken<'defineAuthChallenge'>>()
  expectTypeOf<CreateAuthChallengeTriggerHandler>().toExtend<Taken<'createAuthChallenge'>>()
  expectTypeOf<VerifyAuthChallengeResponseTriggerHandler>().toExtend<Taken<'verifyAuthChallengeResponse'>>()
  expectTypeOf<PreSignUpTriggerHandler>().toExtend<Taken<'preSignUp'>>()
  expectTypeOf<PostConfirmationTriggerHandler>().toExtend<Taken<'postConfirmation'>>()
  expectTypeOf<PreAuthenticationTriggerHandler>().toExtend<Taken<'preAuthentication'>>()
  expectTypeOf<PostAuthenticationTriggerHandler>().toExtend<Taken<'postAuthentication'>>()
  expectTypeOf<CustomMessageTriggerHandler>().toExtend<Taken<'customMessage'>>()
  expectTypeOf<UserMigrationTriggerHandler>().toExtend<Taken<'userMigration'>>()
  expectTypeOf<CustomEmailSenderTriggerHandler>().toExtend<Taken<'customEmailSender'>>()
  expectTypeOf<CustomSMSSenderTriggerHandler>().toExtend<Taken<'customSMSSender'>>()

  type TokenEvent = TriggerEvents['preTokenGeneration'] & { triggerSource: 'TokenGeneration_Authentication' }
  expectTypeOf<TokenEvent>().toExtend<PreTokenGenerationTriggerEvent>()
  expectTypeOf<TokenEvent>().toExtend<PreTokenGenerationV2TriggerEvent>()
})
