import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { listen } from '@cognito-srp/testing/listen'

export interface Manifest {
  bin?: string | Record<string, string>
  scripts?: Record<string, string>
  hasInstallScript?: boolean
  dist: { tarball: string; integrity: string; shasum: string; signatures?: unknown }
}

/** Packages that a malicious registry replaces. */
export interface Planted {
  /** Names of the packages, as `@scope/name` or `name`. */
  packages: readonly string[]
  files: (manifest: Manifest) => Record<string, string>
  /** Whether the metadata contains the planted package's checksum instead of the genuine package's checksum. */
  adaptsMetadata: boolean
}

/** Scripts that run automatically if install scripts are allowed. */
export const INSTALL_SCRIPTS = { preinstall: 'sh ./plant', postinstall: 'sh ./plant' }

/**
 * Starts a registry on 127.0.0.1 that serves the packages of `upstream`, except the planted packages. `folder` is its
 * cache.
 */
export async function startRegistry(upstream: string, folder: string, plant?: Planted) {
  let planted = plant
  let served = 0
  const { url, close } = await listen((request, response) => {
    answer(request.url ?? '/').then(
      (body) => response.end(body),
      (error: unknown) => response.writeHead(502).end(String(error)), // npm and pnpm repeat the request
    )
  })
  return {
    url: `${url}/`,
    /** Number of responses with planted metadata or a planted tarball. */
    get served() {
      return served
    },
    /** Serves only genuine packages from now on, at the same address. */
    repent: () => void (planted = undefined),
    close,
  }

  async function answer(path: string): Promise<Buffer | string> {
    const name = decodeURIComponent(path.slice(1)).replace(/\/-\/.*$/, '')
    const plantedHere = planted?.packages.includes(name) ? planted : undefined
    const isTarball = path.endsWith('.tgz')
    if (plantedHere && (isTarball || plantedHere.adaptsMetadata)) served++
    if (isTarball && plantedHere === undefined) return fetchOnce(upstream, path, folder)
    const packument = `/${name.replace('/', '%2f')}`
    const metadata = JSON.parse(String(await fetchOnce(upstream, packument, folder))) as Metadata
    for (const manifest of Object.values(metadata.versions)) {
      const { pathname } = new URL(manifest.dist.tarball)
      if (isTarball && plantedHere && pathname === path) return plantedTarball(folder, manifest, plantedHere)
      if (plantedHere?.adaptsMetadata) adapt(manifest, plantedTarball(folder, manifest, plantedHere))
      manifest.dist.tarball = `${url}${pathname}`
    }
    return JSON.stringify(metadata)
  }
}

interface Metadata {
  versions: Record<string, Manifest>
}

/** Fetches a path of the upstream registry, once for all registries with the same folder. */
async function fetchOnce(upstream: string, path: string, folder: string): Promise<Buffer> {
  const kept = join(folder, createHash('sha256').update(path).digest('hex'))
  if (existsSync(kept)) return readFileSync(kept)
  const response = await fetch(new URL(path.slice(1), upstream))
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  writeFileSync(kept, bytes)
  return bytes
}

/** Returns the planted files as a tarball whose bytes are the same each time. */
function plantedTarball(folder: string, manifest: Manifest, { files }: Planted): Buffer {
  const tarball = join(folder, `planted-${basename(manifest.dist.tarball)}`)
  if (!existsSync(tarball)) {
    const unpacked = mkdtempSync(join(folder, 'files-'))
    for (const [path, text] of Object.entries(files(manifest))) {
      const file = join(unpacked, 'package', path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text, { mode: 0o755 })
    }
    execFileSync('tar', ['-czf', tarball, '-C', unpacked, 'package'])
  }
  return readFileSync(tarball)
}

function adapt(manifest: Manifest, tarball: Buffer): void {
  const checksum = (algorithm: string, encoding: 'hex' | 'base64') =>
    createHash(algorithm).update(tarball).digest(encoding)
  manifest.dist.integrity = `sha512-${checksum('sha512', 'base64')}`
  manifest.dist.shasum = checksum('sha1', 'hex')
  delete manifest.dist.signatures
  manifest.hasInstallScript = true
  manifest.scripts = INSTALL_SCRIPTS
}
