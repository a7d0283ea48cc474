import { createRequire } from 'node:module'

import type bigIntModule from 'big-integer'

const require = createRequire(import.meta.url)

/**
 * A second copy of big-integer that was loaded as in a runtime without BigInt, so that it keeps its own arrays of
 * digits. The first copy, which the sources use, stays as it is.
 */
export function loadArrayBigInteger(): typeof bigIntModule {
  const path = require.resolve('big-integer')
  const firstCopy = require.cache[path]
  const nativeBigInt = globalThis.BigInt
  Reflect.deleteProperty(require.cache, path)
  Reflect.deleteProperty(globalThis, 'BigInt')
  try {
    return require(path) as typeof bigIntModule
  } finally {
    globalThis.BigInt = nativeBigInt
    if (firstCopy !== undefined) require.cache[path] = firstCopy
  }
}
