import { LRUCache } from 'lru-cache'

import type { Caller, VerifyToken } from './access-token.ts'

/** Tokens kept; at about 1 kB each this bounds the cache to some 10 MB. */
const MAX_TOKENS = 10_000

/**
 * Remembers accepted tokens until they expire, because checking an RSA signature per request triples the slowest
 * answers under load. The key is the whole token: a forged one never meets another's entry. Refusals are not kept.
 */
export function cacheVerifiedTokens(verify: VerifyToken, now: () => number, max: number = MAX_TOKENS): VerifyToken {
  const callers = new LRUCache<string, Caller>({ max })
  return async (token) => {
    const known = callers.get(token)
    if (known !== undefined && now() < known.expiresAtMs) return known
    callers.delete(token)
    const caller = await verify(token)
    callers.set(token, caller)
    return caller
  }
}
