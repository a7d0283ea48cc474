import { install } from '../run.ts'
import { startChromium } from './chromium-engine.ts'
import type { Engine } from './engine.ts'

/** Functions that start the three browser engines. Firefox or WebKit is installed if it is missing. */
export const ENGINES = {
  Chromium: startChromium,
  Firefox: () => startByDriver('firefox'),
  WebKit: () => startByDriver('webkit'),
} as const satisfies Record<string, () => Promise<Engine>>

export type EngineName = keyof typeof ENGINES

export const ENGINE_NAMES = Object.keys(ENGINES) as EngineName[]

/**
 * Runs the same work in one engine after another, and reports engines that did not start.
 *
 * @param chosen names of engines; an empty list means all engines
 * @returns whether every engine started and all work succeeded
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
      console.log(`${name}: NOT RUN. ${engine}`)
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

/**
 * Starts an engine through its driver. The drivers' libraries pull in about a hundred packages, so they are installed
 * only when such an engine is started.
 */
async function startByDriver(name: 'firefox' | 'webkit'): Promise<Engine> {
  if (!(await install('interop', './engines')))
    throw new Error('The packages of interop/engines could not be installed.')
  const driver = new URL(`../../../../interop/engines/${name}.ts`, import.meta.url).href
  const { start } = (await import(driver)) as { start: () => Promise<Engine> }
  return start()
}
