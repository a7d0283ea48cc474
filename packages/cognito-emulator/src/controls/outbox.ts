import type { DeliveredMessage } from '../printing.ts'

const KEPT_MESSAGES = 1000

/** Codes "sent" so far, oldest first: an array, so that tests read it with `find`, `at(-1)` and `length = 0`. */
export type Outbox = DeliveredMessage[]

/** Puts a message into the outbox, which forgets the oldest, and tells whoever listens. */
export type Deliver = (message: DeliveredMessage) => void

export function createDelivery(outbox: Outbox, onDelivery?: (message: DeliveredMessage) => void): Deliver {
  return (message) => {
    outbox.push(message)
    if (outbox.length > KEPT_MESSAGES) outbox.shift()
    onDelivery?.(message)
  }
}
