import type { Triggers } from '../../cognito-emulator/src/index.ts'

/** The pool and the app client of tests that need only one. */
export const POOL_ID = 'local_Pool1'
export const CLIENT_ID = 'web'

/** The account of tests that need only one. */
export const ANA = { username: 'ana', password: 'Senha-123', attributes: { email: 'ana@example.com' } }

/** Base32, as an authenticator app keeps it. */
export const TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

/** Triggers that ask one question after the password, and again after a wrong answer. */
export function askQuestion(question: string, answer: string): Triggers {
  return {
    defineAuthChallenge({ request, response }) {
      const last = request.session.at(-1)
      response.issueTokens = last?.challengeName === 'CUSTOM_CHALLENGE' && last.challengeResult
      response.challengeName = last?.challengeName === 'SRP_A' ? 'PASSWORD_VERIFIER' : 'CUSTOM_CHALLENGE'
    },
    createAuthChallenge({ response }) {
      response.publicChallengeParameters = { question }
      response.privateChallengeParameters = { answer }
    },
    verifyAuthChallengeResponse({ request, response }) {
      response.answerCorrect = request.challengeAnswer === request.privateChallengeParameters['answer']
    },
  }
}
