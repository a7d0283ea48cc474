import { execFile } from 'node:child_process'
import { mkdir, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const CLIENT = resolve(import.meta.dirname, '../../cognito-srp')
const run = promisify(execFile)

/** Packs a package, by default the client, into an empty folder, as for publishing. @returns the path of the tarball */
export async function pack(folder: string, source: string = CLIENT): Promise<string> {
  await run('pnpm', ['pack', '--pack-destination', folder], { cwd: source })
  const tarball = (await readdir(folder)).find((file) => file.endsWith('.tgz'))
  if (!tarball) throw new Error('pnpm pack did not create a tarball.')
  return join(folder, tarball)
}

/** Extracts the packed client into a project's `node_modules`, as an installation would. */
export function unpack(tarball: string, project: string): Promise<void> {
  return extract(tarball, join(project, 'node_modules/@cognito-srp/client'))
}

/** Extracts a tarball into a folder. */
export async function extract(tarball: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', folder])
}
