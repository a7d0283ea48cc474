import { createOrders } from './orders.ts'

/**
 * A failure of a call.
 *
 * @example
 * const badGateway: Fault = { kind: 'status', status: 502, body: '<html>' }
 */
export type Fault =
  /** The call is handled after `delayMs` milliseconds. */
  | { kind: 'delay'; delayMs: number }
  /**
   * The connection breaks, and the call is not handled. In the emulator's own process, `fetch` rejects with a
   * TypeError.
   */
  | { kind: 'drop' }
  /** The call is handled, but the connection breaks before the caller gets the response. */
  | { kind: 'drop-answer' }
  /** TooManyRequestsException with status 429. `retryAfterSeconds` sets the Retry-After header. */
  | { kind: 'throttle'; retryAfterSeconds?: number }
  /** The response has this status and body, for example a proxy's 502 page in HTML. */
  | { kind: 'status'; status: number; body?: string; contentType?: string }

/**
 * A fault for the next `times` calls (default: 1) to an operation (default: any operation).
 *
 * @example
 * const twice: FaultOrder = { operation: 'GetTokensFromRefreshToken', times: 2, fault: { kind: 'drop-answer' } }
 */
export type FaultOrder = { operation?: string; times?: number; fault: Fault }

/** Faults that a test adds to check how a client handles failures. */
export type Faults = {
  /** Adds a fault. @throws {RangeError} if `times` is not a positive integer. */
  order(order: FaultOrder): void
  clear(): void
  /** Returns the fault of the oldest `FaultOrder` that matches a call, and counts the call against the order's `times`. */
  take(operation: string): Fault | undefined
}

export function createFaults(): Faults {
  const { order, clear, take } = createOrders<FaultOrder>()
  return {
    order,
    clear,
    take: (called) => take(({ operation }) => operation === undefined || operation === called)?.fault,
  }
}
