import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What leaves this repository: the published packages, the site, and the servers that run it. */
export const SHIPPED = ['cognito-srp', 'cognito-emulator', 'quiz-app', 'quiz-api', 'product'] as const

/** Licences that ask for no more than their notice, by their SPDX names. Another one needs a decision. */
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
  /** The licence's own words, where the package brings them. */
  notice?: string
}

interface Manifest {
  name: string
  version: string
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Everything of other people that a package of this repository needs when it runs, once for each version. */
export function dependenciesOf(folder: string): Dependency[] {
  const found = new Map<string, Dependency>()
  const seen = new Set<string>()
  visit(realpathSync(folder))
  return [...found.values()].toSorted((one, other) => keyOf(one).localeCompare(keyOf(other), 'en'))

  function visit(place: string): void {
    if (seen.has(place)) return
    seen.add(place)
    const manifest = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as Manifest
    if (place.includes('node_modules')) found.set(keyOf(manifest), describe(place, manifest))
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
      const next = resolve(place, name)
      if (next !== undefined) visit(next)
      else if (manifest.dependencies?.[name] !== undefined) throw new Error(`${manifest.name} lacks ${name}.`)
    }
  }
}

/** The licence notices of everything that a package needs, as a file that is published with bundled code. */
export function noticesOf(folder: string): string {
  const notices = dependenciesOf(folder).map(
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

/** As Node looks for a package: in the `node_modules` of this folder, then of those around it. */
function resolve(place: string, name: string): string | undefined {
  for (let folder = place; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name)
    if (existsSync(candidate)) return realpathSync(candidate)
    if (folder === dirname(folder)) return undefined
  }
}
