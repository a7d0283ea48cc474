/**
 * Starts work, or joins the work that is already in flight under the same key. The entry goes when the work has settled.
 *
 * @param flights the work in flight, by key
 * @param settling what settles with the work; default the work itself
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
