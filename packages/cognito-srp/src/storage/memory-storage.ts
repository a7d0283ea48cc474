import type { TokenStorage } from './token-storage.ts'

/** A storage that lasts as long as the program and that only the client it is given to can see. */
export function memoryStorage(): TokenStorage {
  const items = new Map<string, string>()
  return {
    isShared: false,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => items.set(key, value),
    removeItem: (key) => items.delete(key),
  }
}
