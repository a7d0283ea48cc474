import { gzipSync } from 'node:zlib'

import { bundleForBrowsers } from './bundle.ts'

/** What a page imports; the names are kept alive, everything else may be dropped. */
const PAGES = {
  'ours, sign-in + session + sign-out': `
    import { createCognitoClient, getSession, signIn, signOut } from '@cognito-srp/client'
    globalThis.used = [createCognitoClient, getSession, signIn, signOut]`,
  'ours, session only': `
    import { createCognitoClient, getAccessToken, getSession } from '@cognito-srp/client'
    globalThis.used = [createCognitoClient, getAccessToken, getSession]`,
  'amazon-cognito-identity-js': `
    import { AuthenticationDetails, CognitoUser, CognitoUserPool } from 'amazon-cognito-identity-js'
    globalThis.used = [AuthenticationDetails, CognitoUser, CognitoUserPool]`,
  'aws-amplify': `
    import { Amplify } from 'aws-amplify'
    import { fetchAuthSession, signIn, signOut } from 'aws-amplify/auth'
    globalThis.used = [Amplify, fetchAuthSession, signIn, signOut]`,
} as const

export type PageName = keyof typeof PAGES

/** Kilobytes (1000 bytes) of each page's bundle, minified and gzipped. */
export async function measureBundles(): Promise<Record<PageName, number>> {
  const sizes = Object.entries(PAGES).map(async ([name, source]) => {
    const bundle = await bundleForBrowsers(source)
    return [name, gzipSync(bundle, { level: 9 }).length / 1000]
  })
  return Object.fromEntries(await Promise.all(sizes)) as Record<PageName, number>
}
