import { ensureFirefox, ensureWebKit } from '../ensure-engines.ts'
import { startChromium } from './chromium.ts'
import type { Engine } from './engine.ts'
import { startFirefox } from './firefox.ts'
import { startWebKit } from './webkit.ts'

/** Starts each of the three engines of today's browsers; Firefox and WebKit are installed where they are missing. */
export const ENGINES = {
  Chromium: startChromium,
  Firefox: () => startFirefox(ensureFirefox()),
  WebKit: () => startWebKit(ensureWebKit()),
} as const satisfies Record<string, () => Promise<Engine>>

export type EngineName = keyof typeof ENGINES

export const ENGINE_NAMES = Object.keys(ENGINES) as EngineName[]

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
  const names = ENGINE_NAMES.filter((name) => chosen.length === 0 || chosen.includes(name))
  let succeeded = names.length > 0
  for (const name of names) {
    const engine = await ENGINES[name]().catch((cause: unknown) => String(cause))
    if (typeof engine === 'string') {
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
