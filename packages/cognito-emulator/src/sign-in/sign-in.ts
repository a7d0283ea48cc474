import { randomBytes } from 'node:crypto'

import type { Caller } from '../pools.ts'
import { invalidParameter } from '../service-error.ts'
import type { Services } from '../services.ts'
import type { Tokens } from '../tokens/issue-tokens.ts'
import type { Challenge, ChallengeDetail, ChallengeName, ChallengeOf, SignInProgress } from './challenge.ts'

const SESSION_LENGTH_BYTES = 96
const AUTH_SESSION_SECONDS = 180
const CODE_ATTEMPTS = 5

/** One sign-in at one of its steps. */
export type SignIn = {
  services: Services
  caller: Caller
  progress: SignInProgress
  clientMetadata?: Record<string, string> | undefined
}

/** An answer to a challenge. */
export type Turn<Name extends ChallengeName> = SignIn & {
  challenge: ChallengeOf<Name>
  responses: Record<string, string>
}

export type NewDeviceMetadata = { DeviceKey: string; DeviceGroupKey: string }

/** What InitiateAuth and RespondToAuthChallenge answer: the next challenge, or tokens. */
export type AuthAnswer = {
  ChallengeName?: ChallengeName
  Session?: string
  ChallengeParameters: Record<string, string>
  AvailableChallenges?: string[]
  AuthenticationResult?: Tokens & { NewDeviceMetadata?: NewDeviceMetadata }
}

/** Asks the next question of a sign-in and remembers what its answer will be checked against. */
export function ask(signIn: SignIn, detail: ChallengeDetail, parameters: Record<string, string> = {}): AuthAnswer {
  const isSessionless = detail.name === 'PASSWORD_VERIFIER' && signIn.progress.flow === 'USER_SRP_AUTH'
  const session = isSessionless ? undefined : randomBytes(SESSION_LENGTH_BYTES).toString('base64url')
  const { services, caller, progress } = signIn
  const lifetimeSeconds = caller.client.authSessionSeconds ?? AUTH_SESSION_SECONDS
  const challenge: Challenge = {
    ...detail,
    handle: session ?? secretBlockOf(detail),
    ...(session !== undefined && { session }),
    poolId: caller.pool.id,
    clientId: caller.client.id,
    expiresAtMs: services.clock.nowMs() + lifetimeSeconds * 1000,
    attemptsLeft: CODE_ATTEMPTS,
    progress,
  }
  services.challenges.put(challenge)
  return {
    ChallengeName: detail.name,
    ...(session !== undefined && { Session: session }),
    ChallengeParameters: { USER_ID_FOR_SRP: progress.username, ...parameters },
  }
}

/** A parameter or response by its wire name. @throws {ServiceError} InvalidParameterException when it is missing. */
export function requireParameter(parameters: Record<string, string>, name: string): string {
  const value = parameters[name]
  if (value === undefined || value === '') throw invalidParameter(`Missing required parameter ${name}`)
  return value
}

function secretBlockOf(detail: ChallengeDetail): string {
  return 'srp' in detail ? detail.srp.secretBlock : ''
}
