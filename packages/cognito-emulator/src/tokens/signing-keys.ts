import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { calculateJwkThumbprint, exportJWK, type JWK } from 'jose'

import type { Pool } from '../pools/pools.ts'
import type { Database } from '../storage/database.ts'

const MODULUS_LENGTH_BITS = 2048

/** Use of a token, as in its claim `token_use`. */
export type TokenUse = 'id' | 'access'

/** An RSA key that signs either the id tokens or the access tokens of a pool. */
export type SigningKey = { kid: string; privateKey: KeyObject; publicKey: KeyObject; publicJwk: JWK }

/**
 * Signing keys of pools. As in the service, a pool has separate keys for id tokens and access tokens. Therefore, a program
 * that verifies id tokens and access tokens with the same key fails in the emulator, as it would on AWS.
 */
export type SigningKeys = {
  /** Returns the key of a pool for a use. The key is created on first use, and stored because tokens survive a restart. */
  of(pool: Pool, use: TokenUse): Promise<SigningKey>
  /** Returns the pool's two public keys, for id tokens and access tokens, as JWKs. */
  publicJwks(pool: Pool): Promise<JWK[]>
}

/**
 * Keys that all emulators without a data file share in this process. Each emulator uses the keys in the same order. Without
 * shared keys, a suite that starts an emulator per test would spend more time on keys than on sign-ins. Sharing is
 * safe, because two pools of one emulator never share a key, and because an emulator has no session for a token of
 * another emulator.
 */
const sharedKeys: Promise<JWK>[] = []

export function openSigningKeys(database: Database): SigningKeys {
  const kept = database.collection<JWK>('signing-key')
  const opened = new Map<string, Promise<SigningKey>>()
  let usedCount = 0

  const nextJwk = (): Promise<JWK> => {
    if (database.isPersistent) return generateJwk()
    const key = (sharedKeys[usedCount] ??= generateJwk())
    usedCount += 1
    return key
  }
  const open = async (poolId: string, use: TokenUse): Promise<SigningKey> => {
    const privateJwk = kept.get(poolId, use) ?? (await nextJwk())
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
