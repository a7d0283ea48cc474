import { resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'

const PACKAGE = resolve(import.meta.dirname, '..')

/**
 * Bundles a program that imports `@cognito-srp/client` for pages, into one file with its dependencies.
 *
 * @param options `fromSources`: takes the sources instead of the built package; `format`: a module, or a script that
 *   runs at once; `leavesOutLate`: what `import()` loads stays outside, as bundlers that split code do; `keepsUnused`:
 *   everything in an imported module stays, as when a framework bundles for development
 */
export async function bundleForPages(
  program: string,
  {
    fromSources = false,
    minify = false,
    format = 'esm',
    leavesOutLate = false,
    keepsUnused = false,
  }: {
    fromSources?: boolean
    minify?: boolean
    format?: 'esm' | 'iife'
    leavesOutLate?: boolean
    keepsUnused?: boolean
  } = {},
): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: PACKAGE, loader: 'ts' }, // inside the package, so that it finds itself by name
    bundle: true,
    write: false,
    format,
    platform: 'browser',
    target: 'es2022',
    minify,
    treeShaking: !keepsUnused,
    ignoreAnnotations: keepsUnused,
    conditions: fromSources ? ['@cognito-srp/source'] : [],
    plugins: leavesOutLate ? [LATE_IS_EXTERNAL] : [],
    logLevel: 'error',
  })
  return outputFiles.map(({ text }) => text).join('')
}

const LATE_IS_EXTERNAL: Plugin = {
  name: 'late is external',
  setup(build) {
    build.onResolve({ filter: /^/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    )
  },
}
