import type { Page } from './browser.ts'
import type { Recorded } from './log-store.ts'
import type { Shown } from './state.ts'

/** Answers on their way into the log. */
export type Writes = {
  /** Counts a write until it has ended. As long as there is one, the browser asks before the page is left. */
  follow(write: Promise<Recorded>): Promise<Recorded>
  /** Resolves when the writes of this moment have ended, stored or not. */
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
