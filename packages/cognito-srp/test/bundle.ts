import { relative, resolve } from 'node:path'
import { build, type BuildOptions } from 'esbuild'

const PACKAGE = resolve(import.meta.dirname, '..')

export type BundleOptions = {
  /** Takes the sources instead of the built package. */
  fromSources?: boolean
  minify?: boolean
  /** A script that can be run at once, or a module. */
  format?: 'esm' | 'iife'
}

/** Bundles a program that imports `@cognito-srp/client` for pages, into one file with its dependencies. */
export async function bundleForPages(program: string, options: BundleOptions = {}): Promise<string> {
  const { outputFiles } = await build({ ...pageOptions(program, options), write: false })
  return outputFiles.map(({ text }) => text).join('')
}

/**
 * The same with code splitting, as most sites are built.
 *
 * @returns the files that a page downloads at once, and those that it would download later
 */
export async function splitForPages(
  program: string,
  options: BundleOptions = {},
): Promise<Record<'atOnce' | 'late', string[]>> {
  const split = { splitting: true, outdir: 'out', metafile: true, write: false } as const
  const { outputFiles, metafile } = await build({ ...pageOptions(program, options), ...split })

  const entries = Object.keys(metafile.outputs).filter((path) => metafile.outputs[path]?.entryPoint)
  const loaded = new Set(entries)
  for (const path of loaded) {
    const imports = metafile.outputs[path]?.imports.filter(({ kind }) => kind === 'import-statement') ?? []
    for (const imported of imports) loaded.add(imported.path)
  }
  const textsOf = (isWanted: boolean) =>
    outputFiles.filter(({ path }) => loaded.has(relative(PACKAGE, path)) === isWanted).map(({ text }) => text)
  return { atOnce: textsOf(true), late: textsOf(false) }
}

function pageOptions(program: string, { fromSources = false, minify = false, format = 'esm' }: BundleOptions) {
  return {
    stdin: { contents: program, resolveDir: PACKAGE, loader: 'ts' },
    absWorkingDir: PACKAGE,
    bundle: true,
    format,
    platform: 'browser',
    target: 'es2022',
    minify,
    conditions: fromSources ? ['development'] : [],
    logLevel: 'error',
  } satisfies BuildOptions
}
