import crypto from 'node:crypto'

import { openExchange } from './challenge.ts'
import { handshake } from './clients/cognito-srp.ts'
import { interleave } from './statistics.ts'

const ROUNDS = 150
const WARM_UP_ROUNDS = 5

/**
 * Measures our handshake in this Node, and the handshake's three exponentiations in OpenSSL alone, alternately in one process.
 * Returns the medians in milliseconds. The difference shows how much faster our handshake could become.
 */
export async function measureOpenSslLimit(): Promise<Record<'ours' | 'openssl', number>> {
  const measure = async (name: 'ours' | 'openssl') => (name === 'ours' ? timeHandshake() : timeOpenSsl())
  await interleave(['ours', 'openssl'], WARM_UP_ROUNDS, measure)
  return interleave(['ours', 'openssl'], ROUNDS, measure)
}

/** Measures one handshake of our client. @throws Error when the server rejects the claim */
async function timeHandshake(): Promise<number> {
  const { challenge, accepts } = openExchange()
  const startMs = performance.now()
  const claim = await handshake(challenge)
  const durationMs = performance.now() - startMs
  if (!accepts(claim)) throw new Error('The server rejected the claim.')
  return durationMs
}

/** Measures g^a, g^x and S alone in OpenSSL. A client that uses OpenSSL cannot be faster than these exponentiations. */
function timeOpenSsl(): number {
  const base = crypto.getDiffieHellman('modp15').generateKeys()
  const [a, x, exponentOfS] = [32, 32, 64].map((lengthBytes) => crypto.randomBytes(lengthBytes).toString('hex'))
  const startMs = performance.now()
  modp15With(a ?? '').generateKeys()
  modp15With(x ?? '').generateKeys()
  modp15With(exponentOfS ?? '').computeSecret(base)
  return performance.now() - startMs
}

function modp15With(privateKeyHex: string): crypto.DiffieHellman {
  const dh = crypto.getDiffieHellman('modp15') as crypto.DiffieHellman
  crypto.DiffieHellman.prototype.setPrivateKey.call(dh, privateKeyHex, 'hex')
  return dh
}
