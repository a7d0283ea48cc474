import type { Challenge, Claim } from './challenge.ts'

/** A client library as far as its SRP goes: A, then x, u, S, key and signature. */
export type Handshake = (challenge: Challenge) => Promise<Claim>

/** The libraries by name, ours first; each has a module of that name under `clients/`. */
export const CONTESTANTS = {
  'cognito-srp': '@cognito-srp/client',
  'identity-js': 'amazon-cognito-identity-js',
  amplify: 'aws-amplify/auth',
  'srp-helper': 'cognito-srp-helper',
} as const

export type Contestant = keyof typeof CONTESTANTS

/** The one the others are compared with. */
export const BASELINE: Contestant = 'identity-js'

export async function loadHandshake(contestant: Contestant): Promise<Handshake> {
  const { handshake } = (await import(`./clients/${contestant}.ts`)) as { handshake: Handshake }
  return handshake
}
