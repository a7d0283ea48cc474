import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { integrityOf, tarballOf } from './tarball.ts'

export interface Manifest {
  bin?: string | Record<string, string>
  scripts?: Record<string, string>
  hasInstallScript?: boolean
  dist: { tarball: string; integrity: string; shasum: string; signatures?: unknown }
}

/** What a bad registry serves in the place of a package, made from what the package says of itself. */
export interface Planted {
  /** Names of the packages, as `@scope/name` or `name`. */
  packages: readonly string[]
  files: (manifest: Manifest) => Record<string, string>
  /** Whether the metadata names the checksum of the planted bytes; else npm finds out by itself. */
  adaptsMetadata: boolean
}

/** What runs without being called, where install scripts are allowed. */
export const INSTALL_SCRIPTS = { preinstall: 'sh ./plant', postinstall: 'sh ./plant' }

/**
 * A registry on 127.0.0.1 that hands out what `upstream` has, except for what is planted. What it got is kept in a
 * folder, so that one registry after another asks for it once.
 */
export async function startRegistry(upstream: string, folder: string, plant?: Planted) {
  let planted = plant
  let served = 0
  const server = createServer((request, response) => {
    answer(request.url ?? '/').then(
      ({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body),
      (error: unknown) => response.writeHead(502).end(String(error)),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

  async function answer(path: string): Promise<{ status: number; type: string; body: Buffer | string }> {
    const name = decodeURIComponent(path.slice(1)).replace(/\/-\/.*$/, '')
    const isPlanted = planted?.packages.includes(name) === true
    if (path.endsWith('.tgz')) {
      if (isPlanted) served++
      const body = isPlanted ? bytesOf(await manifestOf(name, path)) : await fetchKept(path)
      return { status: 200, type: 'application/octet-stream', body }
    }
    const metadata = await readMetadata(path)
    if (metadata === undefined) return { status: 404, type: 'application/json', body: '{}' }
    for (const manifest of Object.values(metadata.versions ?? {})) {
      if (isPlanted) adapt(manifest)
      manifest.dist.tarball = manifest.dist.tarball.replace(/^https?:\/\/[^/]+\//, url)
    }
    return { status: 200, type: 'application/json', body: JSON.stringify(metadata) }
  }

  async function readMetadata(path: string): Promise<{ versions?: Record<string, Manifest> } | undefined> {
    const body = await fetchKept(path).catch(() => undefined)
    return body === undefined ? undefined : (JSON.parse(body.toString()) as { versions?: Record<string, Manifest> })
  }

  async function manifestOf(name: string, path: string): Promise<Manifest> {
    const metadata = await readMetadata(`/${name.replace('/', '%2f')}`)
    const found = Object.values(metadata?.versions ?? {}).find(({ dist }) => new URL(dist.tarball).pathname === path)
    if (found === undefined) throw new Error(`${name} has no ${path}.`)
    return found
  }

  function bytesOf(manifest: Manifest): Buffer {
    return tarballOf(planted?.files(manifest) ?? {})
  }

  function adapt(manifest: Manifest): void {
    if (planted?.adaptsMetadata !== true) return
    const bytes = bytesOf(manifest)
    manifest.dist.integrity = integrityOf(bytes)
    manifest.dist.shasum = createHash('sha1').update(bytes).digest('hex')
    delete manifest.dist.signatures
    manifest.hasInstallScript = true
    manifest.scripts = INSTALL_SCRIPTS
  }

  async function fetchKept(path: string): Promise<Buffer> {
    const kept = join(folder, createHash('sha256').update(path).digest('hex'))
    if (existsSync(kept)) return readFileSync(kept)
    const response = await fetch(new URL(path.slice(1), upstream))
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    const bytes = Buffer.from(await response.arrayBuffer())
    writeFileSync(kept, bytes)
    return bytes
  }

  return {
    url,
    /** How often what is planted was handed out. */
    get served() {
      return served
    },
    /** From now on everything is genuine, at the same address. */
    repent: () => void (planted = undefined),
    close: () => server.close(),
  }
}
