/**
 * How one call goes wrong.
 *
 * @example
 * const badGateway: Fault = { kind: 'status', status: 502, body: '<html>' }
 */
export type Fault =
  /** Handled, but only after this long. */
  | { kind: 'delay'; delayMs: number }
  /** The connection breaks; the call is not handled. In process, `fetch` rejects with a TypeError. */
  | { kind: 'drop' }
  /** The call is handled, then the connection breaks: the caller never learns that it worked. */
  | { kind: 'drop-answer' }
  /** TooManyRequestsException with status 429, and Retry-After when given. */
  | { kind: 'throttle'; retryAfterSeconds?: number }
  /** Any status and body, for example a proxy's HTML 502. */
  | { kind: 'status'; status: number; body?: string; contentType?: string }

/**
 * A fault for the next `times` calls (default 1) of an operation (default any).
 *
 * @example
 * const twice: FaultOrder = { operation: 'GetTokensFromRefreshToken', times: 2, fault: { kind: 'drop-answer' } }
 */
export type FaultOrder = { operation?: string; times?: number; fault: Fault }

/** Faults that a test orders, so that a client's failure handling can be tested. */
export type Faults = {
  /** @throws {RangeError} when `times` is not a positive integer. */
  order(order: FaultOrder): void
  clear(): void
  /** The fault of this call, oldest order first. */
  take(operation: string): Fault | undefined
}

export function createFaults(): Faults {
  let orders: { operation?: string | undefined; timesLeft: number; fault: Fault }[] = []
  return {
    order({ operation, times = 1, fault }) {
      if (!Number.isInteger(times) || times < 1) throw new RangeError('A fault is ordered for 1 or more calls.')
      orders.push({ operation, timesLeft: times, fault })
    },
    clear() {
      orders = []
    },
    take(operation) {
      const order = orders.find((candidate) => candidate.operation === undefined || candidate.operation === operation)
      if (!order) return undefined
      order.timesLeft -= 1
      orders = orders.filter(({ timesLeft }) => timesLeft > 0)
      return order.fault
    },
  }
}
