/** Orders that a test has added, oldest first. An order applies to the next events that match. */
export type Orders<Order> = {
  /** Adds an order. @throws {RangeError} if `times` is not a positive integer. */
  order: (order: Order) => void
  clear: () => void
  /** Returns the oldest order that matches, and counts the event against the order's `times`. */
  take: (matches: (order: Order) => boolean) => Order | undefined
}

/** Creates an empty list of orders. An order applies to the next `times` matching events (default 1). */
export function createOrders<Order extends { times?: number }>(): Orders<Order> {
  let waiting: { order: Order; timesLeft: number }[] = []
  return {
    order(order) {
      const { times = 1 } = order
      if (!Number.isInteger(times) || times < 1) throw new RangeError(`times must be a positive integer, not ${times}.`)
      waiting.push({ order, timesLeft: times })
    },
    clear() {
      waiting = []
    },
    take(matches) {
      const next = waiting.find(({ order }) => matches(order))
      if (!next) return undefined
      next.timesLeft -= 1
      waiting = waiting.filter(({ timesLeft }) => timesLeft > 0)
      return next.order
    },
  }
}
