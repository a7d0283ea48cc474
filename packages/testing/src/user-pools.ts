import type { Triggers } from '../../cognito-emulator/src/index.ts'

/** Id of the pool in tests that need only one pool. */
export const POOL_ID = 'local_Pool1'
/** Id of the app client in tests that need only one client. */
export const CLIENT_ID = 'web'

type Flow = 'USER_SRP_AUTH' | 'USER_PASSWORD_AUTH' | 'CUSTOM_AUTH' | 'USER_AUTH'

/** Returns the `explicitAuthFlows` of an app client that allows only these flows and REFRESH_TOKEN_AUTH. */
export function allow(...flows: Flow[]): string[] {
  return [...flows, 'REFRESH_TOKEN_AUTH'].map((flow) => `ALLOW_${flow}`)
}

/** The account in tests that need only one account. */
export const ANA = { username: 'ana', password: 'Senha-123', attributes: { email: 'ana@example.com' } }

/** Secret of an authenticator app, in base32. */
export const TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

/** Returns triggers that ask one question after the password, and again after a wrong answer while attempts are left. */
export function askQuestion(question: string, answer: string, { attempts = Infinity } = {}): Triggers {
  return {
    defineAuthChallenge({ request: { session }, response }) {
      const asked = session.filter(({ challengeName }) => challengeName === 'CUSTOM_CHALLENGE')
      response.issueTokens = asked.at(-1)?.challengeResult ?? false
      response.failAuthentication = !response.issueTokens && asked.length >= attempts
      response.challengeName = session.at(-1)?.challengeName === 'SRP_A' ? 'PASSWORD_VERIFIER' : 'CUSTOM_CHALLENGE'
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
