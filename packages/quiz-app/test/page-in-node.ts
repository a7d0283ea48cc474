import { afterEach, beforeEach, vi } from 'vitest'

/** Gives each test of a file what the atoms ask of a page, and takes back what the test replaced. */
export function stubPage(): void {
  const { locks } = globalThis.navigator
  beforeEach(() => {
    vi.stubGlobal('navigator', { onLine: true, locks })
    vi.stubGlobal('addEventListener', () => {})
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    vi.useRealTimers()
  })
}
