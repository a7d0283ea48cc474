import { setImmediate } from 'node:timers/promises'

/** Documents above this length take more than a millisecond or two to check or to send. */
const LARGE_BYTES = 64 * 1024

/** Resolves when a document of this length may be checked or sent. */
export type NextTurn = (length: number) => Promise<void>

/**
 * Spaces large documents out over the turns of the event loop, one per turn, so that the server responds to other
 * students in between. Small documents never wait.
 */
export function oneLargePerTurn(): NextTurn {
  let last = Promise.resolve()
  return (length) => (length > LARGE_BYTES ? (last = last.then(() => setImmediate())) : Promise.resolve())
}
