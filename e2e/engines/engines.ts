import { ensureFirefox, ensureWebKit } from '../../scripts/browser/ensure-engines.ts'
import { startChromium } from './chromium.ts'
import type { Engine } from './engine.ts'
import { startFirefox } from './firefox.ts'
import { startWebKit } from './webkit.ts'

/** The three engines of today's browsers; what is not on this machine is installed when it is started. */
const STARTS: Readonly<Record<string, () => Promise<Engine>>> = {
  Chromium: startChromium,
  Firefox: () => startFirefox(ensureFirefox()),
  WebKit: () => startWebKit(ensureWebKit()),
}

/**
 * Does the same work in each engine, one after the other, and says where it went.
 *
 * @param chosen names of engines; all of them when there is none
 * @returns whether every engine could be started and its work succeeded
 */
export async function inEachEngine(
  chosen: readonly string[],
  work: (engine: Engine) => Promise<boolean>,
): Promise<boolean> {
  const names = Object.keys(STARTS).filter((name) => chosen.length === 0 || chosen.includes(name))
  let succeeded = names.length > 0
  for (const name of names) {
    const engine = await STARTS[name]?.().catch((cause: unknown) => String(cause))
    if (engine === undefined || typeof engine === 'string') {
      console.log(`${name}: NOT TRIED. ${engine}`)
      succeeded = false
      continue
    }
    try {
      succeeded = (await work(engine)) && succeeded
    } finally {
      await engine.close()
    }
  }
  return succeeded
}
