import { install } from '../run.ts'
import { startChromium } from './chromium-engine.ts'
import type { Engine } from './engine.ts'

/** Starts each of the three engines of today's browsers; Firefox and WebKit are installed where they are missing. */
export const ENGINES = {
  Chromium: startChromium,
  Firefox: () => startByDriver('firefox'),
  WebKit: () => startByDriver('webkit'),
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

/** The libraries of the two drivers are a hundred packages, so only the programs that need a driver install them. */
async function startByDriver(name: 'firefox' | 'webkit'): Promise<Engine> {
  if (!(await install('interop', './engines'))) throw new Error('The packages of interop/engines cannot be installed.')
  const driver = new URL(`../../../../interop/engines/${name}.ts`, import.meta.url).href
  const { start } = (await import(driver)) as { start: () => Promise<Engine> }
  return start()
}
