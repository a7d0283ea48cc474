import { fileURLToPath } from 'node:url'

import { build } from 'esbuild'

const FOLDER = fileURLToPath(new URL('.', import.meta.url))

/** Bundles a module for browsers as a site would: one file, minified, unused parts dropped. */
export async function bundleForBrowsers(source: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: FOLDER, loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  })
  const [file] = outputFiles
  if (file === undefined) throw new Error('esbuild wrote no file.')
  return file.text
}
