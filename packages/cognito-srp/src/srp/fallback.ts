import { ConfigurationError } from '../errors.ts'
import type { Srp } from './srp.ts'

let create: (() => Srp) | undefined

/** Registers the implementation for platforms without BigInt. */
export function registerFallback(createSrp: () => Srp): void {
  create = createSrp
}

/**
 * The registered implementation.
 *
 * @throws ConfigurationError when none is registered.
 */
export function createFallback(): Srp {
  if (create) return create()
  throw new ConfigurationError('This platform has no BigInt: import @cognito-srp/client/without-bigint once.')
}
