import { startEmulator } from '@cognito-srp/emulator'
import { allow, ANA, CLIENT_ID, POOL_ID } from '@cognito-srp/testing/user-pools'
import { expect, test } from 'vitest'

import { bundleForPages } from './bundle.ts'
import { allVectors, type Vector } from './vectors.ts'
import { bundleAnswers, runWithoutBigInt } from './without-bigint.ts'

/**
 * Vectors that need few modular exponentiations. With big-integer, each exponentiation takes a third of a second. The list
 * contains at least one vector of each `type` and each `refusal`.
 */
const QUICK = [
  'device sign-in 1',
  'device verifier from cognito-srp-helper',
  'device: password with a lone surrogate',
  "k of Cognito's group",
  'A from Go',
  'u from Go',
  'key from Go, with its ikm and salt',
  'key: S = 1',
  'signature',
  'secret hash from Go',
  'secret hash: user with a lone surrogate',
  'inner hash of x from cognito-srp-helper',
  'integer: 80, the first number with its top bit set',
  'not hex: empty',
  'S of u = 1',
  'u = 0',
  'signature from cognito-srp-helper',
  'B = 0',
  'B = N + 1',
  'B that forces S = 0',
  'B not hex: empty',
  'salt not hex: empty',
  'secret block with a wrong character',
  'password with a lone low surrogate',
  'pool name of us-east-1_Pj8nlkpKR',
  'UTF-8 of a surrogate pair',
  'RFC 5054, Appendix B',
  'timestamp: the epoch',
]

test(
  'a bundle in a realm without BigInt computes a vector of every type and of every refusal',
  { timeout: 120_000 },
  async () => {
    const vectors = allVectors()
    const quick = vectors.filter(({ id }) => QUICK.some((comment) => id.endsWith(`: ${comment}`)))
    const typesOf = (some: Vector[]) => new Set(some.flatMap(({ type, refusal = type }) => [type, refusal]))
    expect(typesOf(quick)).toEqual(typesOf(vectors))
    expect(await runWithoutBigInt(await bundleAnswers(), quick)).toEqual([])
  },
)

/** Script that signs in as the user in `input`, first with the right password and then with a wrong password. */
const SIGN_IN = `
import { createCognitoClient, signIn } from '@cognito-srp/client'
const { username, password, ...config } = input
const client = createCognitoClient(config)
const outcome = (password) => signIn(client, { username, password }).then(({ name }) => name, ({ code }) => code)
const outcomes = async () => [await outcome(password), await outcome('wrong')]
done(outcomes())
`

test.each([
  {
    does: 'signs in with the fallback',
    script: `import '@cognito-srp/client/without-bigint'\n${SIGN_IN}`,
    outcomes: ['SIGNED_IN', 'NotAuthorizedException'],
  },
  {
    does: 'rejects a sign-in with a ConfigurationError if the fallback is missing',
    script: SIGN_IN,
    outcomes: ['ConfigurationError', 'ConfigurationError'],
  },
  {
    does: 'signs in with the files for React Native',
    script: SIGN_IN.replace('@cognito-srp/client', './src/react-native/index.ts'),
    outcomes: ['SIGNED_IN', 'NotAuthorizedException'],
  },
])('a bundle in a realm without BigInt $does', async ({ script, outcomes }) => {
  const emulator = await startEmulator({
    port: 0,
    userPools: [{ id: POOL_ID, clients: [{ id: CLIENT_ID, explicitAuthFlows: allow('USER_SRP_AUTH') }], users: [ANA] }],
  })
  try {
    const bundle = await bundleForPages(script, { fromSources: true, format: 'iife' })
    const { username, password } = ANA
    const input = { username, password, userPoolId: POOL_ID, clientId: CLIENT_ID, endpoint: emulator.url }
    expect(await runWithoutBigInt(bundle, input)).toEqual(outcomes)
  } finally {
    await emulator.close()
  }
})
