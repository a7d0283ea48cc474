import type * as NodeCrypto from 'node:crypto'

import { createFallback } from './fallback.ts'
import type * as Portable from './platform.ts'
import type { Srp } from './srp.ts'

// This module contains the SRP functions of the CommonJS files, which Node loads. If Node has OpenSSL, OpenSSL does the modular
// exponentiation. The arithmetic and its dependencies are loaded at the first sign-in, which waits for the network anyway, so that
// importing the client is fast. See platform.ts for the documentation.

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
  if (typeof BigInt !== 'function') return createFallback()
  const [{ cognitoGroup }, { createSrp }, { preferOpenSsl }] = await Promise.all([
    import('./cognito.ts'),
    import('./srp.ts'),
    import('./powers/openssl.ts'),
  ])
  const group = cognitoGroup()
  return createSrp({ ...group, pow: preferOpenSsl(group, loadCrypto) })
}

/**
 * Loads node:crypto, but only on Node. The node:crypto of Bun, Deno and Workers is a different library, whose exponentiation may
 * not run in constant time. Uses neither an import nor a bare `process`, because bundlers for pages resolve both.
 *
 * @throws Error on other platforms.
 */
async function loadCrypto(): Promise<typeof NodeCrypto> {
  const { openssl, bun, deno } = globalThis.process.versions
  if (!openssl || bun || deno) throw new Error('This platform is not Node.')
  return globalThis.process.getBuiltinModule('node:crypto')
}
