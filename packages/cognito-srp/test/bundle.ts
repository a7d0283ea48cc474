import { resolve } from 'node:path'
import { build } from 'esbuild'

const PACKAGE = resolve(import.meta.dirname, '..')

/**
 * Bundles a program that imports `@cognito-srp/client`. The bundle is a single file that runs in browsers and contains the
 * dependencies.
 *
 * @param options `fromSources`: bundles the sources instead of the built package; `format`: a module, or a script that runs when
 *   it is loaded; `keepsUnused`: keeps unused code of imported modules, like a framework's development build; `external`: packages
 *   to leave out
 */
export async function bundleForPages(
  program: string,
  {
    fromSources = false,
    minify = false,
    format = 'esm',
    keepsUnused = false,
    external = [],
  }: {
    fromSources?: boolean
    minify?: boolean
    format?: 'esm' | 'iife'
    keepsUnused?: boolean
    external?: readonly string[]
  } = {},
): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: PACKAGE, loader: 'ts' }, // inside the package, so that the package can be imported by its name
    bundle: true,
    write: false,
    format,
    platform: 'browser',
    target: 'es2022',
    minify,
    external: [...external],
    treeShaking: !keepsUnused,
    ignoreAnnotations: keepsUnused,
    conditions: fromSources ? ['@cognito-srp/source'] : [],
    logLevel: 'error',
  })
  return outputFiles.map(({ text }) => text).join('')
}
