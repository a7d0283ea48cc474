// Bundles parts of the built package for a page, and compares the sizes of the bundles with their limits. Run: npm run prove --
// size
import { gzipSync } from 'node:zlib'

import { bundleForPages } from '../test/bundle.ts'

/**
 * Maximum size of the code that a page downloads, in kB of 1000 bytes, minified and gzipped (docs/decisions/051-size-limits.md).
 */
const SIGN_IN_MOST_KB = 18.4
const SESSION_MOST_KB = 8
/** Maximum number of kB that `createSignInStore` can add to a page that signs in and uses `createAuthStore`. */
const SIGN_IN_STORE_ADDS_KB = 2.5
/** Maximum number of kB that the classes of `identity-js` can add to the client. */
const IDENTITY_JS_ADDS_KB = 5

/** Maximum number of kB that hosted login can add to a page with a session, without oauth4webapi. */
const HOSTED_LOGIN_ADDS_KB = 4.8

const SIGN_IN = 'createCognitoClient, signIn, respondToChallenge, getSession, signOut'
const SESSION = 'createCognitoClient, getSession, signOut'
const SIGN_IN_PAGE = `${SIGN_IN}, createAuthStore`
const IDENTITY_JS = 'AuthenticationDetails, CognitoUser, CognitoUserPool'

const signInKb = await check(SIGN_IN, '', SIGN_IN_MOST_KB)
const pageKb = await measureKb(`export { ${SIGN_IN_PAGE} } from '@cognito-srp/client'`)
await check(`${SIGN_IN_PAGE}, createSignInStore`, '', pageKb + SIGN_IN_STORE_ADDS_KB)
const sessionKb = await check(SESSION, '', SESSION_MOST_KB)
await checkHostedLogin(sessionKb)
await check(IDENTITY_JS, '/identity-js', signInKb + IDENTITY_JS_ADDS_KB)
console.log(`server: ${(await measureKb(`export * from '@cognito-srp/client/server'`)).toFixed(1)} kB, not for pages`)

/**
 * Compares the size of hosted login with its limit. Also measures hosted login together with its optional dependency,
 * oauth4webapi.
 */
async function checkHostedLogin(sessionKb: number): Promise<void> {
  const program = `export { ${SESSION} } from '@cognito-srp/client'; export { createHostedLogin } from '@cognito-srp/client/oauth'`
  const ownKb = (await measureKb(program, ['oauth4webapi'])) - sessionKb
  const wholeKb = (await measureKb(program)) - sessionKb
  const verdict = ownKb > HOSTED_LOGIN_ADDS_KB ? 'ABOVE' : 'within'
  console.log(`hosted login adds ${ownKb.toFixed(2)} kB, ${verdict} the limit of ${HOSTED_LOGIN_ADDS_KB} kB`)
  console.log(`hosted login adds ${wholeKb.toFixed(2)} kB with oauth4webapi`)
  if (ownKb > HOSTED_LOGIN_ADDS_KB) process.exitCode = 1
}

async function check(names: string, subpath: string, mostKb: number): Promise<number> {
  const program = `export { ${names} } from '@cognito-srp/client${subpath}'`
  const sizeKb = await measureKb(program)
  const verdict = sizeKb > mostKb ? 'ABOVE' : 'within'
  console.log(`${names}: ${sizeKb.toFixed(2)} kB, ${verdict} the limit of ${mostKb.toFixed(1)} kB`)
  if (sizeKb > mostKb) process.exitCode = 1
  return sizeKb
}

async function measureKb(program: string, external: readonly string[] = []): Promise<number> {
  const bundle = await bundleForPages(program, { minify: true, external })
  return gzipSync(bundle, { level: 9 }).length / 1000
}
