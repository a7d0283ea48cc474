import { afterEach, beforeEach, vi } from 'vitest'

/** Stubs the page's globals for each test of a file and restores them afterwards. */
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
