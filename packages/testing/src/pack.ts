import { execFile } from 'node:child_process'
import { mkdir, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const CLIENT = resolve(import.meta.dirname, '../../cognito-srp')
const run = promisify(execFile)

/** Packs a package, by default the client, into an empty folder, as it would be published; the path of the tarball. */
export async function pack(folder: string, source: string = CLIENT): Promise<string> {
  await run('pnpm', ['pack', '--pack-destination', folder], { cwd: source })
  const tarball = (await readdir(folder)).find((file) => file.endsWith('.tgz'))
  if (!tarball) throw new Error('pnpm pack made no tarball.')
  return join(folder, tarball)
}

/** Puts the files of the packed client into `node_modules` of a project, as an install does. */
export function unpack(tarball: string, project: string): Promise<void> {
  return extract(tarball, join(project, 'node_modules/@cognito-srp/client'))
}

/** Puts the files of a tarball into a folder. */
export async function extract(tarball: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', folder])
}
