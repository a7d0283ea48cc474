import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const LOCKFILES = ['pnpm-lock.yaml', 'interop/pnpm-lock.yaml', 'deploy/pnpm-lock.yaml']
const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')

/** Entries under `packages:`, each with its name, version and text. */
function packagesOf(lockfile: string): { name: string; entry: string }[] {
  const [, packages = ''] = /^packages:\n([\s\S]*?)^snapshots:/m.exec(read(lockfile)) ?? []
  return packages
    .split(/^ {2}(?=\S)/m)
    .slice(1)
    .map((text) => ({ name: text.split(':\n')[0]?.replaceAll("'", '') ?? '', entry: text }))
}

test.each(LOCKFILES)('%s has a checksum for every package', (lockfile) => {
  const packages = packagesOf(lockfile)
  expect(packages.length).toBeGreaterThan(50)
  expect(packages.filter(({ entry }) => !/resolution: \{integrity: sha512-[\w+/]{86}==\}/.test(entry))).toEqual([])
})

test.each(LOCKFILES)('no dependency in %s comes from git or a URL', (lockfile) => {
  const asked = [...read(lockfile).matchAll(/specifier: (.+)/g)].map((match) => match[1] ?? '')
  expect(asked.length).toBeGreaterThan(5)
  expect(asked.filter((specifier) => /:\/\/|^git|^[\w-]+\//.test(specifier))).toEqual([])
})

test.each(LOCKFILES)('no package in %s may run install scripts', (lockfile) => {
  const workspace = read(join(dirname(lockfile), 'pnpm-workspace.yaml'))
  const [, builds = ''] = /^allowBuilds:\n((?: {2}.*\n)+)/m.exec(workspace) ?? []
  expect(builds.trim().split('\n').length).toBeGreaterThan(1)
  expect(
    builds
      .trim()
      .split('\n')
      .filter((line) => !line.endsWith(': false')),
  ).toEqual([])
})

test('no file contains a command that runs unpinned packages', () => {
  const files = execFileSync('git', ['ls-files', '*.md', '*.json', '*.yml', '*.ts', '*.mjs'], { encoding: 'utf8' })
  const ours = files
    .split('\n')
    .filter((file) => file !== '' && !/CHANGELOG|^docs\/decisions|lockfiles\.test/.test(file))
  expect(ours.length).toBeGreaterThan(300)
  expect(ours.filter((file) => /\b(?:npx (?!--no -- )|npm exec|bunx|(?:pnpm|yarn) dlx)\b/.test(read(file)))).toEqual([])
})

type Locked = { version: string; integrity: string; os: string | string[]; cpu: string | string[] }

/** The packages that npm installs first: pnpm and Node for each system. */
function bootstrapPackages() {
  const lockfile = JSON.parse(read('scripts/bootstrap/package-lock.json')) as { packages: Record<string, Locked> }
  const { '': _root, ...packages } = lockfile.packages
  return Object.entries(packages).map(([path, { version, integrity, os, cpu }]) => {
    const system = `${[os].flat().join()}-${[cpu].flat().join()}`
    return { name: path.replace('node_modules/', ''), version, integrity, system }
  })
}

test('the lockfile of pnpm and Node has a checksum for every package', () => {
  const checksums = bootstrapPackages().map(({ integrity }) => integrity)
  expect(checksums.length).toBeGreaterThan(10)
  expect(checksums.filter((checksum) => !/^sha512-[\w+/]{86}==$/.test(checksum))).toEqual([])
  expect(new Set(checksums).size).toBe(checksums.length)
})

test.each(['@pnpm/', 'node-'])('the lockfile of pnpm and Node has one package %s… for each system', (prefix) => {
  const packages = bootstrapPackages().filter(({ name }) => name.startsWith(prefix))
  expect(packages.map(({ system }) => system).toSorted()).toEqual([
    'darwin-arm64',
    'darwin-x64',
    'linux-arm64',
    'linux-x64',
    'win32-arm64',
    'win32-x64',
  ])
})

test('packageManager names the pnpm version in the lockfile', () => {
  const { packageManager } = JSON.parse(read('package.json')) as { packageManager: string }
  expect(packageManager).toMatch(/^pnpm@\d+\.\d+\.\d+\+sha512\.[0-9a-f]{128}$/)
  expect(JSON.parse(read('deploy/package.json'))).toMatchObject({ packageManager })
  const pnpm = bootstrapPackages().find(({ name }) => name === '@pnpm/exe.linux-x64')
  expect(packageManager).toContain(`pnpm@${pnpm?.version}+`)
})
