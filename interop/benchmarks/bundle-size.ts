import { gzipSync } from 'node:zlib'

import { bundleForBrowsers } from './bundle.ts'

/** What a page imports; everything else may be dropped. */
const PAGES = {
  'ours, sign-in + session + sign-out':
    "export { createCognitoClient, getSession, signIn, signOut } from '@cognito-srp/client'",
  'ours, session only': "export { createCognitoClient, getSession } from '@cognito-srp/client'",
  'ours, identity-js':
    "export { AuthenticationDetails, CognitoUser, CognitoUserPool } from '@cognito-srp/client/identity-js'",
  'amazon-cognito-identity-js':
    "export { AuthenticationDetails, CognitoUser, CognitoUserPool } from 'amazon-cognito-identity-js'",
  'aws-amplify':
    "export { Amplify } from 'aws-amplify'\nexport { fetchAuthSession, signIn, signOut } from 'aws-amplify/auth'",
} as const

export type PageName = keyof typeof PAGES

/** Kilobytes (1000 bytes) of each page's bundle, minified and gzipped. */
export async function measureBundles(): Promise<Record<PageName, number>> {
  const sizes = Object.entries(PAGES).map(async ([name, source]) => {
    const bundle = await bundleForBrowsers(source, 'esm')
    return [name, gzipSync(bundle, { level: 9 }).length / 1000]
  })
  return Object.fromEntries(await Promise.all(sizes)) as Record<PageName, number>
}
