/** A map in insertion order. The first entry of the map is the oldest. */
export type BoundedMap<Value> = {
  get(key: string): Value | undefined
  /**
   * Adds an entry as the newest entry. Drops the oldest entries if the map has too many entries or its total size is
   * too large.
   */
  set(key: string, value: Value): void
  delete(key: string): void
  readonly size: number
}

/**
 * Bounds of a map. `sizeOf` estimates the memory of an entry in bytes. Without `sizeOf`, only the number of entries
 * counts.
 */
export type Bounds<Value> = {
  entries: number
  bytes?: number
  sizeOf?: (key: string, value: Value) => number
  /**
   * Whether an entry has expired. The map drops expired entries as long as they are the oldest entries, even if the map
   * is within its bounds.
   */
  isOver?: (value: Value) => boolean
  /** Called with each entry that the map drops, but not with deleted entries. */
  onForget?: (value: Value) => void
}

/** Creates a map that drops its oldest entries instead of growing without limit. */
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
