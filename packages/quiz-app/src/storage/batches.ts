/**
 * Runs one batch at a time. Calls during a batch share the next batch, which gets their items in order.
 *
 * @param work returns one result per item; if it throws, the call for each item throws the same error
 * @param maxItems maximum number of items per batch
 */
export function inBatches<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  maxItems = Infinity,
): (item: Item) => Promise<Result> {
  type Call = { item: Item; resolve: (result: Result) => void; reject: (cause: unknown) => void }
  const waiting: Call[] = []
  let isWorking = false

  async function workOff(): Promise<void> {
    isWorking = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxItems)
      try {
        const results = await work(batch.map(({ item }) => item))
        for (const [place, { resolve }] of batch.entries()) resolve(results[place] as Result)
      } catch (cause) {
        for (const { reject } of batch) reject(cause)
      }
    }
    isWorking = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isWorking) void workOff()
    })
}
