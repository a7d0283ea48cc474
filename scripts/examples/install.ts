import { execFile } from 'node:child_process'
import { cp, mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { installClient } from '../../interop/consumers/consumer.ts'

const REPOSITORY = join(import.meta.dirname, '../..')
const LEFT_BEHIND = /\/(?:node_modules|dist|\.next|\.env\.local)(?:\/|$)/
const run = promisify(execFile)

/**
 * Copies and installs the examples as a user would, with the third-party packages pinned in `interop/pnpm-lock.yaml`
 * and the client from its tarball. The copies are next to each other, because they share files.
 */
export async function installExamples(names: readonly string[], tarball: string, folder: string): Promise<void> {
  for (const name of names) {
    await cp(join(REPOSITORY, 'examples', name), join(folder, 'examples', name), {
      recursive: true,
      filter: (path) => !LEFT_BEHIND.test(path.slice(REPOSITORY.length)),
    })
  }
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) {
    await cp(join(REPOSITORY, 'interop', file), join(folder, 'interop', file))
  }
  // The lockfile refers to the client at this path. Link the packed client there.
  await installClient(tarball, join(folder, 'packed'))
  await mkdir(join(folder, 'packages'))
  await symlink(join(folder, 'packed/node_modules/@cognito-srp/client'), join(folder, 'packages/cognito-srp'))

  const filters = names.map((name) => `--filter=../examples/${name}`)
  await run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline', ...filters], { cwd: join(folder, 'interop') })
  // In a real project, the client and its peer dependencies are in the same node_modules.
  for (const peer of ['react', 'oauth4webapi']) {
    await symlink(join(folder, 'examples/hosted-login/node_modules', peer), join(folder, 'packed/node_modules', peer))
  }
}
