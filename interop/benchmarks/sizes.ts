import { atMost, type Bar } from './bars.ts'
import { BUNDLER_NAMES, measureByBundler } from './bundlers.ts'
import { formatTable } from './table.ts'

/** Modules that a page imports, each followed by the functions that it uses. Bundlers can drop all other functions. */
const USES = {
  'sign-in with challenges, session and sign-out': [
    '@cognito-srp/client',
    'createCognitoClient, signIn, respondToChallenge, getSession, signOut',
  ],
  'sign-in without challenges, session and sign-out': [
    '@cognito-srp/client',
    'createCognitoClient, signIn, getSession, signOut',
  ],
  'session and sign-out': ['@cognito-srp/client', 'createCognitoClient, getSession, signOut'],
  'session, sign-out and hosted login with oauth4webapi': [
    '@cognito-srp/client',
    'createCognitoClient, getSession, signOut',
    '@cognito-srp/client/oauth',
    'createHostedLogin',
  ],
  'identity-js': ['@cognito-srp/client/identity-js', 'AuthenticationDetails, CognitoUser, CognitoUserPool'],
  'amazon-cognito-identity-js': ['amazon-cognito-identity-js', 'AuthenticationDetails, CognitoUser, CognitoUserPool'],
  'aws-amplify/auth': ['aws-amplify/auth', 'confirmSignIn, fetchAuthSession, signIn, signOut'],
} as const

type Use = keyof typeof USES

/** Maximum size in kilobytes, by use and by a part of the bundler's name. */
const LIMITS: readonly [Use, string, number][] = [
  ['sign-in with challenges, session and sign-out', 'Vite', 17],
  ['session and sign-out', 'Vite', 8],
  ['session and sign-out', 'webpack', 8.3],
  ['session and sign-out', 'rspack', 8.3],
  ['session and sign-out', 'Rollup', 8],
  ['session and sign-out', 'with splitting', 9],
  ['session and sign-out', 'without splitting', 8],
]

/** Measures the sizes for each bundler. Returns a Markdown table and the targets. */
export async function measureSizes(): Promise<{ table: string; bars: Bar[] }> {
  const sizes = new Map<string, Record<string, number>>()
  for (const [use, modules] of Object.entries(USES)) {
    const [from, names, otherFrom, otherNames] = modules
    const other = otherFrom ? `import { ${otherNames} } from '${otherFrom}'\n` : ''
    const used = otherNames ? `${names}, ${otherNames}` : names
    sizes.set(
      use,
      await measureByBundler(`import { ${names} } from '${from}'\n${other}globalThis.used = { ${used} }\n`),
    )
  }
  const lines = Array.from(sizes, ([use, kilobytes]) => [
    use,
    ...BUNDLER_NAMES.map((name) => `${kilobytes[name]?.toFixed(1)} kB`),
  ])
  const bars = LIMITS.map(([use, part, limitKb]) => {
    const bundler = BUNDLER_NAMES.find((name) => name.includes(part)) ?? part
    return atMost(`${use}, built with ${bundler}`, sizes.get(use)?.[bundler] ?? Number.NaN, limitKb, 'kB')
  })
  return { table: formatTable([['minified, gzip', ...BUNDLER_NAMES], ...lines]), bars }
}
