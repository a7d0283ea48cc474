import type * as NodeCrypto from 'node:crypto'

import { lazy } from '../lazy.ts'
import type { Group } from '../suite.ts'
import { createModPow as createPortableModPow, type ModPow } from './modpow.ts'
import { createOpenSslPow, type TryPow } from './openssl.ts'

type LoadCrypto = () => Promise<typeof NodeCrypto>

/**
 * Exponentiation on Node: OpenSSL where it computes right, else as in any other runtime. Bundles for browsers take
 * `modpow.ts` instead (`#modpow` in package.json).
 */
export function createModPow(group: Group, loadCrypto: LoadCrypto = () => import('node:crypto')): ModPow {
  const portable = createPortableModPow(group)
  const openSsl = lazy(() => tryOpenSsl(group, loadCrypto))
  return async (base, exponent) => (await openSsl())?.(base, exponent) ?? portable(base, exponent)
}

/** node:crypto is loaded at the first sign-in, not at import; some builds of Node have none. */
async function tryOpenSsl(group: Group, loadCrypto: LoadCrypto): Promise<TryPow | null> {
  try {
    return createOpenSslPow(await loadCrypto(), group)
  } catch {
    return null // no node:crypto, or one without named groups: compute without it
  }
}
