import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

import commonjs from '@rollup/plugin-commonjs'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import { rspack, rspackVersion } from '@rspack/core'
import * as esbuild from 'esbuild'
import { rollup, VERSION as rollupVersion } from 'rollup'
import * as vite from 'vite'
import webpack from 'webpack'

import { ANGULAR, bundleWithAngular } from './angular.ts'

/** Folder for temporary files, inside the workspace so that bundlers find the packages. Git ignores the folder. */
const CACHE = fileURLToPath(new URL('node_modules/.cache/', import.meta.url))

/** Name of the file with the program to bundle. */
const ENTRY = 'entry.js'

/**
 * Bundles the entry module for production, and returns the code that a page loads before the entry module runs.
 * Excludes lazy chunks.
 */
type Bundle = (entry: string, folder: string) => Promise<string[]>

/** Output chunk in the format of Rollup and Rolldown. */
type Chunk = { type: string; fileName: string; code?: string; isEntry?: boolean; imports?: readonly string[] }

const BUNDLERS: Readonly<Record<string, Bundle>> = {
  [`Vite ${vite.version}`]: async (entry, root) => {
    const build = { write: false, rolldownOptions: { input: entry } }
    const built = await vite.build({ root, configFile: false, logLevel: 'error', build })
    const [output] = Array.isArray(built) ? built : [built]
    return staticChunks(output && 'output' in output ? output.output : [])
  },
  [`webpack ${webpack.version}`]: (entry, path) =>
    new Promise((resolve, reject) => {
      webpack({ mode: 'production', entry, output: { path }, performance: false }, (error, stats) => {
        if (error || !stats || stats.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')))
        else resolve(initialAssets(stats.toJson({ entrypoints: true }), path))
      })
    }),
  [`rspack ${rspackVersion}`]: (entry, path) =>
    new Promise((resolve, reject) => {
      rspack({ mode: 'production', entry, output: { path } }, (error, stats) => {
        if (error || !stats || stats.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')))
        else resolve(initialAssets(stats.toJson({ entrypoints: true }), path))
      })
    }),
  [`Rollup ${rollupVersion}, minified by esbuild`]: async (input) => {
    const bundle = await rollup({ input, plugins: [nodeResolve({ browser: true }), commonjs()], onLog: () => {} })
    const { output } = await bundle.generate({ format: 'esm' })
    const chunks = staticChunks(output)
    return Promise.all(
      chunks.map(async (code) => (await esbuild.transform(code, { minify: true, format: 'esm' })).code),
    )
  },
  [`esbuild ${esbuild.version} with splitting`]: async (entry, outdir) => {
    const { metafile, outputFiles } = await esbuild.build({
      ...ESBUILD,
      entryPoints: [entry],
      outdir,
      splitting: true,
      metafile: true,
    })
    const codes = new Map(outputFiles.map(({ path, text }) => [basename(path), text]))
    const chunks = Object.entries(metafile.outputs).map(([path, { imports, entryPoint }]) => ({
      type: 'chunk',
      fileName: path,
      code: codes.get(basename(path)) ?? '',
      isEntry: entryPoint?.endsWith(ENTRY) ?? false,
      imports: imports.filter(({ kind }) => kind === 'import-statement').map(({ path: imported }) => imported),
    }))
    return staticChunks(chunks)
  },
  [`esbuild ${esbuild.version} without splitting`]: async (entry) => {
    const { outputFiles } = await esbuild.build({ ...ESBUILD, entryPoints: [entry] })
    return outputFiles.map(({ text }) => text)
  },
  [ANGULAR]: bundleWithAngular,
}

const ESBUILD = {
  bundle: true,
  minify: true,
  write: false,
  format: 'esm',
  logLevel: 'error',
  platform: 'browser',
  define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"' },
} as const

export const BUNDLER_NAMES = Object.keys(BUNDLERS)

/**
 * Bundles a program with each bundler, and returns the size of the code that a page downloads before the program runs.
 * Sizes are in kilobytes (1000 bytes) after gzip at level 9.
 */
export async function measureByBundler(program: string): Promise<Record<string, number>> {
  process.env['NODE_ENV'] = 'production' // read by @rollup/plugin-node-resolve
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, 'sizes-'))
  const entry = join(folder, ENTRY)
  writeFileSync(entry, program)
  try {
    const sizes: Record<string, number> = {}
    for (const [name, bundle] of Object.entries(BUNDLERS)) {
      const files = await bundle(entry, join(folder, `out-${Object.keys(sizes).length}`))
      if (files.length === 0) throw new Error(`${name} returned no chunk.`)
      sizes[name] = files.reduce((sum, code) => sum + gzipSync(code, { level: 9 }).length, 0) / 1000
    }
    return sizes
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Returns the code of the entry chunk and of all chunks that the entry chunk imports statically, directly or
 * indirectly.
 */
function staticChunks(output: readonly Chunk[]): string[] {
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]))
  const loaded = new Set(output.filter(({ isEntry }) => isEntry))
  for (const { imports = [] } of loaded) {
    for (const name of imports) {
      const chunk = chunks.get(name)
      if (chunk) loaded.add(chunk)
    }
  }
  return [...loaded].map(({ code = '' }) => code)
}

/** Returns the code of the files that webpack or rspack wrote for the entry point. */
function initialAssets(
  { entrypoints = {} }: { entrypoints?: Record<string, { assets?: { name: string }[] }> },
  path: string,
): string[] {
  const assets = Object.values(entrypoints).flatMap((entry) => entry.assets ?? [])
  return assets.map(({ name }) => readFileSync(join(path, name), 'utf8'))
}
