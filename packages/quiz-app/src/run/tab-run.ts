const KEY = 'revisa.run'

// Which run a tab shows. Its storage ends with the tab and outlives a reload, which then opens this run and not one that
// another tab used later.

export function noteTabRun(id: string): void {
  withStorage((storage) => storage.setItem(KEY, id))
}

export function readTabRun(): string | null {
  return withStorage((storage) => storage.getItem(KEY))
}

function withStorage<Result>(access: (storage: Storage) => Result): Result | null {
  try {
    return access(sessionStorage)
  } catch {
    return null // where storage is refused a reload opens the run that was used last
  }
}
