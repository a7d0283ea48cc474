import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const PACKAGE = resolve(import.meta.dirname, '..')

/** Packs the package into the folder as it would be published; the path of the tarball. */
export async function pack(folder: string): Promise<string> {
  await promisify(execFile)('pnpm', ['pack', '--pack-destination', folder], { cwd: PACKAGE })
  const tarball = (await readdir(folder)).find((file) => file.endsWith('.tgz'))
  if (!tarball) throw new Error('pnpm pack made no tarball.')
  return join(folder, tarball)
}
