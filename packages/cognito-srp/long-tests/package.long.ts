import { execFile } from 'node:child_process'
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { pack } from '@cognito-srp/testing/pack'

import { bundleForPages } from '../test/bundle.ts'
import { vectorsOf } from '../test/vectors.ts'
import { runWithoutBigInt } from '../test/without-bigint.ts'

const PACKAGE = resolve(import.meta.dirname, '..')
const TOOLS = resolve(PACKAGE, '../../tools')
const run = promisify(execFile)

/** Old runtimes stop at the first word they cannot read, even where it would never run. */
async function checkSyntax(): Promise<void> {
  for await (const path of glob('dist/**/*.{js,cjs}', { cwd: PACKAGE })) {
    const code = await readFile(join(PACKAGE, path), 'utf8')
    if (/\b\d+n\b/.test(code)) throw new Error(`${path} holds a BigInt literal.`)
    if (path.endsWith('.cjs') && /\bimport\(/.test(code)) throw new Error(`${path} holds a native import().`)
  }
}

/** The portable build in a realm without BigInt, bundled for a page from ESM, and loaded as it is from CommonJS. */
async function computeWithoutBigInt(): Promise<void> {
  const vector = vectorsOf('passwordClaim').find(({ id }) => id === 'helper-signature')
  const compute = 'done(tracePasswordClaim(input).then(({ signature }) => signature))'
  const scripts = [
    await bundleForPages(`import { tracePasswordClaim } from '@cognito-srp/client/srp'; ${compute}`, {
      format: 'iife',
    }),
    `const { tracePasswordClaim } = require(${JSON.stringify(join(PACKAGE, 'dist/srp/index.cjs'))}); ${compute}`,
  ]
  for (const script of scripts) {
    const signature = await runWithoutBigInt(script, vector?.input)
    if (signature !== vector?.output['signature']) throw new Error('Without BigInt the signature is another.')
  }
}

/**
 * Whatever two entries both export is one thing, so that `instanceof` holds between them: in a Node process that comes by
 * `import` and by `require`, and in CommonJS as Jest loads it.
 */
async function checkOneInstance(): Promise<void> {
  const entries = ['', '/identity-js', '/react', '/server', '/srp']
  const names = entries.map((entry) => `@cognito-srp/client${entry}`)
  const files = entries.map((entry) => `./dist${entry}/index.cjs`)
  const program = (modules: string) => `Promise.all(${modules}).then((modules) => {
    const known = new Map()
    for (const [name, value] of modules.flatMap((module) => Object.entries(module))) {
      if (known.has(name) && known.get(name) !== value) throw new Error(name + ' is there twice.')
      known.set(name, value)
    }
    if (!known.has('SrpError')) throw new Error('Nothing was loaded.')
  })`
  const list = names.map((name) => `require('${name}'), import('${name}')`).join()
  for (const modules of [`[${list}]`, `${JSON.stringify(files)}.map(require)`])
    await run(process.execPath, ['--input-type=commonjs', '--eval', program(modules)], { cwd: PACKAGE })
}

const folder = await mkdtemp(join(PACKAGE, 'node_modules', '.package-'))
try {
  const tarball = await pack(folder)
  await run('pnpm', ['exec', 'publint', '--strict', tarball], { cwd: TOOLS })
  console.log('publint --strict: nothing to say')
  await run('pnpm', ['exec', 'attw', tarball], { cwd: TOOLS })
  console.log('are the types wrong: no, in any resolution')
  await checkSyntax()
  console.log('no BigInt literal, and no native import() in CommonJS')
  await checkOneInstance()
  console.log('what two entries export is one thing, however it is loaded')
  await computeWithoutBigInt()
  console.log('without BigInt, ESM and CommonJS give the signature of a vector')
} catch (error) {
  console.error(error instanceof Error && 'stdout' in error ? `${error.message}\n${String(error.stdout)}` : error)
  process.exitCode = 1
} finally {
  await rm(folder, { recursive: true })
}
