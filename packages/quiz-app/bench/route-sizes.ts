import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import type { Rolldown } from 'vite'

// Builds the app and measures the gzipped JavaScript that a first visit to each route downloads. Prints a Markdown table, and
// exits with status 1 if the login route exceeds its limit.

const APP_FOLDER = join(import.meta.dirname, '..')
const LOGIN_BAR_KB = 118
const BYTES_PER_KB = 1000

/** Modules that each route lazy-loads in addition to the entry, by their paths in `src`. */
const ROUTES: Record<string, readonly string[]> = {
  login: [],
  'login, challenge': ['features/login/login-challenge.tsx'],
  'login, recovery': ['features/login/recovery.tsx'],
  home: ['while-signed-in.tsx', 'home-page.tsx'],
  'home, account': ['while-signed-in.tsx', 'home-page.tsx', 'features/account/account-panel.tsx'],
  quiz: ['while-signed-in.tsx', 'features/quiz/quiz-screen.tsx'],
  stats: ['while-signed-in.tsx', 'features/stats/stats-screen.tsx'],
}

const chunks = await buildChunks()
console.log('| route | gzip, by Vite | limit |\n|---|---|---|')
for (const [route, screens] of Object.entries(ROUTES)) {
  const files = new Set<string>()
  for (const root of [findEntry(), ...screens.map(findScreen)]) collect(root, files)
  const kilobytes = (sizeOf(files) + gzippedBytes(readFileSync(join(APP_FOLDER, 'public/theme.js')))) / BYTES_PER_KB
  const isOver = route === 'login' && kilobytes > LOGIN_BAR_KB
  const bar = route === 'login' ? `${LOGIN_BAR_KB} kB${isOver ? ', **missed**' : ''}` : ''
  console.log(`| ${route} | ${kilobytes.toFixed(1)} kB | ${bar} |`)
  if (isOver) process.exitCode = 1
}

async function buildChunks(): Promise<ReadonlyMap<string, Rolldown.OutputChunk>> {
  const built = await build({ root: APP_FOLDER, logLevel: 'error', build: { write: false } })
  const outputs = Array.isArray(built) ? built : [built]
  const written = outputs.flatMap((output) => ('output' in output ? output.output : []))
  return new Map(written.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])))
}

function findEntry(): Rolldown.OutputChunk {
  return found('entry', ({ isEntry }) => isEntry)
}

function findScreen(file: string): Rolldown.OutputChunk {
  return found(file, ({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${file}`) ?? false)
}

function found(name: string, isIt: (chunk: Rolldown.OutputChunk) => boolean): Rolldown.OutputChunk {
  const chunk = [...chunks.values()].find(isIt)
  if (chunk === undefined)
    throw new Error(`The build has no chunk for ${name}. Check that the app still lazy-loads it.`)
  return chunk
}

/** Adds the file names of a chunk and of all its static imports to `files`. */
function collect({ fileName, imports }: Rolldown.OutputChunk, files: Set<string>): void {
  if (files.has(fileName)) return
  files.add(fileName)
  for (const name of imports) {
    const imported = chunks.get(name)
    if (imported) collect(imported, files)
  }
}

function sizeOf(files: ReadonlySet<string>): number {
  return [...files].reduce((sum, name) => sum + gzippedBytes(chunks.get(name)?.code ?? ''), 0)
}

function gzippedBytes(contents: string | Buffer): number {
  return gzipSync(contents, { level: 9 }).length
}
