// Checks the tarballs of all published packages as the release publishes them, with publint, are-the-types-wrong, a check of the
// licences, and a dry run of the release with a fictitious owner.
// Run: npm run prove -- packages
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { extract, pack } from '@cognito-srp/testing/pack'
import { ALLOWED_LICENCES, dependenciesOf } from '@cognito-srp/testing/shipped'

import { fillManifests, PUBLISHED, type Publisher } from '../publisher.ts'

const REPOSITORY = resolve(import.meta.dirname, '../..')
const TOOLS = join(REPOSITORY, 'tools')
const OWNER: Publisher = {
  repository: 'https://github.com/example/cognito',
  homepage: 'https://github.com/example/cognito#readme',
  bugs: 'https://github.com/example/cognito/issues',
  author: 'Ana Example',
  funding: 'https://github.com/sponsors/example',
}

const run = promisify(execFile)
const readText = (path: string) => readFile(path, 'utf8')

type Manifest = { files: string[]; types?: string; scripts?: { build?: string } }

const readManifest = async (place: string) => JSON.parse(await readText(join(place, 'package.json'))) as Manifest

/** Packs a package, and extracts it at the same path below another folder, where the release can change its manifest. */
async function packInto(folder: string, directory: string): Promise<string> {
  const source = join(REPOSITORY, directory)
  const { scripts } = await readManifest(source)
  if (scripts?.build) await run('pnpm', ['build'], { cwd: source })
  const tarball = await pack(await mkdtemp(join(folder, 'tarball-')), source)
  await extract(tarball, join(folder, directory))
  return tarball
}

/**
 * Checks that the package contains this repository's licence and the notices of all dependencies, because their code
 * may be bundled.
 */
async function checkLicences(place: string, directory: string): Promise<void> {
  const licence = await readText(join(REPOSITORY, 'LICENSE'))
  if ((await readText(join(place, 'LICENSE'))) !== licence)
    throw new Error(`${directory} contains a LICENSE that differs from the repository's.`)
  const dependencies = dependenciesOf(join(REPOSITORY, directory))
  if (dependencies.length === 0) return
  const notices = await readText(join(place, 'dist/licenses.txt'))
  for (const { name, version, licence: id, notice = '' } of dependencies) {
    if (!ALLOWED_LICENCES.includes(id)) throw new Error(`${directory} depends on ${name}, whose licence is ${id}.`)
    if (!notices.includes(`${name} ${version} (${id})`) || !notices.includes(notice)) {
      throw new Error(`dist/licenses.txt of ${directory} does not contain the notice of ${name} ${version}.`)
    }
  }
}

/** Checks that the package contains everything that `files` in its manifest lists. */
async function checkFiles(place: string, directory: string): Promise<void> {
  const { files } = await readManifest(place)
  const missing = files.filter((file) => !file.startsWith('!') && globSync(join(place, file)).length === 0)
  if (missing.length > 0) throw new Error(`The package of ${directory} does not contain ${missing.join(', ')}.`)
}

const folder = await mkdtemp(join(tmpdir(), 'packages-'))
try {
  for (const directory of PUBLISHED) {
    const tarball = await packInto(folder, directory)
    const place = join(folder, directory)
    await run('pnpm', ['exec', 'publint', '--strict', tarball], { cwd: TOOLS })
    // The emulator needs Node 22.13, which supports `exports`, so the resolution of older versions is irrelevant.
    const profile = directory === 'packages/cognito-emulator' ? ['--profile=node16'] : []
    const { types } = await readManifest(place)
    if (types) await run('pnpm', ['exec', 'attw', ...profile, tarball], { cwd: TOOLS })
    await checkLicences(place, directory)
    await checkFiles(place, directory)
    const checks = ['publint --strict', ...(types ? ['are-the-types-wrong'] : []), 'the check of the licences']
    console.log(`${directory}: passed ${checks.join(', ')}`)
  }

  await writeFile(join(folder, 'publisher.json'), JSON.stringify(OWNER))
  fillManifests(folder)
  for (const directory of PUBLISHED) {
    const place = join(folder, directory)
    await run('pnpm', ['exec', 'publint', '--strict', place], { cwd: TOOLS })
    const { stdout } = await run('npm', ['publish', '--dry-run', '--access', 'public'], { cwd: place })
    console.log(`${directory}: npm would publish ${stdout.trim()}`)
  }
} catch (error) {
  console.error(error instanceof Error && 'stdout' in error ? `${error.message}\n${String(error.stdout)}` : error)
  process.exitCode = 1
} finally {
  await rm(folder, { recursive: true })
}
