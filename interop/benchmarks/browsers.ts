import { ENGINES, type EngineName } from '@cognito-srp/testing/engines/engines'
import type { Pages } from './pages.ts'
import type { Timing } from './timing.ts'
import type { Place } from './visits.ts'

/** Opens a browser. Each visit is a page in a new profile. */
export async function openBrowser(engineName: EngineName, pages: Pages): Promise<Place> {
  const engine = await ENGINES[engineName]()
  return {
    name: `${engine.name} ${engine.version}`,
    async visit(contestant, challenges) {
      const profile = await engine.openProfile()
      try {
        const tab = await profile.openTab()
        await tab.open(pages.urlOf(contestant))
        // One command starts the measurement, and another command waits for it to finish, because the driver may send a
        // command twice.
        await tab.evaluate(`void (globalThis.timings ??= measure(${JSON.stringify(challenges)}))`)
        return (await tab.evaluate('globalThis.timings')) as Timing[]
      } finally {
        await profile.close()
      }
    },
    close: () => engine.close(),
  }
}
