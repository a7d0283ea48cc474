import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { calculateJwkThumbprint, exportJWK, type JWK } from 'jose'

import type { Database } from '../store/database.ts'

const MODULUS_LENGTH_BITS = 2048

/** The RSA key of a pool. `publicJwk` is what the JWKS shows. */
export type SigningKey = { kid: string; privateKey: KeyObject; publicKey: KeyObject; publicJwk: JWK }

/** Keys are made when a pool first needs one and kept, so that tokens stay valid over a restart. */
export type SigningKeys = { of(poolId: string): Promise<SigningKey> }

export function openSigningKeys(database: Database): SigningKeys {
  const kept = database.collection<JWK>('signing-key')
  const opened = new Map<string, Promise<SigningKey>>()

  const open = async (poolId: string): Promise<SigningKey> => {
    const privateJwk = kept.get(poolId, 'rsa') ?? (await generateJwk())
    kept.put(poolId, 'rsa', privateJwk)
    return toSigningKey(privateJwk)
  }
  return {
    of(poolId) {
      const key = opened.get(poolId) ?? open(poolId)
      opened.set(poolId, key)
      return key
    },
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
