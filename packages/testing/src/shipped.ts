import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The packages whose code is distributed: the client, the emulator, the site, and its servers. */
export const SHIPPED = ['cognito-srp', 'cognito-emulator', 'quiz-app', 'quiz-api', 'product'] as const

/** SPDX identifiers of licences that allow redistribution with their notice. Adding a licence requires a decision record. */
export const ALLOWED_LICENCES: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'Unlicense',
]

export interface Dependency {
  name: string
  version: string
  licence: string
  /** Text of the licence, if the package contains it. */
  notice?: string
}

interface Manifest {
  name: string
  version: string
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/**
 * Lists all third-party runtime dependencies of a package, each version once.
 *
 * @param bundledPeers peer dependencies whose code the package contains
 */
export function dependenciesOf(folder: string, bundledPeers: readonly string[] = []): Dependency[] {
  const found = new Map<string, Dependency>()
  const seen = new Set<string>()
  visit(realpathSync(folder), bundledPeers)
  return [...found.values()].toSorted((one, other) => keyOf(one).localeCompare(keyOf(other), 'en'))

  function visit(place: string, peers: readonly string[] = []): void {
    if (seen.has(place)) return
    seen.add(place)
    const manifest = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as Manifest
    if (place.includes('node_modules')) found.set(keyOf(manifest), describe(place, manifest))
    for (const name of [...Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }), ...peers]) {
      const next = resolve(place, name)
      if (next !== undefined) visit(next)
      else if (manifest.optionalDependencies?.[name] === undefined)
        throw new Error(`${manifest.name} needs ${name}, which is not installed.`)
    }
  }
}

/** Returns the licence notices of {@link dependenciesOf}, for a file that is published with bundled code. */
export function noticesOf(folder: string, bundledPeers: readonly string[] = []): string {
  const notices = dependenciesOf(folder, bundledPeers).map(
    ({ name, version, licence, notice = '' }) => `${name} ${version} (${licence})\n\n${notice}\n`,
  )
  return notices.join('\n\n')
}

function keyOf({ name, version }: { name: string; version: string }): string {
  return `${name}@${version}`
}

function describe(place: string, { name, version, license = 'none' }: Manifest): Dependency {
  const file = readdirSync(place).find((entry) => /^(licen[cs]e|copying)/i.test(entry))
  return { name, version, licence: license, ...(file && { notice: readFileSync(join(place, file), 'utf8').trim() }) }
}

/** Finds a package as Node does, in the `node_modules` of this folder and then of its parents. */
function resolve(place: string, name: string): string | undefined {
  for (let folder = place; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name)
    if (existsSync(candidate)) return realpathSync(candidate)
    if (folder === dirname(folder)) return undefined
  }
}
