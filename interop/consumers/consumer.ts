import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { unpack } from '@cognito-srp/testing/pack'

/** A consumer project, which is a folder next to this file with a package.json that uses the client. */
export type Consumer = {
  /** Name of the folder. Pass this name as an argument to select the project. */
  name: string
  /** Name of the tool or platform, from the description in package.json. */
  title: string
  /**
   * Third-party packages with their versions, without type declarations. Aliases for multiple versions of one package
   * are omitted, because the consumer prints each version that it tries.
   */
  versions: string
  /** Number of environments in which the consumer signs in. The consumer prints one line for each environment. */
  environments: number
  /** The configuration that users need, if any, in one line. */
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
 * Copies a consumer into `project` and installs its dependencies. Third-party packages are installed in their pinned
 * versions and in npm's flat layout. The client comes from the tarball. Shared files are copied next to the consumer's
 * own files.
 */
export async function prepareConsumer({ name }: Consumer, tarball: string, project: string): Promise<void> {
  const flat = ['--config.node-linker=hoisted', '--config.inject-workspace-packages=true']
  const offline = ['--prefer-offline', '--config.frozen-lockfile=true']
  await run('pnpm', [`--filter=./consumers/${name}`, ...flat, ...offline, 'deploy', project], {
    cwd: join(FOLDER, '..'),
  })
  await cp(join(FOLDER, 'shared'), project, { recursive: true, force: false }) // does not overwrite its own files
  await installClient(tarball, project)
}

/** Installs the client from its tarball, with its dependencies, as npm would. */
export async function installClient(tarball: string, project: string): Promise<void> {
  await unpack(tarball, project)
  for (const dependency of ['@noble/hashes', 'big-integer']) await installDependency(dependency, project)
}

/**
 * Installs a dependency at the top level, or, like npm, below the client if the top level already contains the package.
 */
async function installDependency(dependency: string, project: string): Promise<void> {
  const top = join(project, 'node_modules', dependency)
  const nested = join(project, 'node_modules/@cognito-srp/client/node_modules', dependency)
  await cp(join(CLIENT, 'node_modules', dependency), existsSync(top) ? nested : top, {
    recursive: true,
    dereference: true,
  })
}
