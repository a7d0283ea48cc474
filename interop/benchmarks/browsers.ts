import { ENGINES, type EngineName } from '@cognito-srp/testing/engines/engines'
import type { Pages } from './pages.ts'
import type { Timing } from './timing.ts'
import type { Place } from './visits.ts'

/** A browser; each visit is a page in a profile of its own. */
export async function openBrowser(engineName: EngineName, pages: Pages): Promise<Place> {
  const engine = await ENGINES[engineName]()
  return {
    name: `${engine.name} ${engine.version}`,
    async visit(contestant, challenges) {
      const profile = await engine.openProfile()
      try {
        const tab = await profile.openTab()
        await tab.open(pages.urlOf(contestant))
        // Started by one command and awaited by another, which may be sent twice.
        await tab.evaluate(`void (globalThis.timings ??= measure(${JSON.stringify(challenges)}))`)
        return (await tab.evaluate('globalThis.timings')) as Timing[]
      } finally {
        await profile.close()
      }
    },
    close: () => engine.close(),
  }
}
