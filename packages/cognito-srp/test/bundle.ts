import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'tsup'

const PACKAGE = resolve(import.meta.dirname, '..')

/**
 * Bundles a program that imports `@cognito-srp/client` for pages, into one file with its dependencies.
 *
 * @param options `fromSources`: takes the sources instead of the built package
 */
export async function bundleForPages(
  program: string,
  { fromSources = false, minify = false }: { fromSources?: boolean; minify?: boolean },
): Promise<string> {
  // Inside the package, so that it finds itself by name.
  const folder = await mkdtemp(join(PACKAGE, 'node_modules', '.bundle-'))
  try {
    const entry = join(folder, 'program.ts')
    await writeFile(entry, program)
    await build({
      config: false,
      silent: true,
      entry: { bundle: entry },
      outDir: folder,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      noExternal: [/.*/],
      splitting: false,
      dts: false,
      minify,
      tsconfig: join(PACKAGE, 'tsconfig.build.json'),
      esbuildOptions(options) {
        options.conditions = [...(fromSources ? ['development'] : []), 'browser', 'import', 'module']
      },
    })
    return await readFile(join(folder, 'bundle.js'), 'utf8')
  } finally {
    await rm(folder, { recursive: true })
  }
}
