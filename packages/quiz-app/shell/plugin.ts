import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { loadEnv } from 'vite'
import type { Plugin } from 'vite'

import { createManifest, MANIFEST_FILE } from './manifest.ts'

const WORKER_FILE = 'service-worker.js'
/** Matches HTML files, which the list of files omits, because the service worker's own code caches the page. */
const PAGE = /\.html$/
const APP_FOLDER = join(import.meta.dirname, '..')

/** Vite plugin that makes the built app installable and usable offline: adds a manifest and a service worker with its list of files. */
export function appShell(): Plugin {
  let productName = ''
  return {
    name: 'app-shell',
    apply: 'build',
    configResolved({ mode }) {
      productName = loadEnv(mode, APP_FOLDER)['VITE_PRODUCT_NAME'] ?? 'Revisa'
    },
    transformIndexHtml: () => [{ tag: 'link', attrs: { rel: 'manifest', href: `/${MANIFEST_FILE}` } }],
    generateBundle(_options, bundle) {
      this.emitFile({ type: 'asset', fileName: MANIFEST_FILE, source: createManifest(productName) })
      const built = Object.keys(bundle).filter((file) => !PAGE.test(file))
      const files = [...built, MANIFEST_FILE, ...readdirSync(join(APP_FOLDER, 'public'))].map((file) => `/${file}`)
      const code = readFileSync(join(import.meta.dirname, WORKER_FILE), 'utf8')
      const version = createHash('sha256')
        .update(JSON.stringify([files, code]))
        .digest('hex')
        .slice(0, 12)
      const names = `const FILES = ${JSON.stringify(files)}\nconst VERSION = '${version}'\n`
      this.emitFile({ type: 'asset', fileName: WORKER_FILE, source: names + code })
    },
  }
}
