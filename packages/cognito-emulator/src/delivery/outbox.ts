import type { DeliveredMessage } from '../options.ts'

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

/** How clients see a destination: `a***@e***` or `+*******4567`. */
export function maskDestination(destination: string): string {
  const [name = '', domain] = destination.split('@')
  if (domain !== undefined) return `${name.slice(0, 1)}***@${domain.slice(0, 1)}***`
  return `+${'*'.repeat(Math.max(destination.length - 5, 0))}${destination.slice(-4)}`
}
