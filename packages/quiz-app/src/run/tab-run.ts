import { tryWebStorage } from '../storage/web-storage.ts'

const KEY = 'revisa.run'

// Which run a tab shows. Its storage ends with the tab and outlives a reload, which then opens this run and not one that
// another tab used later, as it does where storage is refused.

export function noteTabRun(id: string): void {
  tryWebStorage(() => sessionStorage.setItem(KEY, id))
}

export function readTabRun(): string | null {
  return tryWebStorage(() => sessionStorage.getItem(KEY))
}
