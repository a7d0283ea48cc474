import { ConfigurationError } from '../errors.ts'
import type { Srp } from './srp.ts'

let create: (() => Srp) | undefined

/** Registers the implementation for platforms without BigInt. */
export function registerFallback(createSrp: () => Srp): void {
  create = createSrp
}

/**
 * Returns the registered implementation.
 *
 * @throws ConfigurationError when no implementation is registered.
 */
export function createFallback(): Srp {
  if (create) return create()
  throw new ConfigurationError('This platform has no BigInt. Import @cognito-srp/client/without-bigint once.')
}
