// node scripts/bootstrap.mjs: prints the folders of this repository's commands, for a PATH.
//
// npm installs pnpm and Node as scripts/bootstrap/package-lock.json says: it refuses bytes that do not have the lockfile's
// checksums, and runs no script of a package. It runs again only when that lockfile changes, so that later starts need no
// network.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SOURCE = fileURLToPath(new URL('bootstrap', import.meta.url))
const NODE_MODULES = fileURLToPath(new URL('../node_modules', import.meta.url))
const CACHE = join(NODE_MODULES, '.cache/bootstrap')

/** The folders of `pnpm`, `node` and the commands of the installed packages, in the form of a PATH. */
export function bootstrap() {
  const lockfile = readFileSync(join(SOURCE, 'package-lock.json'))
  const checksum = createHash('sha256').update(lockfile).digest('hex').slice(0, 16)
  const folder = join(CACHE, `${process.platform}-${process.arch}-${checksum}`)
  if (!existsSync(folder)) install(folder)
  return [...programFolders(folder), join(NODE_MODULES, '.bin')].join(delimiter)
}

/** Installs under another name and renames, so that a simultaneous start sees a complete folder or none. */
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
    if (!existsSync(folder)) throw error // else a simultaneous start was faster
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

function runNpm(cwd) {
  const parameters = ['ci', '--ignore-scripts', '--include=optional', '--loglevel=http']
  const shell = process.platform === 'win32' // npm is a batch file there
  const { error, status } = spawnSync('npm', parameters, { cwd, shell, stdio: ['ignore', 'ignore', 'inherit'] })
  if (error) throw new Error(`npm does not start (${error.message}). It comes with Node: install Node with npm.`)
  if (status !== 0) throw new Error(`npm ci exited with status ${status}: pnpm and Node are not installed.`)
}

/** Where npm put the packages for this system: of pnpm one and of Node one, or none where npm refused the bytes. */
function programFolders(folder) {
  const modules = join(folder, 'node_modules')
  const inFolder = (path) => (existsSync(path) ? readdirSync(path).map((name) => join(path, name)) : [])
  const pnpm = inFolder(join(modules, '@pnpm'))
  const node = inFolder(modules).filter((path) => path.startsWith(join(modules, 'node-')))
  return [...pnpm, ...node.map((path) => join(path, 'bin'))]
}

/** npm leaves an optional package out, without a reason and with status 0, when it cannot install the package. */
function missingMessage() {
  return (
    `npm could not install pnpm or Node for ${process.platform}-${process.arch}. There are three possible reasons:\n` +
    '- The registry cannot be reached: see the requests above, and `npm config get registry`.\n' +
    '- The registry, a proxy or the cache of npm serves other bytes than scripts/bootstrap/package-lock.json pins. Run\n' +
    '  `npm cache clean --force` and try again. If it fails again, report it as SECURITY.md says; never change the checksum.\n' +
    '- scripts/bootstrap/package.json has no package for this system.'
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(bootstrap())
