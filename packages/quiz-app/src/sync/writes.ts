import type { Page } from './browser.ts'
import type { Recorded } from './log-store.ts'
import type { Shown } from './state.ts'

/** Answers that are being stored. */
export type Writes = {
  /**
   * Counts a write until it ends. While a write is pending, the browser asks for confirmation before the user leaves the page.
   */
  follow(write: Promise<Recorded>): Promise<Recorded>
  /** Resolves when all current writes have ended, successfully or not. */
  settled(): Promise<unknown>
}

export function createWrites({ page, shown }: { page: Page; shown: Shown }): Writes {
  const underWay = new Set<Promise<Recorded>>()
  let stopAsking = () => {}
  return {
    follow(write) {
      if (underWay.size === 0) stopAsking = page.askBeforeLeaving()
      const followed: Promise<Recorded> = write.finally(() => {
        underWay.delete(followed)
        if (underWay.size === 0) stopAsking()
        shown.showKnown({ storing: underWay.size })
      })
      underWay.add(followed)
      shown.update({ storing: underWay.size })
      return followed
    },
    settled: () => Promise.allSettled(underWay),
  }
}
