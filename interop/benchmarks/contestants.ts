import type { Challenge, Claim } from './challenge.ts'

/** A client library as far as its SRP goes: A, then x, u, S, key and signature. */
export type Handshake = (challenge: Challenge) => Promise<Claim>

/** The libraries by name, ours first; each has a module of that name under `clients/`. */
export const CONTESTANTS = {
  'cognito-srp': '@cognito-srp/client',
  'drop-in': '@cognito-srp/client/identity-js',
  'identity-js': 'amazon-cognito-identity-js',
  amplify: 'aws-amplify/auth',
  'srp-helper': 'cognito-srp-helper',
} as const

export type Contestant = keyof typeof CONTESTANTS

export const ALL = Object.keys(CONTESTANTS) as Contestant[]

export const OURS = 'cognito-srp'

/** Ours behind the incumbent's classes: a whole sign-in, beside the client's bare handshake. */
export const DROP_IN = 'drop-in'

/** The one the others are compared with. */
export const BASELINE = 'identity-js'

export const PAIR = [OURS, BASELINE] as const
