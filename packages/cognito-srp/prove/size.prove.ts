// What pages download of the built package, against the bars. esbuild bundles with code splitting, as sites do: the
// implementation for runtimes without BigInt is then a file that no other runtime asks for.
// Run: pnpm --filter @cognito-srp/client size
import { gzipSync } from 'node:zlib'

import { splitForPages } from '../test/bundle.ts'

/** What pages use, and how much of it they may download: kB of 1000 bytes, minified and compressed. */
const SIZES = [
  {
    use: 'sign-in, session, sign-out',
    names: 'createCognitoClient, signIn, getSession, signOut',
    barKb: 14,
  },
  { use: 'session only', names: 'createCognitoClient, getSession', barKb: 4.8 },
]

const sizeKb = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length / 1000, 0)

for (const { use, names, barKb } of SIZES) {
  const { atOnce, late } = await splitForPages(`export { ${names} } from '@cognito-srp/client'`, { minify: true })
  const verdict = sizeKb(atOnce) > barKb ? `OVER THE BAR of ${barKb} kB` : `at most ${barKb} kB`
  const withoutBigInt = late.length > 0 ? `; without BigInt ${sizeKb(late).toFixed(1)} kB more` : ''
  console.log(`${use}: ${sizeKb(atOnce).toFixed(1)} kB, ${verdict}${withoutBigInt}`)
  if (sizeKb(atOnce) > barKb) process.exitCode = 1
}
