import { createAuthenticator, type Authenticator } from '@cognito-srp/testing/authenticator'
import { totpCode } from '@cognito-srp/testing/totp'

import type { Emulator, UserPoolConfig } from '../src/index.ts'
import type { AuthAnswer } from '../src/sign-in/sign-in.ts'
import { accessTokenOf, ANA, call, claimsOf, createTestEmulator, initiateAuth, respond } from './caller.ts'

const ORIGIN = 'http://localhost:9339'
const TOTP_STEP_SECONDS = 30
export const TOTP_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

/** Addresses of the pages that document authentication levels. */
const GUIDE = 'https://docs.aws.amazon.com/cognito/latest/developerguide/'
export const LEVELS: string = `${GUIDE}cognito-user-pools-step-up-authentication.html#cognito-user-pools-step-up-acr-levels`
export const METHODS: string = `${GUIDE}cognito-user-pools-step-up-authentication.html#cognito-user-pools-step-up-amr-values`
export const CLAIMS: string = `${GUIDE}cognito-user-pools-step-up-authentication.html#cognito-user-pools-step-up-token-claims`
export const NAMES: string = `${GUIDE}cognito-user-pools-step-up-authentication.html#cognito-user-pools-step-up-acr-configuration`
export const TIERS: string = `${GUIDE}cognito-user-pools-step-up-authentication.html#cognito-user-pools-step-up-authentication-tiers`
export const USER_AUTH: string = `${GUIDE}authentication-flows-selection-sdk.html#cognito-user-pools-step-up-user-auth`
export const AUTHORIZE: string = `${GUIDE}authorization-endpoint.html#authorization-endpoint-step-up`
export const INITIATE_AUTH =
  'https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_InitiateAuth.html#CognitoUserPools-InitiateAuth-request-AuthParameters'
export const ADMIN_INITIATE_AUTH =
  'https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminInitiateAuth.html#CognitoUserPools-AdminInitiateAuth-request-AuthParameters'

/** Default name of a level. */
export const loa = (level: number): string => `urn:cognito:loa:${level}`

/** Result of a sign-in: the names of the challenges in order, the claims of the access token, and the last response. */
export type Outcome = {
  challenges: string[]
  acr: unknown
  amr: unknown
  claims: Record<string, unknown>
  answer: AuthAnswer
}

/** A pool with a user, and functions that sign the user in. */
export type LevelPool = {
  emulator: Emulator
  /** Moves the emulator's time forward. */
  advance: (seconds: number) => void
  /** Starts a USER_AUTH sign-in, selects the first factor `choose`, and answers all other challenges. */
  signIn: (parameters?: Record<string, string>, choose?: string) => Promise<Outcome>
  /** Answers the challenges of a sign-in until the sign-in is complete. */
  complete: (answer: AuthAnswer, choose?: string) => Promise<Outcome>
  addPasskey: (attachment: 'platform' | 'cross-platform') => Promise<void>
}

/** Creates a pool with the user Ana. By default, Ana has a password and verified addresses. `user` overrides Ana's properties. */
export function createLevelPool(
  pool: Partial<UserPoolConfig> = {},
  user: Partial<NonNullable<UserPoolConfig['users']>[number]> = {},
): LevelPool {
  const emulator = createTestEmulator({ users: [{ ...ANA, ...user }], ...pool })
  const authenticator = createAuthenticator()
  let advancedMs = 0
  const advance = (seconds: number) => {
    emulator.clock.advance(seconds)
    advancedMs += seconds * 1000
  }
  const nextTotpCode = () => {
    advance(TOTP_STEP_SECONDS) // each code works once
    return totpCode(TOTP_SECRET, Date.now() + advancedMs)
  }

  async function complete(first: AuthAnswer, choose = 'PASSWORD'): Promise<Outcome> {
    const challenges: string[] = []
    let answer = first
    while (answer.ChallengeName !== undefined) {
      challenges.push(answer.ChallengeName)
      answer = await respond(
        emulator,
        answer,
        await answerTo({ emulator, authenticator, nextTotpCode }, answer, choose),
      )
    }
    const claims = claimsOf(answer.AuthenticationResult?.AccessToken)
    return { challenges, acr: claims['acr'], amr: claims['amr'], claims, answer }
  }
  const signIn = async (parameters: Record<string, string> = {}, choose = 'PASSWORD') =>
    complete(await initiateAuth(emulator, 'USER_AUTH', { USERNAME: ANA.username, ...parameters }), choose)
  return {
    emulator,
    advance,
    complete,
    signIn,
    async addPasskey(attachment) {
      const AccessToken = accessTokenOf((await signIn()).answer)
      type Answer = { CredentialCreationOptions: Parameters<Authenticator['create']>[0] }
      const { CredentialCreationOptions } = await call<Answer>(emulator, 'StartWebAuthnRegistration', { AccessToken })
      const Credential = {
        ...authenticator.create(CredentialCreationOptions, ORIGIN),
        authenticatorAttachment: attachment,
      }
      await call(emulator, 'CompleteWebAuthnRegistration', { AccessToken, Credential })
    },
  }
}

type Factors = { emulator: Emulator; authenticator: Authenticator; nextTotpCode: () => Promise<string> }

async function answerTo(
  { emulator, authenticator, nextTotpCode }: Factors,
  { ChallengeName: name = 'PASSWORD', ChallengeParameters }: AuthAnswer,
  choose: string,
): Promise<Record<string, string>> {
  const answers: Record<string, () => Record<string, string> | Promise<Record<string, string>>> = {
    SELECT_CHALLENGE: () => ({ ANSWER: choose, ...(choose === 'PASSWORD' && { PASSWORD: ANA.password }) }),
    SELECT_MFA_TYPE: () => ({ ANSWER: 'SMS_MFA' }),
    SOFTWARE_TOKEN_MFA: async () => ({ SOFTWARE_TOKEN_MFA_CODE: await nextTotpCode() }),
    WEB_AUTHN() {
      const options = JSON.parse(ChallengeParameters['CREDENTIAL_REQUEST_OPTIONS'] ?? '{}') as { challenge: string }
      return { CREDENTIAL: JSON.stringify(authenticator.get(options, ORIGIN)) }
    },
  }
  return answers[name]?.() ?? { [`${name}_CODE`]: emulator.outbox.at(-1)?.code ?? '' }
}
