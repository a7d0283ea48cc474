import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Options } from 'tsup'

const DEPENDENCIES = ['big-integer', /^@noble\/hashes/]

const common: Options = {
  entry: { index: 'src/index.ts', 'srp/index': 'src/srp/index.ts' },
  target: 'es2020',
  tsconfig: 'tsconfig.build.json',
  clean: true,
  treeshake: true,
  removeNodeProtocol: false,
}

/** ESM leaves the dependencies to whoever installs or bundles it; what is loaded late is a file of its own. */
const esm: Options = { ...common, format: 'esm', splitting: true }

/**
 * CommonJS holds its dependencies, which are ESM, and has no native `import()`, which Jest's defaults cannot load: what
 * is loaded late is part of the file and runs at its first use.
 */
const cjs: Options = {
  ...common,
  format: 'cjs',
  splitting: false,
  treeshake: false,
  noExternal: DEPENDENCIES,
  esbuildOptions: (options) => {
    options.supported = { 'dynamic-import': false }
  },
}

/** The build for Node: a file `x.node.ts` takes the place of `x.ts`. The conditions in package.json choose the build. */
const onNode: Options = {
  outDir: 'dist/node',
  esbuildPlugins: [
    {
      name: 'x.node.ts takes the place of x.ts',
      setup(build) {
        build.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, resolveDir }) => {
          const nodeFile = join(resolveDir, path.replace(/\.ts$/, '.node.ts'))
          return existsSync(nodeFile) ? { path: nodeFile } : undefined
        })
      },
    },
  ],
}

const config: Options[] = [
  { ...esm, dts: true },
  { ...cjs, dts: true },
  { ...esm, ...onNode },
  { ...cjs, ...onNode },
]

export default config
