import { globSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { noticesOf } from '@cognito-srp/testing/shipped'
import { defineConfig, type Options } from 'tsup'

// Writes dist/. Portable ESM has one file per source module, so that bundlers include only the modules that a program imports.
// CommonJS has one file per entry plus shared files, because Node reads many small files slowly. Node's `import` also
// loads the CommonJS files, through the files in dist/node. The conditions of `exports` in package.json select the format.

const SOURCES = join(import.meta.dirname, 'src')
const ENTRIES = {
  index: 'src/index.ts',
  'identity-js/index': 'src/identity-js/index.ts',
  'oauth/index': 'src/oauth/index.ts',
  'react/index': 'src/react/index.ts',
  'server/index': 'src/server/index.ts',
  'srp/index': 'src/srp/index.ts',
}
const REACT_NATIVE_ENTRIES = {
  'react-native/index': 'src/react-native/index.ts',
  'react-native/identity-js/index': 'src/react-native/identity-js/index.ts',
  'react-native/react/index': 'src/react-native/react/index.ts',
  'react-native/srp/index': 'src/react-native/srp/index.ts',
}
const WITHOUT_BIGINT = { 'without-bigint': 'src/without-bigint.ts' }

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/** Changes the extension of imported source modules to `.js`. */
const importJavaScript = {
  name: 'import JavaScript',
  renderChunk: (code: string) => ({ code: code.replace(/^((?:import|export|\}) .*"\..*)\.ts";$/gm, '$1.js";') }),
}

/** Resolves `platform.ts` to `platform.node.ts`. */
const preferNodeModules: Plugin = {
  name: 'prefer Node modules',
  setup(build) {
    build.onResolve({ filter: /\/platform\.ts$/ }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path.replace(/ts$/, 'node.ts')),
    }))
  },
}

const COMMON = {
  outDir: 'dist',
  target: 'es2020',
  platform: 'neutral',
  sourcemap: true,
  silent: true,
  esbuildOptions(options) {
    options.sourcesContent = false // src/ is in the package
    options.legalComments = 'none' // notices of bundled code are in licenses.txt
  },
} as const satisfies Options

export default defineConfig([
  {
    ...COMMON,
    entry: globSync('**/*.ts', { cwd: SOURCES, exclude: ['**/*.test.ts', '**/*.node.ts', 'react-native/**'] }).map(
      (file) => `src/${file}`,
    ),
    format: 'esm',
    bundle: false,
    plugins: [importJavaScript],
  },
  {
    ...COMMON,
    entry: { ...ENTRIES, ...WITHOUT_BIGINT, ...REACT_NATIVE_ENTRIES },
    format: 'cjs',
    splitting: true,
    target: 'es2019', // esbuild lowers `?.` and `??` better than tsup's conversion to CommonJS
    esbuildPlugins: [preferNodeModules],
    outExtension: () => ({ js: '.cjs' }),
    external: ['big-integer'],
    noExternal: [/^@noble\/hashes/, 'oauth4webapi'], // ES modules, which Jest cannot require
    onSuccess: async () => {
      await writeTypes()
      await writeNodeModules()
      await writeFile('dist/licenses.txt', noticesOf(import.meta.dirname, ['oauth4webapi']))
    },
  },
  {
    entry: { ...ENTRIES, ...WITHOUT_BIGINT },
    format: 'cjs',
    tsconfig: 'tsconfig.build.json',
    silent: true,
    dts: { only: true },
  },
])

/** Writes the ESM types, which re-export the identical CommonJS types. Older compilers accept re-exports too. */
async function writeTypes(): Promise<void> {
  for (const entry of Object.keys({ ...ENTRIES, ...WITHOUT_BIGINT })) {
    const from = `from './${basename(entry)}.cjs'\n`
    // `export *` omits the default export, which only this entry has.
    const defaultExport = entry === 'identity-js/index' ? `export { default } ${from}` : ''
    await writeFile(`dist/${entry}.d.ts`, `export * ${from}${defaultExport}`)
  }
}

/**
 * Writes ES modules with named re-exports of the CommonJS files, so that `import` and `require` load the same copy of the client.
 */
async function writeNodeModules(): Promise<void> {
  const require = createRequire(import.meta.url)
  for (const entry of Object.keys(ENTRIES)) {
    const { default: all, ...named } = require(`./dist/${entry}.cjs`) as Record<string, unknown>
    const names = `{ ${Object.keys(named).join(', ')} }`
    const file = `dist/node/${entry}.js`
    const from = `'${relative(dirname(file), `dist/${entry}.cjs`)}'`
    // In Node, the default import of a CommonJS module is its `module.exports`. In some bundlers, the default import
    // is `module.exports.default`.
    const defaultExport = all ? `import all from ${from}\nexport default all.default ?? all\n` : ''
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, `export ${names} from ${from}\n${defaultExport}`)
  }
}
