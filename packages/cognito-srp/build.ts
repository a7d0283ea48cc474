import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { build, transform, type BuildOptions, type Metafile, type OutputFile, type Plugin } from 'esbuild'
import { build as buildTypes } from 'tsup'

// Writes dist/: ESM for Node (dist/node) and for everything else, CommonJS for what cannot load ESM, and their types. The
// conditions of `exports` in package.json choose between them. What does not depend on that choice is written once.

const PACKAGE = import.meta.dirname
const DIST = join(PACKAGE, 'dist')
const SOURCES = join(PACKAGE, 'src')
const ENTRIES = {
  index: 'src/index.ts',
  'identity-js/index': 'src/identity-js/index.ts',
  'server/index': 'src/server/index.ts',
  'srp/index': 'src/srp/index.ts',
}
const PLATFORM = 'src/srp/platform.ts'

/** Marks a module as Node's: esbuild keeps one file of two suffixes apart. */
const NODE = '?node'

const COMMON = {
  absWorkingDir: PACKAGE,
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
  target: 'es2020',
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions

/** How esbuild writes a late `require`. Parcel takes it for an `import()` and leaves `undefined` in its place. */
const LATE_REQUIRE = /Promise\.resolve\(\)\.then\(\(\)=>([\w$]+\(require\("[^"]+"\)\))\)/g

type Inputs = Metafile['inputs']

await rm(DIST, { recursive: true, force: true })
await writeFiles(await bundle('esm', dependents(await readInputs())))
await writeFiles(await Promise.all((await bundle('cjs')).map(asCommonJs)))
await writeTypes()

/**
 * ESM leaves its dependencies to whoever installs or bundles it, but for Node, where reading their files one by one took up
 * to a third of the first sign-in. CommonJS holds the one that is ESM only; there is none for Node, whose `require` takes
 * the ESM (condition `module-sync`).
 *
 * @param onNode the modules that differ on Node
 */
async function bundle(format: 'esm' | 'cjs', onNode = new Set<string>()): Promise<OutputFile[]> {
  const entries = Object.entries(ENTRIES).map(([out, path]) => ({ in: path, out }))
  const differing = entries.filter((entry) => onNode.has(entry.in))
  const entryPoints = [...entries, ...differing.map((entry) => ({ in: entry.in + NODE, out: `node/${entry.out}` }))]
  const { outputFiles } = await build({
    ...COMMON,
    entryPoints,
    minify: format === 'esm', // CommonJS is minified in its own step
    lineLimit: 160, // Node prints the whole line of an error that nobody caught
    splitting: true, // what is imported late is a file of its own
    outdir: DIST,
    outExtension: { '.js': format === 'esm' ? '.js' : '.cjs' },
    plugins: [variants(onNode, format)],
  })
  return outputFiles
}

/** The modules of the package, and what each imports. */
async function readInputs(): Promise<Inputs> {
  const { metafile } = await build({
    ...COMMON,
    entryPoints: ENTRIES,
    outdir: DIST,
    packages: 'external',
    metafile: true,
  })
  return metafile.inputs
}

/** The modules that differ on Node, as they lead to the platform or to a dependency. */
function dependents(inputs: Inputs): Set<string> {
  const found = new Set([PLATFORM])
  const leadsThere = ({ imports }: Inputs[string]) => imports.some(({ path, external }) => external || found.has(path))
  for (let size = 0; size < found.size;) {
    size = found.size
    for (const [path, input] of Object.entries(inputs)) if (leadsThere(input)) found.add(path)
  }
  return found
}

/** Resolves from Node's modules to Node's modules: `x.node.ts` takes the place of `x.ts` there. */
function variants(dependents: Set<string>, format: 'esm' | 'cjs'): Plugin {
  return {
    name: 'variants',
    setup(build) {
      build.onResolve({ filter: /\?node$/ }, ({ path }) => ({
        path: resolve(PACKAGE, path.slice(0, -NODE.length)),
        suffix: NODE,
      }))
      build.onResolve({ filter: /^\..*\.ts$/ }, ({ path, resolveDir, pluginData }) => {
        const file = resolve(resolveDir, path)
        if (pluginData !== NODE || !isDependent(file)) return { path: file }
        return { path: isPlatform(file) ? file.replace(/ts$/, 'node.ts') : file, suffix: NODE }
      })
      build.onResolve({ filter: /^[^.]/ }, ({ path, importer, pluginData }) => {
        const isHeld = format === 'cjs' ? path !== 'big-integer' : pluginData === NODE
        return isHeld || !importer.startsWith(SOURCES) ? undefined : { path, external: true }
      })
      build.onLoad({ filter: /\.ts$/ }, async ({ path, suffix }) => ({
        contents: await readFile(path, 'utf8'),
        loader: 'ts',
        pluginData: suffix,
      }))
    },
  }
  function isDependent(file: string): boolean {
    return dependents.has(relative(PACKAGE, file))
  }
  function isPlatform(file: string): boolean {
    return relative(PACKAGE, file) === PLATFORM
  }
}

/** What is imported late is required late: Jest's defaults cannot load a native `import()`. */
async function asCommonJs({ path, text }: OutputFile): Promise<{ path: string; text: string }> {
  const { code } = await transform(text, {
    format: 'cjs',
    platform: 'node',
    target: 'es2019',
    supported: { 'dynamic-import': false },
    minify: true,
  })
  return { path, text: code.replace(LATE_REQUIRE, 'new Promise(done=>done($1))') }
}

/** The types of both formats are the same: those of ESM point at those of CommonJS, which older compilers take as well. */
async function writeTypes(): Promise<void> {
  const config = { entry: ENTRIES, format: 'cjs', outDir: DIST, tsconfig: 'tsconfig.build.json', silent: true } as const
  await buildTypes({ ...config, config: false, dts: { only: true } })
  const pointers = Object.keys(ENTRIES).map((entry) => ({
    path: join(DIST, `${entry}.d.ts`),
    text: `export * from './${basename(entry)}.cjs'\n`,
  }))
  await writeFiles(pointers)
}

async function writeFiles(files: readonly { path: string; text: string }[]): Promise<void> {
  for (const { path, text } of files) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
}
