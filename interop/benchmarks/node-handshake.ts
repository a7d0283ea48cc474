import crypto from 'node:crypto'

import { openExchange } from './challenge.ts'
import { CONTESTANTS, loadHandshake, type Contestant, type Handshake } from './contestants.ts'
import { interleave } from './statistics.ts'

const ROUNDS = 25
const LIMIT_ROUNDS = 150
const WARM_UP_ROUNDS = 5

const names = Object.keys(CONTESTANTS) as Contestant[]

/** Median milliseconds of a handshake on this Node. */
export async function measureNodeHandshakes(): Promise<Record<Contestant, number>> {
  const handshakes = new Map<Contestant, Handshake>()
  for (const name of names) handshakes.set(name, await loadHandshake(name))
  return medians(names, ROUNDS, (name) => timeHandshake(name, handshakes.get(name) as Handshake))
}

/**
 * Median milliseconds of our handshake and of its three exponentiations in bare OpenSSL, in turn by themselves: the
 * peers leave so much garbage behind that clearing it away would be charged to whoever comes next.
 */
export async function measureOpenSslLimit(): Promise<Record<'ours' | 'openssl', number>> {
  const handshake = await loadHandshake('cognito-srp')
  return medians(['ours', 'openssl'], LIMIT_ROUNDS, async (name) =>
    name === 'ours' ? timeHandshake(name, handshake) : timeOpenSsl(),
  )
}

async function medians<Name extends string>(
  contestants: readonly Name[],
  rounds: number,
  measure: (name: Name) => Promise<number>,
): Promise<Record<Name, number>> {
  await interleave(contestants, WARM_UP_ROUNDS, measure)
  return interleave(contestants, rounds, measure)
}

/** @throws when the server refuses what the client computed. */
async function timeHandshake(name: string, handshake: Handshake): Promise<number> {
  const { challenge, accepts } = openExchange()
  const startMs = performance.now()
  const claim = await handshake(challenge)
  const durationMs = performance.now() - startMs
  if (!accepts(claim)) throw new Error(`The server refused the claim of ${name}.`)
  return durationMs
}

/** g^a, g^x and S in OpenSSL and nothing else: what no client in front of it can beat. */
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
