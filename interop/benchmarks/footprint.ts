import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('.', import.meta.url))

/** Size of an installation, as the number of packages and the megabytes (1000 kB) of their files. */
export type Footprint = { packages: number; megabytes: number }

/** Measures a package and all its dependencies, each counted once. */
export function measureFootprint(packageName: string): Footprint {
  const folders = new Set<string>()
  collect(join(FOLDER, 'node_modules', packageName), folders)
  const bytes = [...folders].reduce((sum, folder) => sum + bytesOf(folder), 0)
  return { packages: folders.size, megabytes: bytes / 1_000_000 }
}

function collect(link: string, folders: Set<string>): void {
  const folder = realpathSync(link)
  if (folders.has(folder)) return
  folders.add(folder)
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>
  }
  for (const name of Object.keys(dependencies)) collect(findInstalled(name, folder), folders)
}

/**
 * Finds a package as Node does, first in the `node_modules` of the importing package, and then in those of its parent
 * folders.
 */
function findInstalled(name: string, from: string): string {
  const candidate = join(from, 'node_modules', name)
  if (statSync(candidate, { throwIfNoEntry: false })) return candidate
  if (dirname(from) === from) throw new Error(`${name} is not installed.`)
  return findInstalled(name, dirname(from))
}

/**
 * Size of a package's files. The folder of a package in this repository also contains unpublished files, so npm lists
 * the published files.
 */
function bytesOf(folder: string): number {
  if (folder.includes('node_modules')) return bytesUnder(folder)
  const listing = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [{ files }] = JSON.parse(listing.toString()) as [{ files: { path: string; size: number }[] }]
  return files.reduce((sum, { size }) => sum + size, 0)
}

function bytesUnder(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.name !== 'node_modules')
    .map((entry) => join(folder, entry.name))
    .reduce((sum, path) => sum + (statSync(path).isDirectory() ? bytesUnder(path) : statSync(path).size), 0)
}
