/** Median of the values. For an even number of values, the median is the upper of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('No values were measured.')
  return middle
}

/**
 * Measures all contestants once per round, so that a busy moment of the machine affects all of them equally.
 *
 * @param measure returns milliseconds (or another number) for one contestant
 * @returns the median of each contestant
 */
export async function interleave<Name extends string>(
  names: readonly Name[],
  rounds: number,
  measure: (name: Name) => Promise<number>,
): Promise<Record<Name, number>> {
  const values = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) values.get(name)?.push(await measure(name))
  }
  return Object.fromEntries(names.map((name) => [name, median(values.get(name) ?? [])])) as Record<Name, number>
}
