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

// These handlers are written for Lambda, with the types of @types/aws-lambda.

/** Passwordless sign-in as in AWS's samples, with a secret code by e-mail and three attempts. */
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

test('a passwordless sign-in with three Lambda functions repeats the challenge after a wrong answer and accepts the right answer', async () => {
  const emulator = createTestEmulator({
    triggers: { defineAuthChallenge, createAuthChallenge, verifyAuthChallengeResponse },
  })
  const asked = await initiateAuth(emulator, 'CUSTOM_AUTH', { USERNAME: 'ana' })
  expect(asked.ChallengeParameters).toMatchObject({ email: 'ana@example.com' })
  const again = await respond(emulator, asked, { ANSWER: '000000' })
  expect(again).toMatchObject({ ChallengeName: 'CUSTOM_CHALLENGE' })
  await expect(respond(emulator, again, { ANSWER: '174329' })).resolves.toHaveProperty('AuthenticationResult')
})

test('one Lambda function confirms users with a school address, and another adds a claim to the id token', async () => {
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

test('handlers with the types of @types/aws-lambda can be triggers', () => {
  type Accepted<Name extends keyof TriggerEvents> = NonNullable<Triggers[Name]>
  expectTypeOf<DefineAuthChallengeTriggerHandler>().toExtend<Accepted<'defineAuthChallenge'>>()
  expectTypeOf<CreateAuthChallengeTriggerHandler>().toExtend<Accepted<'createAuthChallenge'>>()
  expectTypeOf<VerifyAuthChallengeResponseTriggerHandler>().toExtend<Accepted<'verifyAuthChallengeResponse'>>()
  expectTypeOf<PreSignUpTriggerHandler>().toExtend<Accepted<'preSignUp'>>()
  expectTypeOf<PostConfirmationTriggerHandler>().toExtend<Accepted<'postConfirmation'>>()
  expectTypeOf<PreAuthenticationTriggerHandler>().toExtend<Accepted<'preAuthentication'>>()
  expectTypeOf<PostAuthenticationTriggerHandler>().toExtend<Accepted<'postAuthentication'>>()
  expectTypeOf<CustomMessageTriggerHandler>().toExtend<Accepted<'customMessage'>>()
  expectTypeOf<UserMigrationTriggerHandler>().toExtend<Accepted<'userMigration'>>()
  expectTypeOf<CustomEmailSenderTriggerHandler>().toExtend<Accepted<'customEmailSender'>>()
  expectTypeOf<CustomSMSSenderTriggerHandler>().toExtend<Accepted<'customSMSSender'>>()

  type TokenEvent = TriggerEvents['preTokenGeneration'] & { triggerSource: 'TokenGeneration_Authentication' }
  expectTypeOf<TokenEvent>().toExtend<PreTokenGenerationTriggerEvent>()
  expectTypeOf<TokenEvent>().toExtend<PreTokenGenerationV2TriggerEvent>()
})
