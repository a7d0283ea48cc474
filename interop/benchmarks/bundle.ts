import { fileURLToPath } from 'node:url'

import { build, type Plugin } from 'esbuild'

const FOLDER = fileURLToPath(new URL('.', import.meta.url))

/** What a library imports late is a file of its own on a site, and downloaded when it is needed. */
const LATE_IS_EXTERNAL: Plugin = {
  name: 'late is external',
  setup(build) {
    build.onResolve({ filter: /^/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    )
  },
}

/**
 * Bundles a module for browsers as a site would: what a page downloads at once, minified, unused parts dropped.
 *
 * @param format `iife` for a script that runs in a page, `esm` for a module whose exports are what is used of it
 */
export async function bundleForBrowsers(source: string, format: 'iife' | 'esm' = 'iife'): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: FOLDER, loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    format,
    platform: 'browser',
    target: 'es2022',
    define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"' },
    plugins: [LATE_IS_EXTERNAL],
    logLevel: 'error',
  })
  const [file] = outputFiles
  if (file === undefined) throw new Error('esbuild wrote no file.')
  return file.text
}
