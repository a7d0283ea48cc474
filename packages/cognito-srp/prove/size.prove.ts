// What pages download of the built package, against the bars. esbuild bundles as a site without code splitting would.
// Run: pnpm --filter @cognito-srp/client size
import { gzipSync } from 'node:zlib'

import { bundleForPages } from '../test/bundle.ts'

/** What pages use, and how much of it they may download: kB of 1000 bytes, minified and compressed. */
const SIZES = [
  {
    use: 'sign-in, session, sign-out',
    names: 'createCognitoClient, signIn, getSession, signOut',
    barKb: 19,
  },
  { use: 'session only', names: 'createCognitoClient, getSession', barKb: 6 },
]

for (const { use, names, barKb } of SIZES) {
  const bundle = await bundleForPages(`export { ${names} } from '@cognito-srp/client'`, { minify: true })
  const sizeKb = gzipSync(bundle, { level: 9 }).length / 1000
  const verdict = sizeKb > barKb ? `OVER THE BAR of ${barKb} kB` : `at most ${barKb} kB`
  console.log(`${use}: ${sizeKb.toFixed(1)} kB, ${verdict}`)
  if (sizeKb > barKb) process.exitCode = 1
}
