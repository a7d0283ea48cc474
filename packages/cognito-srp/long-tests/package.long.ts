// Checks the built files of the client. scripts/long-tests/packages.long.ts checks the tarballs of both packages. Run: npm run
// prove -- package.long
import { execFile } from 'node:child_process'
import { glob, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

import { bundleForPages } from '../test/bundle.ts'
import { vectorAbout } from '../test/vectors.ts'
import { runWithoutBigInt } from '../test/without-bigint.ts'

const PACKAGE = resolve(import.meta.dirname, '..')
const DIST = join(PACKAGE, 'dist')
const run = promisify(execFile)

/**
 * Rejects BigInt literals, and native `import()` in CommonJS, because old runtimes cannot parse a file that contains this
 * syntax.
 */
async function checkSyntax(): Promise<void> {
  for await (const path of glob('**/*.{js,cjs}', { cwd: DIST })) {
    const code = await readFile(join(DIST, path), 'utf8')
    if (/\b\d+n\b/.test(code)) throw new Error(`${path} contains a BigInt literal.`)
    if (path.endsWith('.cjs') && /\bimport\(/.test(code)) throw new Error(`${path} contains a native import().`)
  }
}

/** Runs the built files in a realm without BigInt: ESM bundled for a page, CommonJS, and the files for React Native. */
async function computeWithoutBigInt(): Promise<void> {
  const { input, expected } = vectorAbout('PasswordClaim', 'signature from cognito-srp-helper')
  const compute = 'done(tracePasswordClaim(input).then(({ signature }) => signature))'
  const scripts = [
    await bundleForPages(
      `import '@cognito-srp/client/without-bigint'
      import { tracePasswordClaim } from '@cognito-srp/client/srp'; ${compute}`,
      { format: 'iife' },
    ),
    `${requireBuilt('without-bigint.cjs')}; const { tracePasswordClaim } = ${requireBuilt('srp/index.cjs')}; ${compute}`,
    `const { tracePasswordClaim } = ${requireBuilt('react-native/srp/index.cjs')}; ${compute}`,
  ]
  for (const script of scripts) {
    const signature = await runWithoutBigInt(script, input)
    if (signature !== expected['signature']) throw new Error('Without BigInt the signature is different.')
  }
}

function requireBuilt(file: string): string {
  return `require(${JSON.stringify(join(DIST, file))})`
}

/**
 * Checks that an export has the same value in all entries, so that `instanceof` works across entries. Covers `import` and
 * `require` in one Node process, and the CommonJS files that Jest loads.
 */
async function checkOneInstance(): Promise<void> {
  const entries = ['', '/identity-js', '/oauth', '/react', '/server', '/srp']
  const names = entries.map((entry) => `@cognito-srp/client${entry}`)
  const files = entries.map((entry) => `./dist${entry}/index.cjs`)
  const program = (modules: string) => `Promise.all(${modules}).then((modules) => {
    const known = new Map()
    for (const [name, value] of modules.flatMap((module) => Object.entries(module))) {
      if (known.has(name) && known.get(name) !== value) throw new Error(name + ' has two different values.')
      known.set(name, value)
    }
    if (!known.has('SrpError')) throw new Error('Nothing was loaded.')
  })`
  const list = names.map((name) => `require('${name}'), import('${name}')`).join()
  for (const modules of [`[${list}]`, `${JSON.stringify(files)}.map(require)`])
    await run(process.execPath, ['--input-type=commonjs', '--eval', program(modules)], { cwd: PACKAGE })
}

await checkSyntax()
console.log('no BigInt literal, and no native import() in CommonJS')
await checkOneInstance()
console.log('entries that export the same name export the same value, whether imported or required')
await computeWithoutBigInt()
console.log('without BigInt, ESM, CommonJS and the files for React Native compute the signature of a vector')
