import { expect, test } from 'vitest'

import { ANA, createTestEmulator, initiateAuth, POOL_NAME, respond } from '../../test/caller.ts'
import { createClientEphemeral, proveClaim, type ServerAnswer } from '../../test/independent-srp.ts'
import type { Triggers } from '../triggers/configuration.ts'

/** Triggers that ask for a word and allow three attempts. If the client requests SRP, the password comes first. */
const threeAttempts: Triggers = {
  defineAuthChallenge({ request, response }) {
    const { session } = request
    const last = session.at(-1)
    if (last?.challengeName === 'SRP_A') response.challengeName = 'PASSWORD_VERIFIER'
    else if (last?.challengeName === 'CUSTOM_CHALLENGE' && last.challengeResult) response.issueTokens = true
    else if (session.filter(({ challengeName }) => challengeName === 'CUSTOM_CHALLENGE').length >= 3)
      response.failAuthentication = true
    else response.challengeName = 'CUSTOM_CHALLENGE'
  },
  async createAuthChallenge(event) {
    event.response.publicChallengeParameters = { attempt: String(event.request.session.length + 1) }
    event.response.privateChallengeParameters = { word: 'azul' }
    return event
  },
  verifyAuthChallengeResponse({ request, response }) {
    response.answerCorrect = request.challengeAnswer === request.privateChallengeParameters['word']
  },
}

const start = (emulator: ReturnType<typeof createTestEmulator>, name = ANA.username) =>
  initiateAuth(emulator, 'CUSTOM_AUTH', { USERNAME: name })

test('CUSTOM_CHALLENGE returns tokens for the right answer and a new challenge for a wrong answer, and fails after three wrong answers', async () => {
  const emulator = createTestEmulator({ triggers: threeAttempts })
  const first = await start(emulator)
  expect(first).toMatchObject({
    ChallengeName: 'CUSTOM_CHALLENGE',
    ChallengeParameters: { USERNAME: 'ana', attempt: '1' },
  })
  const second = await respond(emulator, first, { ANSWER: 'verde' })
  expect(second).toMatchObject({ ChallengeName: 'CUSTOM_CHALLENGE', ChallengeParameters: { attempt: '2' } })
  await expect(respond(emulator, second, { ANSWER: 'azul' })).resolves.toHaveProperty('AuthenticationResult')

  let challenge = await start(emulator)
  for (let wrong = 0; wrong < 2; wrong++) challenge = await respond(emulator, challenge, { ANSWER: 'verde' })
  await expect(respond(emulator, challenge, { ANSWER: 'verde' })).rejects.toMatchObject({
    code: 'NotAuthorizedException',
  })
})

test('CUSTOM_AUTH can start with SRP', async () => {
  const emulator = createTestEmulator({ triggers: threeAttempts })
  const { a, srpA } = createClientEphemeral()
  const parameters = { USERNAME: ANA.username, CHALLENGE_NAME: 'SRP_A', SRP_A: srpA }
  const verifier = await initiateAuth(emulator, 'CUSTOM_AUTH', parameters)
  expect(verifier).toMatchObject({ ChallengeName: 'PASSWORD_VERIFIER', Session: expect.any(String) })
  const identity = { poolName: POOL_NAME, userId: ANA.username, password: ANA.password }
  const proof = proveClaim(a, identity, verifier.ChallengeParameters as ServerAnswer)
  await expect(respond(emulator, { ChallengeName: 'PASSWORD_VERIFIER' }, proof)).rejects.toMatchObject({
    code: 'NotAuthorizedException',
  })
  const challenge = await respond(emulator, verifier, proof)
  expect(challenge).toMatchObject({ ChallengeName: 'CUSTOM_CHALLENGE' })
  await expect(respond(emulator, challenge, { ANSWER: 'azul' })).resolves.toHaveProperty('AuthenticationResult')
})

test("if a trigger fails, the error message contains the trigger's error, and the challenge stays open", async () => {
  let isBroken = false
  const emulator = createTestEmulator({
    triggers: {
      ...threeAttempts,
      verifyAuthChallengeResponse({ response }) {
        if (isBroken) throw new Error('fora do ar')
        response.answerCorrect = true
      },
    },
  })
  const challenge = await start(emulator)
  isBroken = true
  await expect(respond(emulator, challenge, { ANSWER: 'azul' })).rejects.toMatchObject({
    code: 'UserLambdaValidationException',
    message: 'VerifyAuthChallengeResponse failed with error fora do ar.',
  })
  isBroken = false
  await expect(respond(emulator, challenge, { ANSWER: 'azul' })).resolves.toHaveProperty('AuthenticationResult')
})

test('CUSTOM_AUTH fails in a pool without triggers', async () => {
  await expect(start(createTestEmulator())).rejects.toThrow(
    'Custom auth lambda trigger is not configured for the user pool.',
  )
})

test('an unknown user gets no tokens even if the triggers issue them', async () => {
  const triggers: Triggers = { defineAuthChallenge: ({ response }) => void (response.issueTokens = true) }
  const emulator = createTestEmulator({ triggers, preventUserExistenceErrors: true })
  await expect(start(emulator, 'ninguem')).rejects.toMatchObject({ code: 'NotAuthorizedException' })
})
