import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Options } from 'tsup'

const DEPENDENCIES = [/^big-integer$/, /^@noble\/hashes/]

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/** Two builds, each as ESM and as CommonJS. The conditions of `exports` in package.json choose between them. */
const common: Options = {
  entry: { index: 'src/index.ts', 'srp/index': 'src/srp/index.ts' },
  target: 'es2020',
  tsconfig: 'tsconfig.build.json',
  splitting: true, // what is imported late is a file of its own
  removeNodeProtocol: false,
}

/** Leaves the dependencies to whoever installs or bundles it. */
const esm: Options = { ...common, format: 'esm' }

/** Holds the dependencies, which are ESM; tsup makes `require` of `import()`, which Jest's defaults cannot load. */
const cjs: Options = { ...common, format: 'cjs', noExternal: DEPENDENCIES }

const nodeFiles: Plugin = {
  name: 'x.node.ts takes the place of x.ts',
  setup(build) {
    build.onResolve({ filter: /^\..*\.ts$/ }, ({ path, resolveDir }) => {
      const nodeFile = join(resolveDir, path.replace(/\.ts$/, '.node.ts'))
      return existsSync(nodeFile) ? { path: nodeFile } : undefined
    })
  },
}

/** Holds the dependencies as well: reading their files one by one took up to a third of the first sign-in. */
const onNode: Options = { outDir: 'dist/node', esbuildPlugins: [nodeFiles], noExternal: DEPENDENCIES }

/** Cleans once: the builds run side by side, one inside the folder of the other. */
export default function config(): Options[] {
  rmSync(join(import.meta.dirname, 'dist'), { recursive: true, force: true })
  return [
    { ...esm, dts: true },
    { ...cjs, dts: true },
    { ...esm, ...onNode },
    { ...cjs, ...onNode },
  ]
}
