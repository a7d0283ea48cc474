import type * as Portable from './platform.ts'
import type { Srp } from './srp.ts'

// SRP on Node, where OpenSSL computes the powers. The arithmetic and its dependencies are loaded at the first sign-in, which
// waits for the network anyway, so that importing the client is fast. See platform.ts for the documentation.

export const createEphemeral: typeof Portable.createEphemeral = async (...input) =>
  (await import('./claim.ts')).createEphemeral(await loadSrp(), ...input)

export const signPasswordClaim: typeof Portable.signPasswordClaim = async (...input) =>
  (await import('./claim.ts')).signPasswordClaim(await loadSrp(), ...input)

export const createDeviceVerifier: typeof Portable.createDeviceVerifier = async (...input) =>
  (await import('./device-verifier.ts')).createDeviceVerifier(await loadSrp(), ...input)

export const tracePasswordClaim: typeof Portable.tracePasswordClaim = async (...input) =>
  (await import('./claim.ts')).tracePasswordClaim(await loadSrp(), ...input)

export const traceDeviceVerifier: typeof Portable.traceDeviceVerifier = async (...input) =>
  (await import('./device-verifier.ts')).traceDeviceVerifier(await loadSrp(), ...input)

let srp: Promise<Srp> | undefined

function loadSrp(): Promise<Srp> {
  return (srp ??= createSrpOfNode())
}

async function createSrpOfNode(): Promise<Srp> {
  const [{ cognitoGroup }, { createSrp }, { preferOpenSsl }] = await Promise.all([
    import('./cognito.ts'),
    import('./srp.ts'),
    import('./powers/openssl.ts'),
  ])
  const group = cognitoGroup()
  return createSrp({ ...group, pow: preferOpenSsl(group, () => import('node:crypto')) })
}
