import { openExchange, type Challenge } from './challenge.ts'
import type { Contestant } from './contestants.ts'
import { median } from './statistics.ts'
import type { Timing } from './timing.ts'

/** An engine in which handshakes can be measured. */
export type Place = {
  readonly name: string
  /** Runs a handshake for each challenge in a new page or process, and then closes the page or process. */
  visit(contestant: Contestant, challenges: readonly Challenge[]): Promise<Timing[]>
  close(): Promise<void>
}

/**
 * Number of visits, number of warm-up handshakes per visit, which are not counted, and number of warm handshakes per visit.
 */
export type Plan = { visits: number; warmUps: number; warm: number }

/**
 * Medians in milliseconds: the first handshake in a page or process, warm handshakes, and the longest gap in the first handshake.
 */
export type Measured = { firstMs: number; warmMs: number; longestGapMs: number }

/**
 * Measures all contestants alternately, visit by visit, so that a busy moment of the machine affects all of them
 * equally.
 *
 * @throws Error when the server rejects a claim, because a client that leaves out a step cannot be compared
 */
export async function measureAt<Name extends Contestant>(
  place: Place,
  contestants: readonly Name[],
  { visits, warmUps, warm }: Plan,
): Promise<Record<Name, Measured>> {
  const seen = new Map<Name, Timing[][]>(contestants.map((name) => [name, []]))
  for (let visit = 0; visit < visits; visit += 1) {
    for (const name of contestants) seen.get(name)?.push(await visitOnce(place, name, 1 + warmUps + warm))
  }
  const measured = Array.from(seen, ([name, timings]) => [name, summarise(timings, 1 + warmUps)])
  return Object.fromEntries(measured) as Record<Name, Measured>
}

async function visitOnce(place: Place, name: Contestant, handshakes: number): Promise<Timing[]> {
  const exchanges = Array.from({ length: handshakes }, openExchange)
  const timings = await place.visit(
    name,
    exchanges.map(({ challenge }) => challenge),
  )
  const isAccepted = exchanges.every(({ accepts }, index) => accepts((timings[index] as Timing).claim))
  if (!isAccepted) throw new Error(`The server rejected a claim of ${name} in ${place.name}.`)
  return timings
}

function summarise(visits: readonly Timing[][], firstWarm: number): Measured {
  const firsts = visits.map(([first]) => first as Timing)
  return {
    firstMs: median(firsts.map(({ durationMs }) => durationMs)),
    warmMs: median(visits.flatMap((timings) => timings.slice(firstWarm)).map(({ durationMs }) => durationMs)),
    longestGapMs: median(firsts.map(({ longestGapMs }) => longestGapMs)),
  }
}
