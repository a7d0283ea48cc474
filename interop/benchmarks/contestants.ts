import type { Challenge, Claim } from './challenge.ts'

/** SRP handshake of a client library, which computes A, then x, u, S, the key and the signature. */
export type Handshake = (challenge: Challenge) => Promise<Claim>

/**
 * The libraries by name. Our library comes first. For each name, the folder `clients/` contains a module with the
 * library's handshake.
 */
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

/**
 * Our drop-in, which offers the incumbent's classes. This contestant runs a complete sign-in instead of the bare
 * handshake.
 */
export const DROP_IN = 'drop-in'

/** The library with which the other libraries are compared. */
export const BASELINE = 'identity-js'

export const PAIR = [OURS, BASELINE] as const
