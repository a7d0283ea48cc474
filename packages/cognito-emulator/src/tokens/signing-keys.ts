import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { calculateJwkThumbprint, exportJWK, type JWK } from 'jose'

import type { Pool } from '../pools/pools.ts'
import type { Database } from '../storage/database.ts'

const MODULUS_LENGTH_BITS = 2048

/** What a token is for, which is its claim `token_use`. */
export type TokenUse = 'id' | 'access'

/** The RSA key that signs a pool's tokens of one use. */
export type SigningKey = { kid: string; privateKey: KeyObject; publicKey: KeyObject; publicJwk: JWK }

/** Two keys a pool, as the service has them: a program that takes any key for any token does not get by here. */
export type SigningKeys = {
  /** Made when it is first needed, and kept: tokens outlive a restart. */
  of(pool: Pool, use: TokenUse): Promise<SigningKey>
  /** Both, as the JWKS shows them. */
  publicJwks(pool: Pool): Promise<JWK[]>
}

/**
 * The keys that this process made for emulators without a data file. Each of these takes the same ones in the same order:
 * suites start an emulator for each test, and would spend more time on keys than on sign-ins. Two pools of one emulator
 * never share a key, and a token of another emulator has no session here.
 */
const ofThisProcess: Promise<JWK>[] = []

export function openSigningKeys(database: Database): SigningKeys {
  const kept = database.collection<JWK>('signing-key')
  const opened = new Map<string, Promise<SigningKey>>()
  let takenCount = 0

  const take = (): Promise<JWK> => {
    if (database.isKept) return generateJwk()
    const key = (ofThisProcess[takenCount] ??= generateJwk())
    takenCount += 1
    return key
  }
  const open = async (poolId: string, use: TokenUse): Promise<SigningKey> => {
    const privateJwk = kept.get(poolId, use) ?? (await take())
    kept.put(poolId, use, privateJwk)
    return toSigningKey(privateJwk)
  }
  const of = (pool: Pool, use: TokenUse): Promise<SigningKey> => {
    const name = `${pool.id} ${use}`
    const key = opened.get(name) ?? open(pool.id, use)
    opened.set(name, key)
    return key
  }
  return {
    of,
    publicJwks: async (pool) =>
      (await Promise.all([of(pool, 'id'), of(pool, 'access')])).map(({ publicJwk }) => publicJwk),
  }
}

async function generateJwk(): Promise<JWK> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_LENGTH_BITS })
  return exportJWK(privateKey)
}

async function toSigningKey(privateJwk: JWK): Promise<SigningKey> {
  const { kty, n, e } = privateJwk
  const kid = await calculateJwkThumbprint(privateJwk)
  const publicJwk = { alg: 'RS256', e, kid, kty, n, use: 'sig' } as JWK
  const privateKey = createPrivateKey({ key: { ...privateJwk }, format: 'jwk' })
  return { kid, privateKey, publicKey: createPublicKey(privateKey), publicJwk }
}
