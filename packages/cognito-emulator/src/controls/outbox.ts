import type { DeliveredMessage } from '../printing.ts'

const KEPT_MESSAGES = 1000

/**
 * Messages "sent" so far, oldest first. The outbox keeps the newest 1,000 messages. It is an array, so that tests can use
 * `find`, `at(-1)` and `length = 0`.
 */
export type Outbox = DeliveredMessage[]

/** Adds a message to the outbox, drops the oldest messages above the limit, and calls `onDelivery`. */
export type Deliver = (message: DeliveredMessage) => void

export function createDelivery(outbox: Outbox, onDelivery?: (message: DeliveredMessage) => void): Deliver {
  return (message) => {
    outbox.push(message)
    if (outbox.length > KEPT_MESSAGES) outbox.shift()
    onDelivery?.(message)
  }
}
