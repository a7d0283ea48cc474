import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { unpack } from '@cognito-srp/testing/pack'

/** A folder here with a package.json: somebody's project that uses the client. */
export type Consumer = {
  /** The folder, which is also what chooses it. */
  name: string
  /** What people call such a project: the description of its package.json. */
  title: string
  /** Its third parties with their versions; those under other names are several versions of one, which prints its own. */
  versions: string
  /** How many environments it signs in from, each of which prints a line. */
  environments: number
  /** What a user has to do there, one line; nothing in most. */
  setup?: string
}

type Manifest = {
  name: string
  description: string
  consumer?: { environments?: number; setup?: string }
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

const FOLDER = import.meta.dirname
const CLIENT = join(FOLDER, '../../packages/cognito-srp')
const run = promisify(execFile)

export function listConsumers(): Consumer[] {
  return globSync('*/package.json', { cwd: FOLDER }).sort().map(readConsumer)
}

function readConsumer(path: string): Consumer {
  const manifest = JSON.parse(readFileSync(join(FOLDER, path), 'utf8')) as Manifest
  const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    .filter(([name, version]) => !name.startsWith('@types/') && !version.startsWith('npm:'))
    .map(([name, version]) => `${name} ${version}`)
  return {
    name: basename(dirname(path)),
    title: manifest.description,
    versions: versions.join(', '),
    environments: manifest.consumer?.environments ?? 1,
    ...(manifest.consumer?.setup !== undefined && { setup: manifest.consumer.setup }),
  }
}

/**
 * A copy of the consumer with its third parties as the lockfile pins them, laid out flat as npm does, and the client
 * from the tarball. What consumers share lies beside their own files.
 */
export async function prepareConsumer({ name }: Consumer, tarball: string, project: string): Promise<void> {
  const flat = ['--config.node-linker=hoisted', '--config.inject-workspace-packages=true']
  const offline = ['--prefer-offline', '--config.frozen-lockfile=true']
  await run('pnpm', [`--filter=./consumers/${name}`, ...flat, ...offline, 'deploy', project], {
    cwd: join(FOLDER, '..'),
  })
  await cp(join(FOLDER, 'shared'), project, { recursive: true, force: false }) // its own files stay
  await installClient(tarball, project)
}

/** The client from its tarball with what it depends on, as npm lays them into a project. */
export async function installClient(tarball: string, project: string): Promise<void> {
  await unpack(tarball, project)
  for (const dependency of ['@noble/hashes', 'big-integer']) await installDependency(dependency, project)
}

/** Where npm would put it: at the top, below the client where a third party has taken that place. */
async function installDependency(dependency: string, project: string): Promise<void> {
  const top = join(project, 'node_modules', dependency)
  const nested = join(project, 'node_modules/@cognito-srp/client/node_modules', dependency)
  await cp(join(CLIENT, 'node_modules', dependency), existsSync(top) ? nested : top, {
    recursive: true,
    dereference: true,
  })
}
