import { setImmediate } from 'node:timers/promises'

/** What is longer takes more than a millisecond or two to check or to send. */
const LARGE_BYTES = 64 * 1024

/** Resolves when a document of this length may be worked on. */
export type NextTurn = (length: number) => Promise<void>

/**
 * Lets one large document per turn of the event loop be checked or sent, so that the server answers other students in
 * between. Small ones never wait.
 */
export function oneLargePerTurn(): NextTurn {
  let last = Promise.resolve()
  return (length) => (length > LARGE_BYTES ? (last = last.then(() => setImmediate())) : Promise.resolve())
}
