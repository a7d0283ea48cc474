// Prints a PATH with the folders of this repository's commands.
// Usage: node scripts/bootstrap.mjs
//
// npm installs pnpm and Node as pinned in scripts/bootstrap/package-lock.json. npm rejects files that do not match the
// lockfile's checksums and runs no package scripts. The installation runs again only when the lockfile changes, so
// later starts do not need the network.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SOURCE = fileURLToPath(new URL('bootstrap', import.meta.url))
const NODE_MODULES = fileURLToPath(new URL('../node_modules', import.meta.url))
const CACHE = join(NODE_MODULES, '.cache/bootstrap')

/** Returns a PATH with the folders of `pnpm`, `node` and the commands of the installed packages. */
export function bootstrap() {
  const lockfile = readFileSync(join(SOURCE, 'package-lock.json'))
  const checksum = createHash('sha256').update(lockfile).digest('hex').slice(0, 16)
  const folder = join(CACHE, `${process.platform}-${process.arch}-${checksum}`)
  if (!existsSync(folder)) install(folder)
  return [...programFolders(folder), join(NODE_MODULES, '.bin')].join(delimiter)
}

/**
 * Installs into a temporary folder and then renames it, so that a concurrent start never finds an incomplete folder.
 */
function install(folder) {
  mkdirSync(CACHE, { recursive: true })
  const unfinished = mkdtempSync(join(CACHE, 'unfinished-'))
  try {
    for (const file of ['.npmrc', 'package.json', 'package-lock.json']) {
      cpSync(join(SOURCE, file), join(unfinished, file))
    }
    runNpm(unfinished)
    if (programFolders(unfinished).length < 2) throw new Error(missingMessage())
    renameSync(unfinished, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error // otherwise a concurrent start was faster
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

function runNpm(cwd) {
  const parameters = ['ci', '--ignore-scripts', '--include=optional', '--loglevel=http']
  const shell = process.platform === 'win32' // npm is a batch file on Windows
  const { error, status } = spawnSync('npm', parameters, { cwd, shell, stdio: ['ignore', 'ignore', 'inherit'] })
  if (error) throw new Error(`npm does not start (${error.message}). Install Node, which includes npm.`)
  if (status !== 0) throw new Error(`pnpm and Node were not installed, because npm ci exited with status ${status}.`)
}

/** Returns the folders of pnpm and Node for this system. If npm rejected a package, its folder is missing. */
function programFolders(folder) {
  const modules = join(folder, 'node_modules')
  const inFolder = (path) => (existsSync(path) ? readdirSync(path).map((name) => join(path, name)) : [])
  const pnpm = inFolder(join(modules, '@pnpm'))
  const node = inFolder(modules).filter((path) => path.startsWith(join(modules, 'node-')))
  return [...pnpm, ...node.map((path) => join(path, 'bin'))]
}

/** Returns the message for a missing optional package, which npm omits without a message and with exit status 0. */
function missingMessage() {
  return (
    `npm could not install pnpm or Node for ${process.platform}-${process.arch}. There are three possible reasons:\n` +
    '- The registry cannot be reached. See the requests above, and run `npm config get registry`.\n' +
    '- The registry, a proxy or the npm cache serves files that scripts/bootstrap/package-lock.json does not pin. Run\n' +
    '  `npm cache clean --force` and try again. If it fails again, report it as SECURITY.md says. Never change the checksum.\n' +
    '- scripts/bootstrap/package.json lists no package for this system.'
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(bootstrap())
