/** Entries in the order they were put in: the first is the oldest. */
export type BoundedMap<Value> = {
  get(key: string): Value | undefined
  /** Puts an entry in as the newest; the oldest go where there are too many, or they are too large together. */
  set(key: string, value: Value): void
  delete(key: string): void
  readonly size: number
}

/** How much is kept. `sizeOf` estimates the bytes an entry takes in memory; absent, only the number counts. */
export type Bounds<Value> = {
  entries: number
  bytes?: number
  sizeOf?: (key: string, value: Value) => number
  /** Whether an entry is of no more use: those among the oldest go first, whatever the bounds. */
  isOver?: (value: Value) => boolean
  /** Hears of each entry that went because of the bounds. */
  onForget?: (value: Value) => void
}

/** A map that strangers may fill: it forgets the oldest instead of growing. */
export function createBoundedMap<Value>(bounds: Bounds<Value>): BoundedMap<Value> {
  const { entries, bytes = Infinity, sizeOf = () => 0, isOver = () => false, onForget = () => {} } = bounds
  const kept = new Map<string, { value: Value; size: number }>()
  let totalSize = 0

  const remove = (key: string): void => {
    totalSize -= kept.get(key)?.size ?? 0
    kept.delete(key)
  }
  const removeOldest = (): void => {
    for (const [key, { value }] of kept) {
      if (kept.size <= entries && totalSize <= bytes && !isOver(value)) return
      remove(key)
      onForget(value)
    }
  }
  return {
    get: (key) => kept.get(key)?.value,
    set(key, value) {
      remove(key)
      const size = sizeOf(key, value)
      kept.set(key, { value, size })
      totalSize += size
      removeOldest()
    },
    delete: remove,
    get size() {
      return kept.size
    },
  }
}
