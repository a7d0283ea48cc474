// The pnpm that this repository runs: npm brings it, the checksums in pnpm.json decide whether it is run.
//
// The executable of this system is a package of its own. npm fetches its tarball, so registries, proxies, credentials and
// npm's cache work as they do elsewhere, and no script of it is run. The tarball is unpacked when its sha512 is the one
// that pnpm.json has; the executable, kept in node_modules/.cache, is started when its sha512 is. Each start reads it
// anew: a copy that is damaged, half written or replaced is fetched again. Whoever can write there while a command
// starts can write this file as well.
import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

const CACHE = fileURLToPath(new URL('../node_modules/.cache/pnpm', import.meta.url))

/** By system: which version, and the sha512 of its tarball (as the registry says it) and of the executable inside. */
export const pins = JSON.parse(readFileSync(new URL('pnpm.json', import.meta.url), 'utf8'))

/** The folder that holds the verified executable, `pnpm` or `pnpm.exe`, and nothing else to run. */
export function verifiedPnpm() {
  const system = thisSystem()
  const pin = pins[system]
  if (pin === undefined) {
    throw new Error(`No pnpm is pinned for ${system}. CONTRIBUTING.md says how to add one to scripts/pnpm.json.`)
  }
  const folder = join(CACHE, `${pin.version}-${system}`)
  const executable = join(folder, executableName(system))
  if (!isPinned(executable, pin)) {
    mkdirSync(folder, { recursive: true })
    place(executable, executableIn(fetchPinned(system, pin), system))
    if (!isPinned(executable, pin)) throw new Error(`scripts/pnpm.json has the wrong checksum of pnpm for ${system}.`)
  }
  return folder
}

function isPinned(executable, pin) {
  return existsSync(executable) && sha512(readFileSync(executable)) === pin.executable
}

/** The name of this system in pnpm.json; musl's Linux needs executables of its own. */
function thisSystem() {
  const { platform, arch, report } = process
  if (platform !== 'linux') return `${platform}-${arch}`
  report.excludeNetwork = true
  return `linux-${arch}${report.getReport().header.glibcVersionRuntime === undefined ? '-musl' : ''}`
}

function executableName(system) {
  return system.startsWith('win32') ? 'pnpm.exe' : 'pnpm'
}

/** The tarball that is pinned. npm's cache may hold what a bad registry served once: the registry is asked after it. */
function fetchPinned(system, { version, tarball }) {
  const name = `@pnpm/exe.${system}@${version}`
  console.error(`Fetching ${name}`)
  let received
  for (const preference of ['--prefer-offline', '--prefer-online']) {
    const bytes = fetchTarball(name, preference)
    received = sha512(bytes)
    if (received === tarball) return bytes
  }
  throw new Error(
    `${name} is not what this repository pins, so it was not unpacked and not run.\n` +
      `  expected ${tarball}\n  received ${received}\n` +
      'The registry, a proxy or the cache of npm serves other bytes. See `npm config get registry`, run ' +
      '`npm cache clean --force` and try again. Should it stay so, report it as SECURITY.md says; never put the ' +
      'received checksum into scripts/pnpm.json.',
  )
}

/** What npm gets for a name and version. */
export function fetchTarball(name, preference) {
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, 'fetch-'))
  try {
    runNpm(['pack', name, '--ignore-scripts', preference], folder)
    return readFileSync(join(folder, readdirSync(folder)[0]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function runNpm(parameters, destination) {
  // npm itself where it runs this script: Windows starts no `npm` without a shell.
  const npm = process.env['npm_execpath'] ?? ''
  const isNpm = npm.endsWith('npm-cli.js')
  const [program, first, shell] = isNpm ? [process.execPath, [npm], false] : ['npm', [], process.platform === 'win32']
  const env = { ...process.env, npm_config_pack_destination: destination }
  const { error, status, stderr } = spawnSync(program, [...first, ...parameters], { env, shell, encoding: 'utf8' })
  if (error !== undefined) {
    throw new Error(
      `npm could not be started (${error.message}). It comes with Node: install Node with npm and try again.`,
    )
  }
  if (status !== 0) throw new Error(`npm ${parameters.join(' ')} failed:\n${stderr}`)
}

export function sha512(bytes) {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`
}

/** The executable inside a tarball: a row of entries, each a header of 512 bytes with name and size, then its bytes. */
export function executableIn(tarball, system) {
  const tar = gunzipSync(tarball)
  const wanted = `package/${executableName(system)}`
  for (let at = 0; at < tar.length;) {
    const [name] = tar.toString('latin1', at, at + 100).split('\0')
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 136), 8)
    if (name === wanted) return tar.subarray(at + 512, at + 512 + size)
    at += 512 * (1 + Math.ceil((size || 0) / 512))
  }
  throw new Error(`The package of pnpm for ${system} has no ${wanted}.`)
}

/** Written under another name first: whoever starts at the same time sees a whole executable or none. */
function place(executable, bytes) {
  const unfinished = `${executable}-${randomUUID()}`
  try {
    writeFileSync(unfinished, bytes, { mode: 0o755, flag: 'wx' })
    renameSync(unfinished, executable)
  } catch (error) {
    // Windows replaces no program that runs: then another start was faster. Its copy is checked as ours would be.
    if (!existsSync(executable)) throw error
  } finally {
    rmSync(unfinished, { force: true })
  }
}

// node scripts/verified-pnpm.mjs: prints the folder, for a PATH.
if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(verifiedPnpm())
