import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { installClient } from '../consumers/consumer.ts'

/** A folder outside the repository with an installation of the packed client and of this folder's third-party packages. */
export type Project = { folder: string; close: () => Promise<void> }

/** Names of the two compared libraries. Each program imports one of the two libraries. */
export const OURS = '@cognito-srp/client/identity-js'
export const INCUMBENT = 'amazon-cognito-identity-js'
export type Library = typeof OURS | typeof INCUMBENT

/** Folder of the incumbent as published, which includes its sources and tests. */
export const INCUMBENT_FOLDER = join(import.meta.dirname, 'node_modules', INCUMBENT)

export async function prepareProject(tarball: string): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'identity-js-'))
  const installed = join(import.meta.dirname, 'node_modules')
  await mkdir(join(folder, 'node_modules'))
  for (const name of await readdir(installed)) {
    if (!name.startsWith('.') && name !== '@cognito-srp')
      await symlink(join(installed, name), join(folder, 'node_modules', name))
  }
  await installClient(tarball, folder)
  return { folder, close: () => rm(folder, { recursive: true, force: true }) }
}
