/**
 * Starts work, or returns the pending work with the same key. Removes the entry when the work has settled.
 *
 * @param flights pending work by key
 * @param settling returns a promise that settles with the work; the default is the work itself
 */
export function singleFlight<Work>(
  flights: Map<string, Work>,
  key: string,
  start: () => Work,
  settling: (work: Work) => unknown = (work) => work,
): Work {
  const running = flights.get(key)
  if (running !== undefined) return running
  const work = start()
  flights.set(key, work)
  const forget = () => flights.delete(key)
  Promise.resolve(settling(work)).then(forget, forget)
  return work
}
