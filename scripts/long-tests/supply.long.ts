// Serves packages with planted programs, which do not match this repository's lockfiles. With empty caches and an empty
// home folder, the planted programs must not run. With the genuine packages, the same command must succeed, and must
// succeed again without a registry. `ATTACKED=../before` tests another checkout. Arguments select trials by name. The
// genuine packages come from npm's configured registry.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

import { INSTALL_SCRIPTS, startRegistry, type Manifest, type Planted } from './registry.ts'

const REPOSITORY = join(import.meta.dirname, '../..')
const ATTACKED = process.env['ATTACKED'] ?? REPOSITORY
const LONGEST_MS = 400_000

/**
 * Command that installs the dependencies, as every command of the repository does, and then runs Node and one
 * dependency.
 */
const COMMAND = ['scripts/with-pnpm.mjs', 'node --version && oxfmt --version']

/** Installs only pnpm and Node. */
const BOOTSTRAP = 'scripts/bootstrap.mjs'

/**
 * Planted program, which only writes to the file that the variable HARM names. The installation continues, so that
 * other planted programs can run too.
 */
const PLANT = '#!/bin/sh\necho planted >> "$HARM"\n'

const system = `${process.platform}-${process.arch}`
const pnpm = ['pnpm', `@pnpm/exe.${system}`]
const node = [`node-${system.replace('win32', 'win')}`]
const plant = (packages: readonly string[], adaptsMetadata = true): Planted => ({ packages, adaptsMetadata, files })

type Expected = 'works' | 'refuses'

const TRIALS: { name: string; planted?: Planted; expects: Expected }[] = [
  { name: 'the genuine registry', expects: 'works' },
  { name: 'a planted pnpm with its own checksum in the metadata', planted: plant(pnpm), expects: 'refuses' },
  { name: 'a planted pnpm with the genuine metadata', planted: plant(pnpm, false), expects: 'refuses' },
  { name: 'a planted Node with its own checksum in the metadata', planted: plant(node), expects: 'refuses' },
  { name: 'a planted dependency with its own checksum in the metadata', planted: plant(['oxfmt']), expects: 'refuses' },
]

/**
 * Files of a planted package, which has the genuine package's name and version. Its programs and install scripts are
 * the planted program.
 */
function files(manifest: Manifest): Record<string, string> {
  const { dist: _dist, ...described } = manifest
  const { bin = {} } = manifest
  const programs = ['plant', 'pnpm', 'pnpm.exe', ...(typeof bin === 'string' ? [bin] : Object.values(bin))]
  return {
    'package.json': JSON.stringify({ ...described, scripts: INSTALL_SCRIPTS }),
    ...Object.fromEntries(programs.map((path) => [path.replace(/^\.\//, ''), PLANT])),
  }
}

const chosen = process.argv.slice(2)
const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
const folder = await mkdtemp(join(tmpdir(), 'supply-'))
let failures = 0
try {
  await mkdir(join(folder, 'registry'))
  for (const [index, { name, planted, expects }] of TRIALS.entries()) {
    if (chosen.length > 0 && !chosen.some((part) => name.includes(part))) continue
    const place = join(folder, String(index))
    const registry = await startRegistry(upstream, join(folder, 'registry'), planted)
    judge(name, expects, await start(place, registry.url))
    if (planted !== undefined && registry.served === 0)
      fail(`${name}: the planted package was never requested, so nothing was tried`)
    if (planted?.packages === pnpm && existsSync(join(ATTACKED, BOOTSTRAP))) {
      registry.repent() // npm's cache still contains the planted package
      judge('the genuine pnpm after the planted one', 'works', await start(place, registry.url, [BOOTSTRAP]))
    }
    await registry.close()
    if (expects === 'works')
      judge(`${name}, started again without the registry`, 'works', await start(place, registry.url))
    await rm(place, { recursive: true, force: true, maxRetries: 3 })
  }
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
}
console.log(failures === 0 ? '\nharm: no' : `\nharm: yes (${failures})`)
process.exitCode = failures === 0 ? 0 : 1

/** Runs the command in a copy of the checkout, as after a clone. */
async function start(place: string, registry: string, command = COMMAND) {
  const copy = join(place, 'checkout')
  for (const file of trackedFiles()) await cp(join(ATTACKED, file), join(copy, file))
  const harm = join(place, 'harm')
  const startMs = performance.now()
  const child = spawn('node', command, { cwd: copy, env: environment(join(place, 'home'), harm, registry) })
  const kill = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS)
  const said = Promise.all([child.stdout.setEncoding('utf8').toArray(), child.stderr.setEncoding('utf8').toArray()])
  const [code] = (await once(child, 'exit')) as [number | null]
  clearTimeout(kill)
  const planted = await readFile(harm, 'utf8').catch(() => '')
  const seconds = Math.round((performance.now() - startMs) / 1_000)
  return { code, runs: planted.split('planted').length - 1, said: (await said).flat().join(''), seconds }
}

function trackedFiles(): string[] {
  const parameters = ['-C', ATTACKED, 'ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']
  return execFileSync('git', parameters, { encoding: 'utf8', maxBuffer: 2 ** 24 })
    .split('\0')
    .filter(Boolean)
}

/** Environment without this repository's installation and without this user's settings and caches of npm and pnpm. */
function environment(home: string, harm: string, registry: string): NodeJS.ProcessEnv {
  const ours = (key: string) => /^(npm_|pnpm_|xdg_|init_cwd$|node_path$)/i.test(key)
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !ours(key)))
  const path = (env['PATH'] ?? '').split(delimiter).filter((entry) => !entry.includes('node_modules'))
  return {
    ...env,
    PATH: path.join(delimiter),
    HOME: home,
    USERPROFILE: home,
    HARM: harm,
    npm_config_registry: registry,
    pnpm_config_registry: registry,
    npm_config_fetch_retries: '0',
    pnpm_config_fetch_retries: '0',
    npm_config_update_notifier: 'false',
  }
}

function judge(name: string, expects: Expected, { code, runs, said, seconds }: Awaited<ReturnType<typeof start>>) {
  const isRight = runs === 0 && (code === 0) === (expects === 'works')
  const outcome = runs > 0 ? `planted programs ran ${runs} times` : code === 0 ? 'works' : 'refuses'
  const line = `${name}: ${outcome} (${seconds} s)`
  if (isRight) console.log(`passed: ${line}`)
  else fail(line)
  const reason = said.split('\n').filter((line) => /integrity|checksum|does not pin/i.test(line))
  if (expects !== 'works' || !isRight) console.log((isRight ? reason.slice(0, 4) : [said.slice(-3_000)]).join('\n'))
}

function fail(line: string): void {
  failures++
  console.log(`FAILED: ${line}`)
}
