import { _SHA256 } from '@noble/hashes/sha2.js'
import type { CHash } from '@noble/hashes/utils.js'

const create = () => new _SHA256()

/**
 * SHA-256 for `hmac` and `hkdf` of @noble/hashes. This hash uses the class of @noble/hashes, because the package's own `sha256`
 * needs `Object.hasOwn` (ECMAScript 2022).
 */
export const sha256: CHash<_SHA256> = /* @__PURE__ */ Object.assign(
  (bytes: Uint8Array) => create().update(bytes).digest(),
  { outputLen: 32, blockLen: 64, canXOF: false, create },
)
