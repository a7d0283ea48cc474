/** A getter that builds its value on the first call and keeps it: importing a module computes nothing. */
export function lazy<T extends object>(build: () => T): () => T {
  let value: T | undefined
  return () => (value ??= build())
}
