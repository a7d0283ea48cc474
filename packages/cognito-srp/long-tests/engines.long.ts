// Runs this package's browser tests in Chromium, Firefox and WebKit, and checks the client's test vectors with each engine's
// BigInt. Usage: node --conditions=@cognito-srp/source packages/cognito-srp/long-tests/engines.long.ts [engine…]
import { resolve } from 'node:path'
import { run } from '@cognito-srp/testing/run'
import { ENGINE_NAMES, type EngineName } from '@cognito-srp/testing/engines/engines'
import { openPage } from '../test/browser/pages.ts'
import { startSite } from '../test/browser/site.ts'
import { bundleForPages } from '../test/bundle.ts'
import { allVectors } from '../test/vectors.ts'

const REPOSITORY = resolve(import.meta.dirname, '../../..')
/** Arguments for Vitest. Runs one file at a time, because two browsers that start together slow each other down. */
const TESTS = ['--config', 'vitest.workspace.ts', '--project', 'cognito-srp', '--no-file-parallelism', 'test/browser/']
/** Tests of popups and the back/forward cache, which only Playwright can control. */
const CHROMIUM_TESTS = 'test/chromium/'
/** Maximum time between an event and the result of a hosted login's call, in milliseconds. */
const SETTLE_LIMIT_MS = '2000'
const ANSWERS = `
import { findDifferences, native } from './test/answers.ts'
globalThis.differences = (vector) => findDifferences(native, vector)`

declare global {
  var differences: (vector: object) => Promise<string[]>
}

const chosen = process.argv.slice(2)
for (const name of ENGINE_NAMES.filter((name) => chosen.length === 0 || chosen.includes(name))) {
  const tests = name === 'Chromium' ? [...TESTS, CHROMIUM_TESTS] : TESTS
  const succeeded = await run('pnpm', ['exec', 'vitest', 'run', ...tests], {
    cwd: REPOSITORY,
    env: { BROWSER_ENGINE: name, SETTLE_LIMIT_MS },
  })
  console.log(`${name}: the browser tests ${succeeded ? 'pass' : 'FAIL'}`)
  const differences = await tryVectors(name).catch((cause: unknown) => [String(cause)])
  for (const difference of differences) console.log(`${name}: ${difference}`)
  if (!succeeded || differences.length > 0) process.exitCode = 1
}

/** Checks the client's test vectors in a page. Returns a line for each vector with a wrong result. */
async function tryVectors(engineName: EngineName): Promise<string[]> {
  const answers = await bundleForPages(ANSWERS, { fromSources: true })
  const site = await startSite({}, { engineName, files: { '/answers.js': answers } })
  try {
    const page = await openPage(site)
    await page.evaluate((path) => import(path).then(() => null), '/answers.js')
    const vectors = allVectors()
    const lines: string[] = []
    for (const vector of vectors) {
      const names = await page.evaluate((vector) => globalThis.differences(vector), vector)
      if (names.length > 0) lines.push(`${vector.id}: ${names.join(', ')}`)
    }
    const { name, version } = site.engine
    console.log(`${name} ${version}: ${vectors.length} vectors, ${lines.length} differences`)
    return lines
  } finally {
    await site.close()
  }
}
