import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import { build, type BuildOptions, type Plugin } from 'esbuild'

const FOLDER = fileURLToPath(new URL('.', import.meta.url))

/**
 * Keeps dynamically imported modules out of the bundle. On a production site, browsers download dynamically imported
 * modules on demand, as separate files.
 */
const LATE_IS_EXTERNAL: Plugin = {
  name: 'late is external',
  setup(build) {
    build.onResolve({ filter: /^/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    )
  },
}

/** Keeps installed packages out of the bundle, so that the runtime resolves packages with its own export conditions. */
const INSTALLED_IS_EXTERNAL: Plugin = {
  name: 'installed is external',
  setup(build) {
    build.onResolve({ filter: /^/ }, ({ kind, path, resolveDir }) => {
      if (kind === 'entry-point') return undefined
      if (!path.startsWith('.')) return { path, external: true }
      const file = resolve(resolveDir, path)
      return file.includes('node_modules') ? { path: file, external: true } : undefined
    })
  },
}

/**
 * Bundles a module for a production site. The bundle is minified and tree-shaken, and does not contain lazy-loaded modules.
 *
 * @param format `iife` for a script that runs in a page, or `esm` for a module whose exports must be kept
 */
export function bundleForBrowsers(source: string, format: 'iife' | 'esm' = 'iife'): Promise<string> {
  return bundle(source, { minify: true, format, target: 'es2022', plugins: [LATE_IS_EXTERNAL] })
}

/** Bundles a module for a runtime that resolves packages itself. Resolves relative imports from this folder. */
export function bundleForRuntimes(source: string): Promise<string> {
  return bundle(source, { format: 'esm', platform: 'node', target: 'es2022', plugins: [INSTALLED_IS_EXTERNAL] })
}

/**
 * Bundles a module and all its dependencies, using the export conditions and the package.json fields that Metro uses
 * for React Native.
 */
export function bundleForReactNative(source: string): Promise<string> {
  return bundle(source, {
    format: 'iife',
    target: 'es2020',
    conditions: ['react-native'],
    mainFields: ['react-native', 'browser', 'main'],
  })
}

async function bundle(source: string, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: FOLDER, loader: 'ts' },
    bundle: true,
    platform: 'browser',
    define: options.platform === 'node' ? {} : { global: 'globalThis', 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
    ...options,
    write: false,
  })
  const [file] = outputFiles
  if (file === undefined) throw new Error('esbuild returned no output file.')
  return file.text
}
