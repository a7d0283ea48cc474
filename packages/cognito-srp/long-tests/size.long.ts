// What pages download of the built package, against the bars: one file, without the implementation for runtimes that
// have no BigInt. That one is imported late, so that bundlers that split code make it a file nobody else asks for.
// Run: pnpm --filter @cognito-srp/client size
import { gzipSync } from 'node:zlib'

import { bundleForPages } from '../test/bundle.ts'

/**
 * What pages use, and how much of it they are meant to download: kB of 1000 bytes, minified and compressed. A missed bar
 * is said in the README with its figure (decision 051); what fails is to grow past `mostKb`.
 */
const SIGN_IN = { use: 'sign-in, session, sign-out', barKb: 14, mostKb: 14.4 }
const SESSION = { use: 'session only', barKb: 4.9, mostKb: 6.5 }

/** What the drop-in may add to the client. */
const IDENTITY_JS_ADDS_KB = 6

const signInKb = await judge('export { createCognitoClient, signIn, getSession, signOut }', '', SIGN_IN)
await judge('export { createCognitoClient, getSession }', '', SESSION)
const mostKb = signInKb + IDENTITY_JS_ADDS_KB
const identityJs = { use: 'the incumbent’s classes, signing in', barKb: mostKb, mostKb }
await judge('export { AuthenticationDetails, CognitoUser, CognitoUserPool }', '/identity-js', identityJs)
console.log(
  `server: ${(await measureKb(`export * from '@cognito-srp/client/server'`)).toFixed(1)} kB, which no page loads`,
)

async function judge(
  what: string,
  subpath: string,
  { use, barKb, mostKb }: { use: string; barKb: number; mostKb: number },
): Promise<number> {
  const program = `${what} from '@cognito-srp/client${subpath}'`
  const [sizeKb, wholeKb] = [await measureKb(program, { leavesOutLate: true }), await measureKb(program)]
  const verdict =
    sizeKb > barKb ? `over the bar of ${barKb} kB, at most ${mostKb} kB` : `at most ${barKb.toFixed(1)} kB`
  console.log(`${use}: ${sizeKb.toFixed(2)} kB, ${verdict}; with everything in one file ${wholeKb.toFixed(1)} kB`)
  if (sizeKb > mostKb) process.exitCode = 1
  return sizeKb
}

async function measureKb(program: string, options: { leavesOutLate?: boolean } = {}): Promise<number> {
  const bundle = await bundleForPages(program, { minify: true, ...options })
  return gzipSync(bundle, { level: 9 }).length / 1000
}
