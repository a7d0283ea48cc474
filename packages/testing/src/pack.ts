import { execFile } from 'node:child_process'
import { mkdir, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const PACKAGE = resolve(import.meta.dirname, '../../cognito-srp')
const run = promisify(execFile)

/** Packs the client into the folder as it would be published; the path of the tarball. */
export async function pack(folder: string): Promise<string> {
  await run('pnpm', ['pack', '--pack-destination', folder], { cwd: PACKAGE })
  const tarball = (await readdir(folder)).find((file) => file.endsWith('.tgz'))
  if (!tarball) throw new Error('pnpm pack made no tarball.')
  return join(folder, tarball)
}

/** Lays the files of a packed package into `node_modules` of a project, as an install does. */
export async function unpack(tarball: string, project: string): Promise<void> {
  const installed = join(project, 'node_modules/@cognito-srp/client')
  await mkdir(installed, { recursive: true })
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed])
}
