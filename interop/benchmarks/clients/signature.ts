import type { Challenge } from '../challenge.ts'

/** Timestamp for the clients that accept one, so that their times do not include reading the clock. */
export const TIMESTAMP = 'Tue Nov 3 04:05:06 UTC 2026'

/**
 * Computes the claim's signature on behalf of clients that compute it only during a complete sign-in. The result
 * is an HMAC-SHA256, computed with WebCrypto, in base64.
 */
export async function signClaim(key: Uint8Array, { poolId, userId, SECRET_BLOCK }: Challenge): Promise<string> {
  const secretBlock = Uint8Array.from(atob(SECRET_BLOCK), (character) => character.charCodeAt(0))
  const prefix = new TextEncoder().encode(poolNameOf(poolId) + userId)
  const suffix = new TextEncoder().encode(TIMESTAMP)
  const message = new Uint8Array([...prefix, ...secretBlock, ...suffix])
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const hmacKey = await crypto.subtle.importKey('raw', Uint8Array.from(key), algorithm, false, ['sign'])
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', hmacKey, message))
  return btoa(String.fromCharCode(...signature))
}

export function poolNameOf(poolId: string): string {
  return poolId.split('_')[1] ?? ''
}
