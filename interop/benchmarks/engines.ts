import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { atLeast, atMost, type Bar } from './bars.ts'
import { openBrowser } from './browsers.ts'
import { bundleForRuntimes } from './bundle.ts'
import { ALL, BASELINE, CONTESTANTS, DROP_IN, OURS, PAIR, type Contestant } from './contestants.ts'
import { openHermes } from './hermes.ts'
import type { Pages } from './pages.ts'
import { openRuntime } from './processes.ts'
import { formatMs, formatRatio, formatTable } from './table.ts'
import { measureAt, type Measured, type Place, type Plan } from './visits.ts'

const PLAN: Plan = { visits: 5, warmUps: 4, warm: 5 }
/**
 * Plan for an engine without a JIT compiler. Such an engine does not warm up, and the baseline needs ten seconds for a
 * handshake.
 */
const INTERPRETED: Plan = { visits: 3, warmUps: 0, warm: 1 }

const FIRST_AT_LEAST = 3.5
const LONGEST_GAP_AT_MOST_MS = 25
/**
 * Maximum time of a complete sign-in with the drop-in, relative to the handshake alone. The additional time is needed
 * to read and store the tokens.
 */
const DROP_IN_AT_MOST = 1.25
const LONGEST_GAP_AT_LEAST = 5

type Engine = {
  open: (pages: Pages) => Promise<Place>
  /** Factor by which a warm handshake must be faster than the baseline. */
  warmAtLeast: number
  /** Whether the engine's thread also renders a user interface. Only such engines have targets for the longest gap. */
  hasScreen?: boolean
  contestants?: readonly Contestant[]
  plan?: Plan
}

/** All engines with their targets. */
const ENGINES: Readonly<Record<string, Engine>> = {
  Node20: { open: () => openInstalled('node-20', 'bin/node'), warmAtLeast: 50 },
  Node22: { open: () => openInstalled('node-22', 'bin/node'), warmAtLeast: 40 },
  Node24: { open: () => openInstalled('node-24', 'bin/node'), warmAtLeast: 50, contestants: ALL },
  Chromium: { open: (pages) => openBrowser('Chromium', pages), warmAtLeast: 22, hasScreen: true, contestants: ALL },
  Firefox: { open: (pages) => openBrowser('Firefox', pages), warmAtLeast: 40, hasScreen: true },
  WebKit: { open: (pages) => openBrowser('WebKit', pages), warmAtLeast: 6, hasScreen: true },
  Bun: { open: () => openInstalled('bun', 'bin/bun'), warmAtLeast: 60 },
  Hermes: { open: async () => openHermes(), warmAtLeast: 300, hasScreen: true, plan: INTERPRETED },
}

export type EngineName = keyof typeof ENGINES

/** Measurements of the contestants in one engine. */
export type EngineRow = Pick<Engine, 'warmAtLeast' | 'hasScreen'> & {
  place: string
  measured: Readonly<Record<string, Measured>>
}

export type EngineResults = {
  rows: Map<EngineName, EngineRow>
  /** One missed target for each engine that could not start or failed during the measurement. */
  failures: Bar[]
}

/**
 * Measures the handshake in one engine after another.
 *
 * @param chosen names of engines. An empty list means all engines
 */
export async function measureEngines(
  pages: Pages,
  chosen: readonly string[],
  progress: (line: string) => void,
): Promise<EngineResults> {
  const results: EngineResults = { rows: new Map(), failures: [] }
  for (const [name, { open, contestants = PAIR, plan = PLAN, ...needs }] of Object.entries(ENGINES)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    progress(`handshake in ${name}`)
    try {
      results.rows.set(name, { ...needs, ...(await measureIn(await open(pages), contestants, plan)) })
    } catch (cause) {
      progress(`${name}: ${String(cause)}`)
      results.failures.push({ what: name, needed: 'to be measured', measured: 'failed', holds: false })
    }
  }
  return results
}

async function measureIn(
  place: Place,
  contestants: readonly Contestant[],
  plan: Plan,
): Promise<Pick<EngineRow, 'place' | 'measured'>> {
  try {
    return { place: place.name, measured: await measureAt(place, contestants, plan) }
  } finally {
    await place.close()
  }
}

/** Opens a runtime that is installed as a package in this folder. `name` is the package's name, `program` the file to run. */
async function openInstalled(name: string, program: string): Promise<Place> {
  const path = fileURLToPath(new URL(`node_modules/${name}/${program}`, import.meta.url))
  const { stdout } = await promisify(execFile)(path, ['--version'])
  const title = name.startsWith('node') ? 'Node' : 'Bun'
  return openRuntime(`${title} ${stdout.trim().replace('v', '')}`, [path], bundleForRuntimes)
}

const COLUMNS = ['warmMs', 'firstMs', 'longestGapMs'] as const

/**
 * Formats a Markdown table with one row per engine. A row has our value, the baseline and their ratio for the warm
 * handshake, the first handshake and its longest gap.
 */
export function formatEngines(rows: Iterable<EngineRow>): string {
  const titles = ['warm', 'first', 'longest gap during the first handshake'].flatMap((of) => [
    `${of}, our client`,
    CONTESTANTS[BASELINE],
    'ratio',
  ])
  const lines = Array.from(rows, ({ place, measured: { [OURS]: ours, [BASELINE]: theirs } }) => [
    place,
    ...COLUMNS.flatMap((column) => [
      formatMs(ours?.[column]),
      formatMs(theirs?.[column]),
      formatRatio(ours?.[column], theirs?.[column]),
    ]),
  ])
  return formatTable([['handshake', ...titles], ...lines])
}

export function barsOfEngines(rows: Iterable<EngineRow>): Bar[] {
  return Array.from(rows, barsOf).flat()
}

function barsOf({ place, measured, warmAtLeast, hasScreen = false }: EngineRow): Bar[] {
  const [ours, theirs] = [measured[OURS] as Measured, measured[BASELINE] as Measured]
  const times = (column: (typeof COLUMNS)[number]) => theirs[column] / ours[column]
  const speed = [
    atLeast(`${place}, warm handshake`, times('warmMs'), warmAtLeast),
    atLeast(`${place}, first handshake`, times('firstMs'), FIRST_AT_LEAST),
  ]
  const gap = [
    atMost(`${place}, longest gap`, ours.longestGapMs, LONGEST_GAP_AT_MOST_MS, 'ms'),
    atLeast(`${place}, longest gap, ratio`, times('longestGapMs'), LONGEST_GAP_AT_LEAST),
  ]
  const dropIn = measured[DROP_IN]
  const byClasses = dropIn
    ? [
        atMost(
          `${place}, complete sign-in with identity-js, relative to the client's handshake`,
          dropIn.warmMs / ours.warmMs,
          DROP_IN_AT_MOST,
          '×',
        ),
      ]
    : []
  return [...speed, ...(hasScreen ? gap : []), ...byClasses]
}
