import type { createDeviceVerifier as CreateDeviceVerifier } from './device-verifier.ts'
import type { createEphemeral as CreateEphemeral, signPasswordClaim as SignPasswordClaim } from './password-claim.ts'

/**
 * On Node the maths and its dependencies are loaded at the first sign-in, which waits for the network anyway: importing
 * the client takes half the time. Bundles for browsers take `maths.ts` instead (`#srp` in package.json), because a
 * second file would cost them a round trip.
 */
const load = () => import('./maths.ts')

export const createEphemeral: typeof CreateEphemeral = async (...input) => (await load()).createEphemeral(...input)

export const signPasswordClaim: typeof SignPasswordClaim = async (...input) =>
  (await load()).signPasswordClaim(...input)

export const createDeviceVerifier: typeof CreateDeviceVerifier = async (...input) =>
  (await load()).createDeviceVerifier(...input)
